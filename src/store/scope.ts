import type { SQL } from 'drizzle-orm'
import { eq } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { Connection } from './connection.ts'
import {
  type Change,
  insertInto,
  type NewRow,
  type Params,
  type PracticeTable,
  param,
  remove,
  type Select,
  update,
} from './statement.ts'

/**
 * One practice's records, to read. The practice is fixed when the scope is made and bound after the caller's
 * parameters, so that none of them can name another; the connection behind it is out of reach.
 */
export class Scope {
  readonly #connection: Connection
  readonly practiceId: string

  constructor(connection: Connection, practiceId: string) {
    this.#connection = connection
    this.practiceId = practiceId
  }

  /** The first row, or null. */
  get<R>(select: Select<R>, params: Params = {}): R | null {
    const row = this.#connection.prepared<R>(select.text).get(...this.bound(select, params))
    return row === null ? null : select.decode(row)
  }

  all<R>(select: Select<R>, params: Params = {}): R[] {
    const rows = this.#connection.prepared<R>(select.text).all(...this.bound(select, params))
    for (const row of rows) select.decode(row)
    return rows
  }

  protected bound(statement: { bind: (params: Params) => unknown[] }, params: Params) {
    return statement.bind({ ...params, practiceId: this.practiceId }) as never[]
  }
}

/** One practice's records, to change. There is one only inside `write(fn)`, and it ends with it. */
export class WriteScope extends Scope {
  readonly #connection: Connection
  #open = true

  constructor(connection: Connection, practiceId: string) {
    super(connection, practiceId)
    this.#connection = connection
  }

  /** Adds a complete row; the practice is stamped on it. */
  insert<T extends PracticeTable>(table: T, row: NewRow<T>): void {
    this.run(insertion(table), row)
  }

  /** Changes the record with this id. Nothing happens for no changes. */
  update<T extends PracticeTable & { id: SQLiteColumn }>(
    table: T,
    id: string,
    changes: Partial<NewRow<T>>,
  ): void {
    // Sorted, so that the order a caller sends his fields in makes no statement of its own.
    const keys = Object.keys(changes).sort() as (keyof NewRow<T> & string)[]
    if (keys.length > 0) this.run(updateById(table, keys), { ...changes, whereId: id })
  }

  /** Deletes the record with this id; false when there was none. */
  remove(table: PracticeTable & { id: SQLiteColumn }, id: string): boolean {
    return this.run(removeById(table), { whereId: id }) > 0
  }

  /** Runs a change and answers how many rows it touched. */
  run(change: Change, params: Params = {}): number {
    if (!this.#open) throw new Error('this write is over')
    return this.#connection.prepared(change.text).run(...this.bound(change, params)).changes
  }

  /** Called when the transaction ends: what kept hold of the scope can change nothing afterwards. */
  end(): void {
    this.#open = false
  }
}

/** Runs `fn` on one practice's records; the scope ends with it, whatever it kept hold of. */
export function withWriteScope<T>(connection: Connection, practiceId: string, fn: (tx: WriteScope) => T): T {
  const tx = new WriteScope(connection, practiceId)
  try {
    return fn(tx)
  } finally {
    tx.end()
  }
}

const insertions = new Map<PracticeTable, Change>()
const updates = new Map<PracticeTable, Map<string, Change>>()
const removals = new Map<PracticeTable, Change>()

const insertion = (table: PracticeTable) => kept(insertions, table, () => insertInto(table))

const removeById = (table: PracticeTable & { id: SQLiteColumn }) =>
  kept(removals, table, () => remove(table, hasId(table)))

function updateById<T extends PracticeTable & { id: SQLiteColumn }>(
  table: T,
  keys: (keyof NewRow<T> & string)[],
): Change {
  const ofTable = kept(updates, table, () => new Map<string, Change>())
  return kept(ofTable, keys.join(), () => update(table, keys, hasId(table)))
}

const hasId = (table: { id: SQLiteColumn }): SQL => eq(table.id, param('whereId'))

function kept<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key)
  if (value === undefined) {
    value = make()
    map.set(key, value)
  }
  return value
}
