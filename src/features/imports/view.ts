import type { Static } from '@sinclair/typebox'
import { ordersOf } from '../../domain/import/dates.ts'
import { atWork, fileKeptMs, rowOutcomes, undoableMs } from '../../domain/import/kinds.ts'
import { formatInstant } from '../../domain/time.ts'
import type { ImportRowRecord } from '../../store/imports/import-rows.ts'
import type { ImportRecord, ImportWork } from '../../store/imports/imports.ts'
import { questionsOf, undecidedOf } from './questions.ts'
import type { importRecord, rowPage } from './schema.ts'

/** An import, its progress, and the first cells of its columns when they are shown. */
export interface ShownImport {
  readonly record: ImportRecord
  readonly work: ImportWork
  readonly examples?: readonly (readonly string[])[]
}

const told = (instant: number | null) => (instant === null ? null : formatInstant(instant))

export function viewImport({ record, work, examples = [] }: ShownImport): Static<typeof importRecord> {
  const { columns, committedAt, undoneAt, rows } = record
  const undecided = undecidedOf(work)
  return {
    id: record.id,
    practiceId: record.practiceId,
    kind: record.kind,
    name: record.source,
    createdBy: record.createdBy,
    state: record.state,
    problem: record.problem && { code: record.problem, line: record.problemLine },
    paused: record.paused,
    progress: atWork.includes(record.state) ? { done: work.done, total: totalOf(record, work) } : null,
    file: {
      bytes: record.bytes,
      encoding: record.encoding,
      separator: record.separator,
      rows,
      keptUntil: formatInstant(record.createdAt + fileKeptMs),
      removed: record.fileRemovedAt !== null,
    },
    columns: columns.map(({ name, field, dateOrder, dates }, column) => ({
      column,
      name,
      field,
      dateOrder,
      dateOrders: ordersOf(dates),
      examples: [...(examples[column] ?? [])],
    })),
    values: [...record.values],
    unknownValues: [...work.unknown],
    duplicates: {
      same_name_and_dob: record.duplicates.same_name_and_dob ?? null,
      same_contact: record.duplicates.same_contact ?? null,
    },
    undecided,
    questions: questionsOf(record, work).map((question) => ({ ...question, fields: [...question.fields] })),
    counts: rowOutcomes.flatMap((outcome) => {
      const rows = work.counts[outcome] ?? 0
      return rows > 0 ? [{ outcome, rows }] : []
    }),
    reminders: record.reminders,
    committedAt: told(committedAt),
    undoUntil: committedAt === null || undoneAt !== null ? null : formatInstant(committedAt + undoableMs),
    undoneAt: told(undoneAt),
    createdAt: formatInstant(record.createdAt),
    updatedAt: formatInstant(record.updatedAt),
    version: record.version,
  }
}

/** How many rows the present work has to do. An undo has to do only the rows that were written. */
const totalOf = ({ state, rows }: ImportRecord, { counts, done }: ImportWork): number | null =>
  state === 'undoing' ? (counts.created ?? 0) + (counts.updated ?? 0) + done : rows

export const viewRows = ({
  page,
  next,
}: {
  readonly page: readonly ImportRowRecord[]
  readonly next: number | null
}): Static<typeof rowPage> => ({
  rows: page.map(({ line, outcome, reason, field, recordId, sameAsLine, decision }) => ({
    line,
    outcome,
    reason,
    field,
    recordId,
    sameAsLine,
    decision,
  })),
  nextCursor: next === null ? null : String(next),
})
