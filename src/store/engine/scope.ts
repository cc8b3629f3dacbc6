import type { SQLQueryBindings } from 'bun:sqlite'
import type { SQL } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { chairs, entries } from '../../../db/schema/calendar.ts'
import { users } from '../../../db/schema/members.ts'
import { packStatuses, practiceAliases, practices } from '../../../db/schema/practice.ts'
import { apiTokens, sessions } from '../../../db/schema/sign-in.ts'
import type { Act } from '../../domain/act.ts'
import type { AuditEntry } from '../../domain/audit.ts'
import { appendAudit } from './chain/append.ts'
import type { Connection, ReadConnection, SomeRows, WriteConnection } from './connection.ts'
import { requireWritable } from './frozen.ts'
import {
  type Change,
  endedHolds,
  equals,
  type Insert,
  insertInto,
  type NewRow,
  type PracticeTable,
  remove,
  requireChange,
  requireSelect,
  type Select,
  update,
} from './statement.ts'
import type { Params } from './values.ts'

/**
 * The tables that decide about access, and the tables that `GET /me` reads. After a change of such a table, remembered
 * answers are no longer used.
 */
const decideAccess: ReadonlySet<PracticeTable> = new Set<PracticeTable>([
  users,
  sessions,
  apiTokens,
  practiceAliases,
  practices,
  packStatuses,
])

/**
 * The tables whose changes can collide with a hold: an entry that is reserved for a visitor until a moment. The
 * database does not know the time, so it also refuses a change because of a hold that has ended.
 */
const meetHolds: ReadonlySet<PracticeTable> = new Set<PracticeTable>([entries, chairs])
const removeEndedHolds = remove(entries, endedHolds)

/** How much text of a long list is read at a time, in UTF-16 code units. */
const mostText = 65_536

/**
 * Reads the records of one practice. The practice is fixed when the scope is made. Only the scope sets the parameter
 * for the practice's key, so no caller can name another practice. The connection stays private.
 */
export class Scope {
  readonly #connection: Connection
  readonly practiceId: string

  protected constructor(connection: Connection, practiceId: string) {
    this.#connection = connection
    this.practiceId = practiceId
  }

  /** The records of a practice as they are committed. */
  static of(connection: ReadConnection, practiceId: string): Scope {
    return new Scope(connection, practiceId)
  }

  /** The number with which rows in the file name this practice; 0 when the practice does not exist. */
  get practiceKey(): number {
    return this.#connection.practices.keyOf(this.practiceId)
  }

  /** The present time, in epoch milliseconds. */
  now(): number {
    return this.#connection.trail.now()
  }

  /** The first row, or null. */
  get<R>(select: Select<R>, params: Params = {}): R | null {
    requireSelect(select)
    const row = this.#connection.prepared<R>(select.text).get(...this.bound(select, params))
    return row === null ? null : select.decode(row, this.practiceId)
  }

  /** Every row. */
  all<R>(select: Select<R>, params: Params = {}): R[] {
    requireSelect(select)
    const rows = this.#connection.prepared<R>(select.text).all(...this.bound(select, params))
    for (const row of rows) select.decode(row, this.practiceId)
    return rows
  }

  /**
   * Reads rows until they hold `text` UTF-16 code units of text, or until the last row. At least one row is read,
   * however long it is.
   */
  some<R extends object>(select: Select<R>, params: Params = {}, text = mostText): SomeRows<R> {
    requireSelect(select)
    const some = this.#connection.some<R>(select.text, this.bound(select, params), text)
    for (const row of some.rows) select.decode(row, this.practiceId)
    return some
  }

  /**
   * Runs `fn`. All its reads see one and the same state of the file. `fn` must not wait for anything.
   * @throws what `fn` throws.
   */
  snapshot<T>(fn: () => T): T {
    return this.#connection.snapshot(fn)
  }

  protected bound(statement: Pick<Change, 'bind'>, params: Params) {
    return statement.bind(params, this)
  }
}

/** Changes the records of one practice. It exists only inside `write(fn)` and ends with it. */
export class WriteScope extends Scope {
  readonly #connection: WriteConnection
  /** Who writes, and by which request. */
  readonly act: Act
  #open = true
  #changedRows = 0
  #hasMetHolds = false
  /** The entries that the audit trail gets about this write. */
  readonly recorded: AuditEntry[] = []

  constructor(connection: WriteConnection, practiceId: string, act: Act) {
    super(connection, practiceId)
    this.#connection = connection
    this.act = act
  }

