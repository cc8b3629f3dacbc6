import { Database } from 'bun:sqlite'

/**
 * Reads the hosts of the practices from a database file, with the former hosts that still work. Another process may
 * have the file open. `now` is in epoch milliseconds.
 */
export function hostsIn(path: string, now: number): string[] {
  const db = new Database(path, { readonly: true })
  try {
    return db
      .query<{ host: string }, [now: number]>(
        `SELECT host FROM practices WHERE host IS NOT NULL
         UNION SELECT host FROM practice_aliases WHERE ends_at > ?1 ORDER BY host`,
      )
      .all(now)
      .map(({ host }) => host)
  } finally {
    db.close()
  }
}
