import { Database } from 'bun:sqlite'

/** The last verification of a backup. */
export interface Verification {
  /** When a backup was last found complete, in epoch milliseconds; null before the first time. */
  readonly verifiedAt: number | null
  /** The problem that the last verification found; null when the backup was complete. */
  readonly fault: string | null
}

/** The data in a database file about its backup. */
export interface NotedVerification extends Verification {
  /**
   * When a server last wrote a sign of life into the file, in epoch milliseconds; 0 when the file has no sign of life.
   */
  readonly newestAt: number
}

/** Reads the last verification of the backup from a database file. Another process may have the file open. */
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
