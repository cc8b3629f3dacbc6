import { constants, type Database, type SQLQueryBindings, type Statement } from 'bun:sqlite'
import { copyFileSync, readdirSync, renameSync, statSync } from 'node:fs'
import { moveStageCodes } from '../../../db/codes.ts'
import { Trail } from './chain/trail.ts'
import type { Freeze } from './frozen.ts'
import { frozenStages } from './here.ts'
import { PracticeKeys } from './practice-keys.ts'

/** The most prepared statements that are kept. The service has fewer. Beyond this, a new one replaces the oldest. */
const mostStatements = 500

/**
 * The first rows of a list. `isCut` is true when reading stopped early because they were long. Then more may follow.
 */
export interface SomeRows<R> {
  readonly rows: R[]
  readonly isCut: boolean
}

/**
 * An open database and its prepared statements, each prepared once. Only the store uses a connection. Code that runs
 * both inside and outside of a write takes a `Connection`. Code that changes rows takes a `WriteConnection`.
 */
export abstract class Connection {
  readonly database: Database
  /** The key and the clock of the audit trail. */
  readonly trail: Trail
  abstract readonly practices: PracticeKeys
  readonly #statements = new Map<string, Statement>()

  constructor(database: Database, trail: Trail) {
    this.database = database
    this.trail = trail
  }

  /** The prepared statement for this text. bun:sqlite's own cache keeps only 20 statements. */
  prepared<R, P extends SQLQueryBindings[] = SQLQueryBindings[]>(text: string): Statement<R, P> {
    let statement = this.#statements.get(text)
    if (statement === undefined) {
      if (this.#statements.size === mostStatements) this.#forgetOldest()
      statement = this.database.prepare(text)
      this.#statements.set(text, statement)
    }
    return statement as Statement<R, P>
  }

  /**
   * Reads the first rows of a statement, and stops after the row with which they hold `mostText` UTF-16 code units of
   * text. `isCut` is true when the reading stopped there, so that more rows may follow.
   */
  some<R extends object>(text: string, params: SQLQueryBindings[], mostText: number): SomeRows<R> {
    const rows: R[] = []
    let length = 0
    for (const row of this.prepared<R>(text).iterate(...params)) {
      rows.push(row)
      for (const key in row) if (typeof row[key] === 'string') length += row[key].length
      // Leaving the loop resets the statement. A statement that is not reset would keep the write-ahead log from
      // shrinking.
      if (length >= mostText) return { rows, isCut: true }
    }
    return { rows, isCut: false }
  }

  /**
   * Runs `fn` so that all its reads see one state of the file, whatever other processes write meanwhile. `fn` must not
   * wait for anything.
   * @throws what `fn` throws.
   */
  snapshot<T>(fn: () => T): T {
    // Inside a transaction, all reads see one state of the file already.
    if (this.database.inTransaction) return fn()
    this.prepared('begin').run()
    try {
      return fn()
    } finally {
      // A failing disk may have ended the transaction.
      if (this.database.inTransaction) this.prepared('rollback').run()
    }
  }

  #forgetOldest(): void {
    for (const [text, statement] of this.#statements) {
      statement.finalize()
      this.#statements.delete(text)
      return
    }
  }

  /** Closes the file. */
  close(): void {
    for (const statement of this.#statements.values()) statement.finalize()
    this.#statements.clear()
    this.database.close()
  }
}

/**
 * The connection for all reads outside of a write. It sees only what is committed, also while a transaction of the
 * writer is open. SQLite refuses every change through this connection.
 */
export class ReadConnection extends Connection {
  readonly practices = new PracticeKeys(this)
  #isShut = false

  /** Without `trail`, the key comes from the file beside the database, and the time from the machine's clock. */
  constructor(database: Database, trail: Trail = Trail.beside(database.filename)) {
    super(database, trail)
  }

  /** @throws inside a write. A write must not decide by what the file held before its own transaction. */
  override prepared<R, P extends SQLQueryBindings[] = SQLQueryBindings[]>(text: string): Statement<R, P> {
    if (this.#isShut) throw new Error('A write must read through its own scope or connection.')
    return super.prepared(text)
  }

  /** Forbids or allows reading. */
  set isShut(isShut: boolean) {
    this.#isShut = isShut
  }
}

/**
 * The connection for all writes. Only the `Writer` keeps it, and passes it to each write. Outside of a write it refuses
 * every statement, because a transaction may be open, and no other code may see the changes in it.
 */
export class WriteConnection extends Connection {
  readonly practices: PracticeKeys
  /** The member who makes the present write. Null for a patient, a command and the service itself. */
  memberId: string | null = null
  readonly #reading: ReadConnection
  #isAtWork = false
  #accessChanged = false
  #accessChanges = 0
  #othersVersion = 0
  /** The practices that take no writes, by their keys. Null when they have to be read again. */
  #frozen: ReadonlyMap<number, Freeze> | null = null
  #isFreezing = false
  readonly #version: Statement<{ data_version: number }, []>
  #writtenBytes = 0
  #changedRows = 0
  readonly #inode: number
  readonly #logInode: number

