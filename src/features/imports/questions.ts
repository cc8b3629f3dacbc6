/** The questions that an owner must answer before the dry run and before the commit. */
import { ordersOf } from '../../domain/import/dates.ts'
import { dateFields, type ImportField, missingFields } from '../../domain/import/fields.ts'
import { type DuplicateKind, duplicateKinds } from '../../domain/import/kinds.ts'
import type { ImportRecord, ImportWork } from '../../store/imports/imports.ts'

export interface Question {
  readonly code: 'field' | 'date_order' | 'duplicates'
  readonly fields: readonly ImportField[]
  readonly column: number | null
  readonly rows: number | null
}

/** The number of likely duplicates that have no decision of their own, by kind. */
export const undecidedOf = ({ undecided }: ImportWork): Record<DuplicateKind, number> => ({
  same_name_and_dob: undecided.same_name_and_dob ?? 0,
  same_contact: undecided.same_contact ?? 0,
})

/** The questions to answer before the dry run. */
export function questionsOfMapping({ kind, columns, state }: ImportRecord): Question[] {
  if (state === 'reading' || state === 'unreadable') return []
  const fields = columns.map(({ field }) => field)
  const missing = missingFields(kind, fields).map((list) => ({
    code: 'field' as const,
    fields: list,
    column: null,
    rows: null,
  }))
  const asked = columns.flatMap(({ field, dates, dateOrder }, column) =>
    field !== null && dateFields.includes(field) && dateOrder === null && ordersOf(dates).length > 1
      ? [{ code: 'date_order' as const, fields: [field], column, rows: null }]
      : [],
  )
  return [...missing, ...asked]
}

/** The questions to answer before the commit. */
export function questionsOf(record: ImportRecord, work: ImportWork): Question[] {
  if (!['ready', 'checking', 'checked'].includes(record.state)) return []
  const undecided = undecidedOf(work)
  const rows = duplicateKinds
    .filter((kind) => record.duplicates[kind] == null)
    .reduce((sum, kind) => sum + undecided[kind], 0)
  const duplicates: Question[] =
    record.state === 'checked' && rows > 0 ? [{ code: 'duplicates', fields: [], column: null, rows }] : []
  return [...questionsOfMapping(record), ...duplicates]
}
