import { Database } from 'bun:sqlite'
import { idOf, type StoredId } from './stored-id.ts'

/** A practice of a file that the file's cell does not serve. */
interface ServedElsewhere {
  readonly practiceId: string
  /** The cell that serves it. Null where no cell does, or where the file holds an older state of the practice. */
  readonly cell: string | null
}

/** Reads from a file that another process may have open which of its practices are served elsewhere. */
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