  /** `reading` is the connection that others read with. */
  constructor(database: Database, reading: ReadConnection) {
    super(database, reading.trail)
    this.#reading = reading
    this.practices = new PracticeKeys(this, reading.practices)
    this.#inode = inodeOf(database.filename)
    // This read makes SQLite open its write-ahead log. From now on, the log stays the same file through every
    // checkpoint.
    database.query('SELECT count(*) FROM sqlite_schema').get()
    this.#version = database.prepare('pragma data_version')
    this.#logInode = inodeOf(this.#log)
  }

  get #log(): string {
    return `${this.database.filename}-wal`
  }

  /** Runs a part of the writer's work. Meanwhile, the other connection refuses to read. @throws what `work` throws. */
  atWork<T>(work: () => T): T {
    this.#setAtWork(true)
    try {
      return work()
    } finally {
      this.#setAtWork(false)
    }
  }

  #setAtWork(isAtWork: boolean): void {
    this.#isAtWork = isAtWork
    this.#reading.isShut = isAtWork
  }

  /** @throws outside of a write. */
  override prepared<R, P extends SQLQueryBindings[] = SQLQueryBindings[]>(text: string): Statement<R, P> {
    if (!this.#isAtWork) throw new Error('This write has ended. Start another with write().')
    return super.prepared(text)
  }

  /** Begins a transaction. @throws when another process holds the lock. */
  begin(): void {
    this.prepared('begin immediate').run()
    const version = this.#readOthersVersion()
    if (version !== this.#othersVersion) this.#frozen = null
    this.#othersVersion = version
  }

  /** Call this after the end of each transaction, whichever way it ended. */
  ended(): void {
    if (this.#accessChanged) this.#accessChanges++
    this.#accessChanged = false
    // If the transaction was rolled back, the frozen practices that it read are wrong.
    if (this.#isFreezing) this.#frozen = null
    this.#isFreezing = false
  }

  /** False when the file or its log was deleted or replaced. SQLite would go on writing to the lost file. */
  isInPlace(): boolean {
    return inodeOf(this.database.filename) === this.#inode && inodeOf(this.#log) === this.#logInode
  }

  /**
   * Puts a deleted log back, so that the next process that opens the database finds every write. Works on Linux
   * only, and only while the database file itself is still there. @throws when the copy fails.
   */
  rescueLog(): void {
    if (inodeOf(this.database.filename) !== this.#inode || inodeOf(this.#log) !== 0) return
    const open = '/proc/self/fd'
    const log = readdirSync(open).find((fd) => inodeOf(`${open}/${fd}`) === this.#logInode)
    if (log === undefined) return
    const copy = `${this.#log}-rescued`
    copyFileSync(`${open}/${log}`, copy)
    renameSync(copy, this.#log)
  }

  /**
   * Runs a statement that changes rows, and returns how many it changed. Changes made in another way are not counted.
   */
  run(text: string, params: SQLQueryBindings[]): number {
    const { changes } = this.prepared(text).run(...params)
    this.#changedRows += changes
    for (const value of params) this.#writtenBytes += bytesOf(value)
    return changes
  }

  /** How many bytes of texts and of other long values `run` has been given so far. */
  get writtenBytes(): number {
    return this.#writtenBytes
  }

  /** How many rows `run` has changed so far, also in transactions that failed. */
  get changedRows(): number {
    return this.#changedRows
  }

  /** Call this when a statement of this connection has changed a table that decides about access. */
  noteAccessChange(): void {
    this.#accessChanged = true
  }

  /** Which writes a practice refuses while it moves to another cell. Undefined when it takes all writes. */
  freezeOf(practiceKey: number): Freeze | undefined {
    this.#frozen ??= new Map(
      this.prepared<{ key: number; drains: number }, []>(frozenPractices)
        .all()
        .map(({ key, drains }) => [key, drains ? 'drains' : 'frozen']),
    )
    return this.#frozen.get(practiceKey)
  }

  /** Call this when a statement of this connection has changed which practices take writes. */
  noteFreeze(): void {
    this.#frozen = null
    this.#isFreezing = true
  }

  /**
   * A number that changes at the end of each transaction with a `noteAccessChange`. Before that, nobody sees the
   * change.
   */
  get accessChanges(): number {
    return this.#accessChanges
  }

  /** A number that changes when another process has committed a change. */
  othersVersion(): number {
    // No other process can commit while a transaction of ours is open.
    return this.database.inTransaction ? this.#othersVersion : this.#readOthersVersion()
  }

  #readOthersVersion(): number {
    return this.#version.get()!.data_version
  }

  /**
   * Closes the file. All other connections must be closed before. An empty write-ahead log and its index stay beside
   * the file. If the disk is full at the next start, there is no room to create them.
   */
  override close(): void {
    this.database.fileControl(constants.SQLITE_FCNTL_PERSIST_WAL, 1)
    this.database.run('PRAGMA journal_size_limit = 0')
    this.#version.finalize()
    super.close()
  }
}

function bytesOf(value: SQLQueryBindings): number {
  if (typeof value === 'string') return Buffer.byteLength(value)
  return ArrayBuffer.isView(value) ? value.byteLength : 0
}

const inodeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.ino ?? 0

const frozenPractices = `select practice_key as key, stage = ${moveStageCodes.drains} as drains from cell_moves where stage in ${frozenStages}`
