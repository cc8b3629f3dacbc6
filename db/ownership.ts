import { Database } from 'bun:sqlite'

/** The data in a database file about the owner of its backup. */
export interface Ownership {
  /**
   * The name of the database. The name never changes, not even by a restore. Null in a file that has never had a
   * backup.
   */
  readonly databaseId: string | null
  /** The epochs in which this file owned its backup, newest first; see `backup/owner/owner.ts`. */
  readonly epochs: readonly string[]
}

const none: Ownership = { databaseId: null, epochs: [] }

/** Reads the ownership from a file that is not open yet. The file may be from an older version. */
export function ownershipOf(path: string): Ownership {
  const db = new Database(path, { readonly: true })
  try {
    const known = db.query("SELECT 1 FROM pragma_table_info('installation') WHERE name = 'epochs'").get()
    if (known === null) return none
    const row = db
      .query<{ id: string | null; epochs: string | null }, []>(
        'SELECT database_id AS id, epochs FROM installation',
      )
      .get()
    return row === null ? none : { databaseId: row.id, epochs: JSON.parse(row.epochs ?? '[]') }
  } finally {
    db.close()
  }
}
