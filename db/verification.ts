import { Database } from 'bun:sqlite'

/** The last verification of a backup. */
export interface Verification {
  /** When a backup was last found whole, in epoch milliseconds; null before the first time. */
  readonly verifiedAt: number | null
  /** What the last verification found wrong; null when the backup was whole. */
  readonly fault: string | null
}

/** What a database file says about its backup. */
export interface NotedVerification extends Verification {
  /** The newest sign of life in the file, in epoch milliseconds; 0 where there is none. */
  readonly newestAt: number
}

/** Reads the last verification of its backup from a file that another process may have open. */
export function verificationIn(path: string): NotedVerification {
  const db = new Database(path, { readonly: true })
  try {
    const row = db
      .query<NotedVerification, []>(
        'SELECT verified_at AS verifiedAt, verification_problem AS fault, beat_at AS newestAt FROM installation',
      )
      .get()
    return row ?? { verifiedAt: null, fault: null, newestAt: 0 }
  } finally {
    db.close()
  }
}
