import { constants, type Database, type SQLQueryBindings, type Statement } from 'bun:sqlite'
import { closeSync, copyFileSync, fdatasync, openSync, renameSync, statSync } from 'node:fs'
import { promisify } from 'node:util'
import { moveStageCodes } from '../../../db/codes.ts'
import { Trail } from './chain/trail.ts'
import type { Freeze } from './frozen.ts'
import { frozenStages } from './here.ts'
import { PracticeKeys } from './practice-keys.ts'

/** More statements than the service has. Beyond this number, a new statement replaces the oldest one. */
const mostStatements = 500

/** Rows of a list, in its order. `isCut` says that they were long, and that there may be more behind them. */
export interface SomeRows<R> {
  readonly rows: R[]
  readonly isCut: boolean
}

/**
 * An open database and its prepared statements, each prepared once. Only the store uses a connection. Code that runs inside
 * a write and outside of it takes a `Connection`; code that changes rows takes a `WriteConnection`.
 */
export abstract class Connection {
  readonly database: Database
  /** What the audit trail is written with. */
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
   * The first rows of a statement, up to the row with which they hold `mostText` UTF-16 code units of text. No row behind
   * it is read. `isCut` says that the reading stopped there, so that there may be more rows.
   */
  some<R extends object>(text: string, params: SQLQueryBindings[], mostText: number): SomeRows<R> {
    const rows: R[] = []
    let length = 0
    for (const row of this.prepared<R>(text).iterate(...params)) {
      rows.push(row)
      for (const key in row) if (typeof row[key] === 'string') length += row[key].length
      // Leaving the loop resets the statement. One that stood half-way would keep the log from being emptied.
      if (length >= mostText) return { rows, isCut: true }
    }
    return { rows, isCut: false }
  }

  /**
   * Runs `fn` on one state of the file, whatever others write meanwhile. `fn` must not wait for anything.
   * @throws what `fn` throws.
   */
  snapshot<T>(fn: () => T): T {
    // Inside a transaction, everything that is read is of one state already.
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
 * The connection that everybody reads with. It sees what is committed, also while a transaction of the writer is open.
 * SQLite refuses each change on it.
 */
export class ReadConnection extends Connection {
  readonly practices = new PracticeKeys(this)
  #isShut = false

  /** Without `trail`, the key comes from the file beside the database, and the time from the machine's clock. */
  constructor(database: Database, trail: Trail = Trail.beside(database.filename)) {
    super(database, trail)
  }

  /** @throws inside a write: what stood in the file before the transaction must decide nothing in it. */
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
 * The connection that everything is written with. Only the `Writer` keeps it, and hands it to each write. It refuses
 * statements at any other time: a transaction may be open then, and others must see nothing of it.
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
  /** Null where it has to be read again. */
  #frozen: ReadonlyMap<number, Freeze> | null = null
  #isFreezing = false
  readonly #version: Statement<{ data_version: number }, []>
  #writtenBytes = 0
  #changedRows = 0
  #isSynced = true
  readonly #inode: number
  readonly #logInode: number
  /** The descriptor of the log. SQLite locks other files, so it loses no lock when this one is closed. */
  readonly #logFile: number

  /** `reading` is the connection that others read with. */
  constructor(database: Database, reading: ReadConnection) {
    super(database, reading.trail)
    this.#reading = reading
    this.practices = new PracticeKeys(this, reading.practices)
    this.#inode = inodeOf(database.filename)
    // Reading makes SQLite open its log. From here on the log stays the same file, through every checkpoint.
    database.query('SELECT count(*) FROM sqlite_schema').get()
    this.#version = database.prepare('pragma data_version')
    this.#logInode = inodeOf(this.#log)
    this.#logFile = openSync(this.#log, 'r')
  }

  get #log(): string {
    return `${this.database.filename}-wal`
  }

  /** Runs a piece of the writer's work. Meanwhile nobody reads with the other connection. @throws what `work` throws. */
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

  /** Begins a transaction. Its commit waits for the disk when it is `isSynced`. @throws when another process holds the lock. */
  begin(isSynced: boolean): void {
    this.#setSynced(isSynced)
    this.prepared('begin immediate').run()
    const version = this.#readOthersVersion()
    if (version !== this.#othersVersion) this.#frozen = null
    this.#othersVersion = version
  }

  /** Call this after the end of each transaction, whichever way it ended. */
  ended(): void {
    this.#setSynced(true)
    if (this.#accessChanged) this.#accessChanges++
    this.#accessChanged = false
    // What was read inside a transaction that was rolled back is not so.
    if (this.#isFreezing) this.#frozen = null
    this.#isFreezing = false
  }

  #setSynced(isSynced: boolean): void {
    if (isSynced === this.#isSynced) return
    // SQLite obeys this pragma while it compiles it, so a prepared statement would do nothing.
    this.database.run(`PRAGMA synchronous = ${isSynced ? 'FULL' : 'NORMAL'}`)
    this.#isSynced = isSynced
  }

  /** Brings the log to the disk in another thread. @throws when the disk fails. */
  syncLog(): Promise<void> {
    return toDisk(this.#logFile)
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
    const copy = `${this.#log}-rescued`
    copyFileSync(`/proc/self/fd/${this.#logFile}`, copy)
    renameSync(copy, this.#log)
  }

  /** Runs a statement that changes rows, and answers how many it changed. A change by any other way counts for nothing. */
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

  /** Call this when a statement of this connection has changed who may come in. */
  noteAccessChange(): void {
    this.#accessChanged = true
  }

  /** How far a practice takes no writes. Undefined where it takes them. */
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

  /** A number that differs after each transaction with a `noteAccessChange`. Before its end, nobody else sees the change. */
  get accessChanges(): number {
    return this.#accessChanges
  }

  /** A number that differs once another process has committed a change. */
  othersVersion(): number {
    // No other process can commit while a transaction of ours is open.
    return this.database.inTransaction ? this.#othersVersion : this.#readOthersVersion()
  }

  #readOthersVersion(): number {
    return this.#version.get()!.data_version
  }

  /**
   * Closes the file, and must be the last to do so. An empty log and its index stay beside it: on a disk that is full by
   * the next start, there is no room for new ones.
   */
  override close(): void {
    this.database.fileControl(constants.SQLITE_FCNTL_PERSIST_WAL, 1)
    this.database.run('PRAGMA journal_size_limit = 0')
    this.#version.finalize()
    super.close()
    closeSync(this.#logFile)
  }
}

const toDisk = promisify(fdatasync)

function bytesOf(value: SQLQueryBindings): number {
  if (typeof value === 'string') return Buffer.byteLength(value)
  return ArrayBuffer.isView(value) ? value.byteLength : 0
}

const inodeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.ino ?? 0

const frozenPractices = `select practice_key as key, stage = ${moveStageCodes.drains} as drains from cell_moves where stage in ${frozenStages}`
