import type { Database, Statement } from 'bun:sqlite'
import { copyFileSync, readdirSync, renameSync, statSync } from 'node:fs'

/** More than the service has; what a subset of fields makes beyond it pushes out the oldest. */
const mostStatements = 500

/** The database and its prepared statements, each prepared once. Nothing outside the store holds one. */
export class Connection {
  readonly database: Database
  readonly #statements = new Map<string, Statement>()

  readonly #inode: number
  readonly #logInode: number

  constructor(database: Database) {
    this.database = database
    this.#inode = inodeOf(database.filename)
    // Reading makes SQLite open its log; from here on it stays the same file, whatever checkpoints do.
    database.query('SELECT count(*) FROM sqlite_schema').get()
    this.#logInode = inodeOf(this.#log)
  }

  get #log(): string {
    return `${this.database.filename}-wal`
  }

  /**
   * False when the file or its log was deleted or replaced: SQLite would go on writing to what nobody will ever open
   * again.
   */
  isInPlace(): boolean {
    return inodeOf(this.database.filename) === this.#inode && inodeOf(this.#log) === this.#logInode
  }

  /** Where the log alone was deleted, puts back what we still have open, for whoever opens the database next. Linux. */
  rescueLog(): void {
    if (inodeOf(this.database.filename) !== this.#inode || inodeOf(this.#log) !== 0) return
    const open = '/proc/self/fd'
    const log = readdirSync(open).find((fd) => inodeOf(`${open}/${fd}`) === this.#logInode)
    if (log === undefined) return
    const copy = `${this.#log}-rescued`
    copyFileSync(`${open}/${log}`, copy)
    renameSync(copy, this.#log)
  }

  /** The prepared statement for this text; bun:sqlite's own cache holds only 20. */
  prepared<R>(text: string): Statement<R, never[]> {
    let statement = this.#statements.get(text)
    if (statement === undefined) {
      if (this.#statements.size === mostStatements) this.#forgetOldest()
      statement = this.database.prepare(text)
      this.#statements.set(text, statement)
    }
    return statement as Statement<R, never[]>
  }

  #forgetOldest(): void {
    const [[text, statement]] = this.#statements as unknown as [[string, Statement]]
    statement.finalize()
    this.#statements.delete(text)
  }

  close(): void {
    for (const statement of this.#statements.values()) statement.finalize()
    this.#statements.clear()
    this.database.close()
  }
}

const inodeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.ino ?? 0
