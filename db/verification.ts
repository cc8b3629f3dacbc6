import { Database } from 'bun:sqlite'

/** What a database file says about its backup. Instants are epoch milliseconds. */
export interface Verification {
  /** When a backup was last found whole; null before the first time. */
  readonly verifiedAt: number | null
  /** What the last verification found wrong; null when the backup was whole. */
  readonly problem: string | null
  /** The newest sign of life in the file; 0 where there is none. */
  readonly newestAt: number
}

/** Reads the last verification of its backup from a file that another process may have open. */
export function verificationIn(path: string): Verification {
  const db = new Database(path, { readonly: true })
  try {
    const row = db
      .query<Verification, []>(
        'SELECT verified_at AS verifiedAt, verification_problem AS problem, beat_at AS newestAt FROM installation',
      )
      .get()
    return row ?? { verifiedAt: null, problem: null, newestAt: 0 }
  } finally {
    db.close()
  }
}
