import { Database } from 'bun:sqlite'

/** Reads the last verification of its backup from a file that another process may have open. */
export function verificationIn(path: string): {
  readonly verifiedAt: number | null
  readonly problem: string | null
} {
  const db = new Database(path, { readonly: true })
  try {
    const row = db
      .query<{ verifiedAt: number | null; problem: string | null }, []>(
        'SELECT verified_at AS verifiedAt, verification_problem AS problem FROM installation',
      )
      .get()
    return row ?? { verifiedAt: null, problem: null }
  } finally {
    db.close()
  }
}
