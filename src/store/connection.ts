import type { Database, Statement } from 'bun:sqlite'

/** The database and its prepared statements, each prepared once. Nothing outside the store holds one. */
export class Connection {
  readonly database: Database
  readonly #statements = new Map<string, Statement>()

  constructor(database: Database) {
    this.database = database
  }

  /** The prepared statement for this text; bun:sqlite's own cache holds only 20. */
  prepared<R>(text: string): Statement<R, never[]> {
    let statement = this.#statements.get(text)
    if (statement === undefined) {
      statement = this.database.prepare(text)
      this.#statements.set(text, statement)
    }
    return statement as Statement<R, never[]>
  }

  close(): void {
    for (const statement of this.#statements.values()) statement.finalize()
    this.#statements.clear()
    this.database.close()
  }
}
