import { SQLiteError, type SQLQueryBindings } from 'bun:sqlite'
import { storedId } from '../../../db/stored-id.ts'
import { isBusy, isMachineTrouble } from '../../../db/trouble.ts'
import type { Connection, WriteConnection } from '../engine/connection.ts'
import { unscoped } from '../engine/unscoped.ts'
import { Unfit } from './fields.ts'
import { cellTables, type ExportedRow, type Other, type TransferTable } from './tables.ts'

/** A row of an archive, in the form for the database. */
export interface ReadRow {
  readonly table: TransferTable
  /** The columns without the key of the practice, which comes first. */
  readonly values: readonly SQLQueryBindings[]
  /** The value that the late column of the table gets when all rows are there. */
  readonly lateValue: SQLQueryBindings
}

const tables = new Map(cellTables.map((table) => [table.name, table]))

/** Converts a row of an exported file for the database, without a query. @throws Unfit; see `fitRow`. */
export function readRow(name: string, row: unknown): ReadRow {
  const table = tables.get(name)!
  const { told, stored } = fitRow(table, row)
  const late = table.fields.findIndex(({ column }) => column === table.lateColumn)
  const values = late === -1 ? stored : stored.with(late, null)
  return { table, values: [...values, ...table.make(told)], lateValue: stored[late] ?? null }
}

/** The value of a field, in the form for the database. */
export const valueIn = ({ table, values }: ReadRow, field: string): SQLQueryBindings =>
  values[table.fields.findIndex(({ name }) => name === field)]!

/**
 * Adds a row to a practice. @throws Unfit when the database refuses the row. The message never contains values of the
 * row.
 */
export function addRow(connection: WriteConnection, practiceKey: number, { table, values }: ReadRow): void {
  const { needs, excludes, fields } = table
  const isThere = (other: Other) => {
    const value = values[fields.findIndex(({ name }) => name === other.field)]!
    const sql = `select 1 from ${other.table} where practice_key = ?1 and ${other.column} = ?2`
    return connection.prepared(sql).get(practiceKey, value) !== null
  }
  if (needs && !isThere(needs))
    throw new Unfit(`The row belongs to a row of ${needs.table} that is not there`)
  if (excludes && isThere(excludes)) throw new Unfit(`The row is also a row of ${excludes.table}`)
  try {
    connection.run(table.insertion, [practiceKey, ...values])
  } catch (error) {
    if (!(error instanceof SQLiteError) || isBusy(error) || isMachineTrouble(error)) throw error
    throw new Unfit(refusalOf(error))
  }
}

/** Gives the row of the practice itself its new state. */
export function replacePractice(
  connection: WriteConnection,
  practiceKey: number,
  { table, values }: ReadRow,
): void {
  const columns = table.fields.map(({ column }, i) => `"${column}" = ?${i + 2}`)
  connection.run(`update "${table.name}" set ${columns} where key = ?1`, [practiceKey, ...values])
}

/** Deletes a row of a practice. Returns false when there was no such row. */
export function removeRow(connection: WriteConnection, practiceKey: number, row: ReadRow): boolean {
  const { deletion, keyFields } = row.table
  return connection.run(deletion, [practiceKey, ...keyFields.map((field) => valueIn(row, field))]) > 0
}

/** Sets the late column, which had to be null until all rows were there. The row is that of the practice itself. */
export function addLateValue(
  connection: WriteConnection,
  practiceKey: number,
  { table, lateValue }: ReadRow,
): void {
  connection.run(`update "${table.name}" set "${table.lateColumn}" = ?1 where key = ?2`, [
    lateValue,
    practiceKey,
  ])
}

/** A row of a table in the form of the file, and its values for the database in the order of the fields. */
interface Fit {
  readonly told: ExportedRow
  readonly stored: readonly SQLQueryBindings[]
}

/** @throws Unfit for a row with fields that the table lacks, or with values that do not fit their fields. */
export function fitRow({ name: table, fields }: TransferTable, row: unknown): Fit {
  const told = objectOf(row)
  const known = fields.map(({ name }) => name)
  for (const name in told)
    if (!known.includes(name)) throw new Unfit(`The row has a field that the table ${table} lacks`)
  return { told, stored: fields.map((field) => inField(field.name, () => field.stored(told[field.name]))) }
}

function objectOf(row: unknown): ExportedRow {
  if (typeof row !== 'object' || row === null || Array.isArray(row))
    throw new Unfit('The row must be an object')
  return row as ExportedRow
}

function inField<T>(name: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof Unfit) throw new Unfit(`The field ${name} ${error.message}`)
    throw error
  }
}

/** The refusal of a row by the database, in words. SQLite's own messages name columns and rules, and no values. */
function refusalOf({ code, message }: SQLiteError): string {
  if (code === 'SQLITE_CONSTRAINT_FOREIGNKEY') return 'The row refers to a record that is not there'
  // The other practice is not visible, because it is arriving or leaving at the moment.
  if (message.endsWith('practices.host'))
    return 'Another practice that comes in or leaves has the host of this one'
  if (code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY')
    return `The row is there already, in this practice or in another one: ${message}`
  return `The database refuses the row: ${message}`
}

/** The key of an arriving practice: the key that it had here before, or else a new key. */
export const keyForNew = (connection: Connection, practiceId: string): number =>
  (removed.get(connection, storedId(practiceId)) ?? next.get(connection)!).key

const removed = unscoped<[id: ReturnType<typeof storedId>], { key: number }>(
  'select practice_key as key from removed_practices where id = ?1',
)
const next = unscoped<[], { key: number }>(`
  select 1 + coalesce(max(key), 0) as key
  from (select key from practices union all select practice_key from removed_practices)`)
