/**
 * How rows move into the archive and back. SQLite copies them as JSON, so a patient with thousands of long notes costs
 * no memory here. Every column of a table moves, also a column that was added later.
 */
import { and, type Column, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { absences } from '../../../db/schema/absences.ts'
import { archiveRows } from '../../../db/schema/archive.ts'
import { chairs, entries } from '../../../db/schema/calendar.ts'
import { closures } from '../../../db/schema/closures.ts'
import { dayNotes } from '../../../db/schema/day-notes.ts'
import { waitingList } from '../../../db/schema/front-desk.ts'
import { noteRevisions, notes } from '../../../db/schema/notes.ts'
import { patients, patientTags, tags } from '../../../db/schema/patients.ts'
import { recallContacts } from '../../../db/schema/recalls.ts'
import { cancellations, progress } from '../../../db/schema/visits.ts'
import { textOfId } from '../../../db/stored-id.ts'
import { type Change, equals, insertFrom, type PracticeTable, param } from '../engine/statement.ts'

/** A table with rows that the archive takes. */
interface Source {
  readonly table: PracticeTable
  /**
   * The order of the tables when an item is restored. Rows that other rows refer to are restored first. Files hold this
   * number, so it never changes.
   */
  readonly place: number
  /** Columns that are made from other columns. The archive leaves them out, and a restore makes them again. */
  readonly derived: readonly string[]
}

/** Every table whose rows the archive can hold, by the name under which `archive_rows` keeps them. */
export const sources = {
  chairs: { table: chairs, place: 1, derived: ['nameKey'] },
  tags: { table: tags, place: 2, derived: ['nameKey'] },
  patients: {
    table: patients,
    place: 3,
    derived: ['rowId', 'firstNameKey', 'lastNameKey', 'spelledKey', 'emailKey', 'phoneKey'],
  },
  entries: { table: entries, place: 4, derived: [] },
  notes: { table: notes, place: 5, derived: [] },
  note_revisions: { table: noteRevisions, place: 6, derived: [] },
  patient_tags: { table: patientTags, place: 7, derived: ['rowId'] },
  progress: { table: progress, place: 9, derived: [] },
  cancellations: { table: cancellations, place: 10, derived: [] },
  waiting_list: { table: waitingList, place: 11, derived: [] },
  closures: { table: closures, place: 12, derived: [] },
  absences: { table: absences, place: 28, derived: [] },
  recall_contacts: { table: recallContacts, place: 26, derived: [] },
  day_notes: { table: dayNotes, place: 27, derived: [] },
} as const satisfies Readonly<Record<string, Source>>
export type SourceName = keyof typeof sources

/** An entry that lost its patient and stayed. Only its id, its start and the patient's answer are kept. */
export const entryPatients = { name: 'entry_patients', place: 8 } as const

/**
 * The row ids of a table stay below this number. So rows with different values of `place` never get the same position.
 */
export const placeSize = 2 ** 40

const isBlob = (column: Column): boolean => column.getSQLType() === 'blob'

const keptColumns = (name: SourceName): [string, Column][] => {
  const { table, derived }: Source = sources[name]
  return Object.entries(getTableColumns(table)).filter(
    ([key]) => key !== 'practiceKey' && !derived.includes(key),
  )
}

const position = (place: number): SQL => sql`${sql.raw(String(place * placeSize))} + rowid`

/** Copies the rows of a table that meet `where` into the item `archiveId`. */
export function keepRows(name: SourceName, where: SQL): Change {
  const { table, place } = sources[name]
  const pairs = keptColumns(name).map(([, column]) => {
    const value = isBlob(column) ? textOfId(`"${column.name}"`) : `"${column.name}"`
    return sql.raw(`'${column.name}', ${value}`)
  })
  return insertFrom(
    archiveRows,
    {
      archiveId: param('archiveId', archiveRows.archiveId),
      position: position(place),
      source: sql.raw(`'${name}'`),
      row: sql`json_object(${sql.join(pairs, sql`, `)})`,
    },
    { from: table, where },
  )
}

/** Keeps which entries name a patient, and what the patient answered about each of them, in the item `archiveId`. */
export const keepEntryPatients = (where: SQL): Change =>
  insertFrom(
    archiveRows,
    {
      archiveId: param('archiveId', archiveRows.archiveId),
      position: position(entryPatients.place),
      source: sql.raw(`'${entryPatients.name}'`),
      row: sql`json_object('id', ${sql.raw(textOfId('"id"'))}, 'start_at', ${entries.startAt},
        'answer', ${entries.metadata} -> '$.patientAnswer')`,
    },
    { from: entries, where },
  )

/** The rows of the item `archiveId` that came from one source. */
export const rowsOf = (name: SourceName | typeof entryPatients.name): SQL =>
  and(equals(archiveRows.archiveId, 'archiveId'), sql`${archiveRows.source} = ${sql.raw(`'${name}'`)}`)!

/** The rows of the item `archiveId` about entries that lost their patient. */
export const entryPatientRows: SQL = rowsOf(entryPatients.name)

/** An SQL expression for the value that an archived row holds for a column, in the form of the database file. */
export function archived(column: Column): SQL {
  const value = sql`${archiveRows.row} ->> ${sql.raw(`'$.${column.name}'`)}`
  if (isBlob(column)) return sql`iif(substr(${value}, 1, 1) = '-', substr(${value}, 2), unhex(${value}))`
  // A row that was archived before the column was added gets the default that the migration gave to all other rows.
  const { default: fallback, notNull } = column
  return notNull && (typeof fallback === 'number' || typeof fallback === 'boolean')
    ? sql`coalesce(${value}, ${sql.raw(String(Number(fallback)))})`
    : sql`${value}`
}

/**
 * Copies those rows of the item `archiveId` that meet `where` back into their table. `made` holds the columns that are
 * made again. The version of a restored record is one higher than the version that was deleted.
 */
export function putBackRows(
  name: SourceName,
  made: { readonly [key: string]: SQL } = {},
  where: SQL = sql`true`,
): Change {
  const kept = keptColumns(name).map(([key, column]): [string, SQL] => {
    const value = archived(column)
    // A restored record may differ from the deleted record. So its version is new, and a change that names the old
    // version is refused.
    return [key, column.onUpdateFn === undefined ? value : sql`${value} + 1`]
  })
  return insertFrom(
    sources[name].table,
    { ...Object.fromEntries(kept), ...made },
    { from: archiveRows, where: sql`${rowsOf(name)} and ${where}`, orderBy: sql`${archiveRows.position}` },
  )
}
