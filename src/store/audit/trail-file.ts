import { Database } from 'bun:sqlite'
import { Connection } from '../connection.ts'
import { Trail } from './trail.ts'
import { type VerifiedTrails, verifyTrails } from './verify.ts'

/** The file has no audit trail, because an older version wrote it, or no version at all. */
export class NoTrail extends Error {
  constructor(path: string) {
    super(`the file ${path} has no audit trail: start the service once, which upgrades it`)
  }
}

/** A database file whose trail is only read, also while a server writes. Nothing in the file is changed. */
export class TrailFile implements Disposable {
  readonly #connection: Connection

  private constructor(connection: Connection) {
    this.#connection = connection
  }

  /** @throws NoTrail; what SQLite throws for a file that it cannot open. */
  static open(path: string, key: Uint8Array): TrailFile {
    const database = new Database(path, { readonly: true, strict: true })
    try {
      database.run('PRAGMA busy_timeout = 5000')
      if (database.query("SELECT 1 FROM sqlite_master WHERE name = 'audit_closings'").get() === null)
        throw new NoTrail(path)
      return new TrailFile(new Connection(database, new Trail(() => key, Date.now)))
    } catch (error) {
      database.close()
      throw error
    }
  }

  /** See `verifyTrails`. */
  verify(options: Parameters<typeof verifyTrails>[1]): VerifiedTrails {
    return verifyTrails(this.#connection, options)
  }

  [Symbol.dispose](): void {
    this.#connection.close()
  }
}
