import { Database, SQLiteError } from 'bun:sqlite'
import { Trail } from '../engine/chain/trail.ts'
import { ReadConnection } from '../engine/connection.ts'
import { type VerifiedTrails, verifyTrails } from './verify.ts'

/** The trail in a file cannot be read. The message says which file and why, in one line. */
export class TrailUnreadable extends Error {}

/** A database file from which only the trail is read, also while a server writes. Nothing in the file is changed. */
export class TrailFile implements Disposable {
  readonly #connection: ReadConnection

  private constructor(connection: ReadConnection) {
    this.#connection = connection
  }

  /** @throws TrailUnreadable. */
  static open(path: string, key: Uint8Array): TrailFile {
    return readable(path, () => {
      const database = new Database(path, { readonly: true, strict: true })
      try {
        database.run('PRAGMA busy_timeout = 5000')
        if (database.query("SELECT 1 FROM sqlite_master WHERE name = 'moving_practices'").get() === null)
          throw new TrailUnreadable(
            `the file ${path} is of an earlier version: start the service once, which upgrades it`,
          )
        return new TrailFile(new ReadConnection(database, new Trail(() => key, Date.now)))
      } catch (error) {
        database.close()
        throw error
      }
    })
  }

  /** See `verifyTrails`. @throws TrailUnreadable. */
  verify(options: Parameters<typeof verifyTrails>[1]): VerifiedTrails {
    return readable(this.#connection.database.filename, () => verifyTrails(this.#connection, options))
  }

  [Symbol.dispose](): void {
    this.#connection.close()
  }
}

function readable<T>(path: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof SQLiteError)) throw error
    throw new TrailUnreadable(
      `the audit trail in ${path} cannot be read: ${error.message}. If the file is damaged, restore a backup`,
    )
  }
}
