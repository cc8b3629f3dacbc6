import { Database } from 'bun:sqlite'
import { idOf, type StoredId } from './stored-id.ts'

/** A practice in a database file that the file's cell does not serve. A cell is a server with its database. */
interface ServedElsewhere {
  readonly practiceId: string
  /**
   * The cell that serves the practice. Null when no cell serves it, or when the file has an older state of the
   * practice.
   */
  readonly cell: string | null
}

/** Reads which practices in a database file its cell does not serve. Another process may have the file open. */
export function servedElsewhere(path: string): ServedElsewhere[] {
  const db = new Database(path, { readonly: true })
  try {
    return db
      .query<{ id: StoredId; cell: string | null }, []>(
        'SELECT p.id, e.cell FROM elsewhere_practices e JOIN practices p ON p.key = e.practice_key ORDER BY p.id',
      )
      .all()
      .map(({ id, cell }) => ({ practiceId: idOf(id), cell }))
  } finally {
    db.close()
  }
}
