import { Database } from 'bun:sqlite'
import { idOf, type StoredId } from './stored-id.ts'

/** A practice that nobody sees, because an import or a removal of it has begun and not ended. */
interface Unfinished {
  readonly practiceId: string
  readonly what: 'import' | 'removal'
}

/** Reads from a file that another process may have open which imports and removals have not ended. */
export function unfinishedTransfers(path: string): Unfinished[] {
  const db = new Database(path, { readonly: true })
  try {
    return db
      .query<{ id: StoredId; what: Unfinished['what'] }, []>(
        `SELECT p.id, iif(r.practice_key IS NULL, 'import', 'removal') AS what
         FROM moving_practices m JOIN practices p ON p.key = m.practice_key
         LEFT JOIN removed_practices r ON r.practice_key = m.practice_key AND r.ended_at IS NULL`,
      )
      .all()
      .map(({ id, what }) => ({ practiceId: idOf(id), what }))
  } finally {
    db.close()
  }
}

/** What to do about it, beside the finding itself. The command may be at work at this moment. */
export const howToEnd = ({ practiceId, what }: Unfinished): string =>
  what === 'import'
    ? `Unless it runs now, type the same \`practice import\` again. To clear it away instead, type: chairside practice remove --id ${practiceId} --without-export`
    : `Unless it runs now, type: chairside practice remove --id ${practiceId} --without-export`
