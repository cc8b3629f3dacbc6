import { Database } from 'bun:sqlite'

/** How many rows each table holds. */
export type Counts = Readonly<Record<string, number>>

/**
 * Reads a whole database file, such as a copy or a restored backup: every page, index and reference.
 * @throws when one is not as it should be; the message says what.
 */
export function inspect(path: string): { counts: Counts; beatAt: number } {
  const db = new Database(path, { readonly: true })
  try {
    requireWhole(db)
    requireReferences(db)
    return { counts: countRows(db), beatAt: beatAtOf(db) }
  } finally {
    db.close()
  }
}

/** The last sign of life in the file, in epoch milliseconds; 0 where there is none. */
function beatAtOf(db: Database): number {
  if (db.query("SELECT 1 FROM sqlite_master WHERE name = 'vitals'").get() === null) return 0
  return db.query<{ at: number }, []>('SELECT beat_at AS at FROM vitals').get()?.at ?? 0
}

/** @throws when `integrity_check` finds anything. */
function requireWhole(db: Database): void {
  const findings = db.query('PRAGMA integrity_check').values().flat()
  if (findings.length !== 1 || findings[0] !== 'ok')
    throw new Error(`the integrity check says: ${findings.slice(0, 3).join('; ')}`)
}

/** @throws when a row refers to one that is not there. */
export function requireReferences(db: Database): void {
  const broken = db.query('PRAGMA foreign_key_check').values()
  if (broken.length > 0) throw new Error(`${broken.length} rows refer to rows that are not there`)
}

export const countRows = (db: Database): Counts =>
  Object.fromEntries(
    tablesOf(db).map((table) => [
      table,
      db.query<{ n: number }, []>(`SELECT count(*) AS n FROM "${table}"`).get()!.n,
    ]),
  )

/** The tables of a database that is open, without those that SQLite keeps for itself. */
export const tablesOf = (db: Database, schema = 'main'): string[] =>
  db
    .query<{ name: string }, [string]>(
      "SELECT name FROM pragma_table_list WHERE schema = ? AND type = 'table' AND name NOT LIKE 'sqlite~_%' ESCAPE '~'",
    )
    .all(schema)
    .map(({ name }) => name)
