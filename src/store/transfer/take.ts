import { SQLiteError, type SQLQueryBindings } from 'bun:sqlite'
import { storedId } from '../../../db/stored-id.ts'
import { isBusy, isMachineTrouble } from '../../../db/trouble.ts'
import type { Connection } from '../connection.ts'
import { unscoped } from '../unscoped.ts'
import { Unfit } from './fields.ts'
import type { Told, TransferTable } from './tables.ts'

/** Adds the rows of one table, as an exported file tells them, to a practice. */
export class Taker {
  readonly #connection: Connection
  readonly #table: TransferTable
  readonly #practiceKey: number
  readonly #insert: string
  readonly #needs: string | undefined
  readonly #known: ReadonlySet<string>
  #lateValue: SQLQueryBindings = null

  constructor(connection: Connection, table: TransferTable, practiceKey: number) {
    this.#connection = connection
    this.#table = table
    this.#practiceKey = practiceKey
    this.#insert = insertOf(table)
    const { needs, fields } = table
    if (needs) this.#needs = `select 1 from ${needs.table} where practice_key = ?1 and ${needs.column} = ?2`
    this.#known = new Set(fields.map(({ name }) => name))
  }

  /** @throws Unfit when the row cannot be taken in. The message says why, and never what the row holds. */
  add(row: unknown): void {
    const told = objectOf(row)
    for (const name in told)
      if (!this.#known.has(name))
        throw new Unfit(`The row has a field that the table ${this.#table.name} lacks`)
    const stored: SQLQueryBindings[] = []
    for (const field of this.#table.fields) {
      const value = inField(field.name, () => field.stored(told[field.name]))
      if (field.name === this.#table.needs?.field) this.#requireThere(value)
      const isLate = field.column === this.#table.lateColumn
      if (isLate) this.#lateValue = value
      stored.push(isLate ? null : value)
    }
    this.#table.check(told)
    this.#run([this.#practiceKey, ...stored, ...this.#table.make(told)])
  }

  /** Called when the rows of all tables are there. Sets what had to wait for them. */
  end(): void {
    const { name, lateColumn } = this.#table
    if (lateColumn !== undefined)
      this.#connection.run(`update "${name}" set "${lateColumn}" = ?1 where ${keyColumnOf(name)} = ?2`, [
        this.#lateValue,
        this.#practiceKey,
      ])
  }

  #requireThere(value: SQLQueryBindings): void {
    if (this.#connection.prepared(this.#needs!).get(this.#practiceKey, value) === null)
      throw new Unfit(`The row belongs to a row of ${this.#table.needs!.table} that is not there`)
  }

  #run(values: SQLQueryBindings[]): void {
    try {
      this.#connection.run(this.#insert, values)
    } catch (error) {
      if (!(error instanceof SQLiteError) || isBusy(error) || isMachineTrouble(error)) throw error
      throw new Unfit(refusalOf(error))
    }
  }
}

function insertOf({ name, fields, madeColumns }: TransferTable): string {
  const columns = [keyColumnOf(name), ...fields.map(({ column }) => column), ...madeColumns]
  const values = columns.map((_, i) => `?${i + 1}`)
  return `insert into ${name} (${columns.map((column) => `"${column}"`).join(', ')}) values (${values.join(', ')})`
}

const keyColumnOf = (table: string): string => (table === 'practices' ? 'key' : 'practice_key')

function objectOf(row: unknown): Told {
  if (typeof row !== 'object' || row === null || Array.isArray(row))
    throw new Unfit('The row must be an object')
  return row as Told
}

function inField<T>(name: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof Unfit) throw new Unfit(`The field ${name} ${error.message}`)
    throw error
  }
}

/** What the database says to a row, in words. Its own messages name columns and rules, and no values. */
function refusalOf({ code, message }: SQLiteError): string {
  if (code === 'SQLITE_CONSTRAINT_FOREIGNKEY') return 'The row refers to a record that is not there'
  if (code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY')
    return `The row is there already, in this practice or in another one: ${message}`
  return `The database refuses the row: ${message}`
}

/**
 * The key of a practice that comes in: the one that it had here before, or else a new one. Null where the practice is
 * here, or is just being removed.
 */
export function keyForNew(connection: Connection, practiceId: string): number | null {
  const id = storedId(practiceId)
  if (present.get(connection, id) !== null) return null
  const before = removed.get(connection, id)
  return before?.key ?? next.get(connection)!.key
}

const present = unscoped<[id: ReturnType<typeof storedId>], unknown>('select 1 from practices where id = ?1')
const removed = unscoped<[id: ReturnType<typeof storedId>], { key: number }>(
  'select practice_key as key from removed_practices where id = ?1',
)
const next = unscoped<[], { key: number }>(`
  select 1 + coalesce(max(key), 0) as key
  from (select key from practices union all select practice_key from removed_practices)`)
