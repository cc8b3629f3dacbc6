import { type Column, getTableColumns } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { chairs, entries } from '../../db/schema/calendar.ts'
import { closures } from '../../db/schema/closures.ts'
import { waitingList } from '../../db/schema/front-desk.ts'
import { noteRevisions, notes } from '../../db/schema/notes.ts'
import { patients, patientTags, tags } from '../../db/schema/patients.ts'
import { cancellations, progress } from '../../db/schema/visits.ts'
import { idOfText } from '../../db/stored-id.ts'

const tables: Readonly<Record<string, SQLiteTable>> = {
  patients,
  notes,
  note_revisions: noteRevisions,
  patient_tags: patientTags,
  tags,
  chairs,
  entries,
  progress,
  cancellations,
  waiting_list: waitingList,
  closures,
}

/** What the service makes of a record for itself. */
const ofTheService = ['practiceKey', 'rowId', 'firstNameKey', 'lastNameKey', 'nameKey', 'wordEndings']

/** A row of the archive, as the table from which it came would give it. Columns that only the service needs are left out. */
export function archivedRow(source: string, json: string): Record<string, unknown> {
  const stored = JSON.parse(json) as Record<string, unknown>
  const table = tables[source]
  if (table === undefined) return without(stored, ['practice_key'])
  const row = Object.entries(getTableColumns(table)).flatMap(([key, column]): [string, unknown][] =>
    column.name in stored ? [[key, fieldOf(column, stored[column.name])]] : [],
  )
  return without(Object.fromEntries(row), ofTheService)
}

const without = (row: Record<string, unknown>, keys: readonly string[]) =>
  Object.fromEntries(Object.entries(row).filter(([key]) => !keys.includes(key)))

function fieldOf(column: Column, stored: unknown): unknown {
  if (stored === null) return null
  if (column.dataType === 'custom' && typeof stored === 'string') return idOfText(stored)
  if (column.dataType === 'json' && typeof stored !== 'string') return stored
  return ['boolean', 'json', 'custom'].includes(column.dataType) ? column.mapFromDriverValue(stored) : stored
}