  /** The connection, for reads of the store across practices. They see what the write has changed so far. */
  static connectionOf(tx: WriteScope): WriteConnection {
    return tx.#connection
  }

  /** Adds a complete row; the scope adds the practice. */
  insert<T extends PracticeTable>(table: T, row: NewRow<T>): void {
    this.run(insertion(table), row)
  }

  /** Adds a few complete rows in one statement. Without rows it does nothing. */
  insertAll<T extends PracticeTable>(table: T, rows: readonly NewRow<T>[]): void {
    if (rows.length === 0) return
    const insert = insertion(table)
    const params = rows.flatMap((row) => this.bound(insert, row))
    this.#change(table, insert.forRows(rows.length), params)
  }

  /** Changes the record with this id. An empty set of changes does nothing. */
  update<T extends PracticeTable & { id: SQLiteColumn }>(
    table: T,
    id: string,
    changes: Partial<NewRow<T>>,
  ): void {
    // Sorted, so that fields in another order do not make another statement.
    const keys = Object.keys(changes).sort() as (keyof NewRow<T> & string)[]
    if (keys.length > 0) this.run(updateById(table, keys), { ...changes, whereId: id })
  }

  /** Deletes the record with this id. Returns false when there is no such record. */
  remove(table: PracticeTable & { id: SQLiteColumn }, id: string): boolean {
    return this.run(removeById(table), { whereId: id }) > 0
  }

  /** Runs a change and returns how many rows it changed. */
  run(change: Change, params: Params = {}): number {
    requireChange(change)
    return this.#change(change.table, change.text, this.bound(change, params))
  }

  #change(table: PracticeTable, text: string, params: SQLQueryBindings[]): number {
    if (!this.#open) throw new Error('This write has ended. Start another with write().')
    this.#requireWritable()
    if (meetHolds.has(table)) this.removeEndedHolds()
    const changed = this.#connection.run(text, params)
    this.#changedRows += changed
    if (decideAccess.has(table)) this.#connection.noteAccessChange()
    return changed
  }

  /**
   * Deletes the holds that have ended, once in a write. Holds end by themselves, so the audit trail has no row about
   * it. Returns how many were deleted.
   */
  removeEndedHolds(): number {
    if (this.#hasMetHolds) return 0
    this.#hasMetHolds = true
    this.#requireWritable()
    return this.#connection.run(removeEndedHolds.text, this.bound(removeEndedHolds, {}))
  }

  /** @throws PracticeFrozen while the practice moves to another cell. */
  #requireWritable(): void {
    requireWritable(this.#connection.freezeOf(this.practiceKey), this.act.action)
  }

  /** How many rows this write has changed so far. */
  get changedRows(): number {
    return this.#changedRows
  }

  /** Adds an entry to the audit trail about what this write does to a record. */
  record(entry: AuditEntry): void {
    this.recorded.push(entry)
  }

  /** Called when the transaction ends. Code that kept the scope can change nothing afterwards. */
  end(): void {
    this.#open = false
  }
}

/**
 * Runs `fn` on one practice's records, and appends to the audit trail what `fn` recorded. The scope ends with `fn`,
 * even if `fn` keeps a reference to it.
 * @throws what `fn` throws, and an Error when `fn` changed rows and recorded nothing.
 */
export function withWriteScope<T>(
  connection: WriteConnection,
  practiceId: string,
  act: Act,
  fn: (tx: WriteScope) => T,
): T {
  const tx = new WriteScope(connection, practiceId, act)
  connection.memberId = act.actor.userId
  try {
    const result = fn(tx)
    requireRecorded(tx)
    if (tx.recorded.length > 0) appendAudit(connection, practiceId, act, tx.recorded, connection.trail.now())
    return result
  } finally {
    tx.end()
  }
}

/** @throws when the write changed rows, and the audit trail would get no row about it. Then the code has a mistake. */
function requireRecorded({ act, changedRows, recorded }: WriteScope): void {
  if (changedRows === 0 || recorded.length > 0 || act.bookkeeping) return
  throw new Error(
    `"${act.action}" changed ${changedRows} rows and recorded nothing. Call tx.record(), or make it a bookkeepingAct().`,
  )
}

const insertions = new Map<PracticeTable, Insert>()
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

const hasId = (table: { id: SQLiteColumn }): SQL => equals(table.id, 'whereId')

function kept<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key)
  if (value === undefined) {
    value = make()
    map.set(key, value)
  }
  return value
}
