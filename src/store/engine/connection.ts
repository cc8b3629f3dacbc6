import { constants, type Database, type SQLQueryBindings, type Statement } from 'bun:sqlite'
import { copyFileSync, readdirSync, renameSync, statSync } from 'node:fs'
import { Trail } from './chain/trail.ts'
import { PracticeKeys } from './practice-keys.ts'

/** More statements than the service has. Beyond this number, a new statement replaces the oldest one. */
const mostStatements = 500

/** Rows of a list, in its order. `isCut` says that they were long, and that there may be more behind them. */
export interface SomeRows<R> {
  readonly rows: R[]
  readonly isCut: boolean
}

/** The open database and its prepared statements, each prepared once. Only the store uses a connection. */
export class Connection {
  readonly database: Database
  readonly practices = new PracticeKeys(this)
  /** What the audit trail is written with. */
  readonly trail: Trail
  readonly #statements = new Map<string, Statement>()
  #accessChanges = 0
  #writtenBytes = 0
  readonly #inode: number
  readonly #logInode: number

  /** Without `trail`, the key in the file beside the database and the machine's clock. */
  constructor(database: Database, trail: Trail = Trail.beside(database.filename)) {
    this.database = database
    this.trail = trail
    this.#inode = inodeOf(database.filename)
    // Reading makes SQLite open its log. From here on the log stays the same file, through every checkpoint.
    database.query('SELECT count(*) FROM sqlite_schema').get()
    this.#logInode = inodeOf(this.#log)
  }

  get #log(): string {
    return `${this.database.filename}-wal`
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

  /** Runs a statement that changes rows, and answers how many it changed. */
  run(text: string, params: SQLQueryBindings[]): number {
    const { changes } = this.prepared(text).run(...params)
    for (const value of params) this.#writtenBytes += bytesOf(value)
    return changes
  }

  /** How many bytes of texts and of other long values `run` has been given so far. */
  get writtenBytes(): number {
    return this.#writtenBytes
  }

  /** Call this when a statement of this connection has changed who may come in. */
  noteAccessChange(): void {
    this.#accessChanges++
  }

  /** A number that differs after each `noteAccessChange`. */
  get accessChanges(): number {
    return this.#accessChanges
  }

  /** A number that differs once another connection, of this process or of another one, has committed a change. */
  othersVersion(): number {
    return this.prepared<{ data_version: number }>('pragma data_version').get()!.data_version
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
   * Runs `fn` on one state of the file, whatever other processes write meanwhile. `fn` must not wait for anything.
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

  /**
   * Closes the file. After the last use, an empty log and its index stay beside it: on a disk that is full by the next
   * start, there is no room for new ones.
   */
  close(): void {
    this.database.fileControl(constants.SQLITE_FCNTL_PERSIST_WAL, 1)
    this.database.run('PRAGMA journal_size_limit = 0')
    for (const statement of this.#statements.values()) statement.finalize()
    this.#statements.clear()
    this.database.close()
  }
}

function bytesOf(value: SQLQueryBindings): number {
  if (typeof value === 'string') return Buffer.byteLength(value)
  return ArrayBuffer.isView(value) ? value.byteLength : 0
}

const inodeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.ino ?? 0
