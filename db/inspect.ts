import { Database } from 'bun:sqlite'

/** How many rows each table holds. */
export type RowCounts = Readonly<Record<string, number>>

/** How many rows all tables hold together. */
export const rowsIn = (counts: RowCounts): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)

/**
 * Reads a whole database file, such as a copy or a restored backup, and checks every page, index and reference.
 * `beatAt` is the time of a server's last sign of life in the file, in epoch milliseconds; 0 when there is none.
 * @throws when the file is damaged. The message names the damage.
 */
export function inspect(path: string): { counts: RowCounts; beatAt: number } {
  const db = new Database(path, { readonly: true })
  try {
    requireWhole(db)
    requireReferences(db)
    return { counts: countRows(db), beatAt: beatAtOf(db) }
  } finally {
    db.close()
  }
}

/** When a server last wrote a sign of life. A file from an older version has no table `installation`. */
function beatAtOf(db: Database): number {
  if (db.query("SELECT 1 FROM sqlite_master WHERE name = 'installation'").get() === null) return 0
  return db.query<{ at: number }, []>('SELECT beat_at AS at FROM installation').get()?.at ?? 0
}

/** @throws when `integrity_check` finds anything. */
function requireWhole(db: Database): void {
  const findings = db.query('PRAGMA integrity_check').values().flat()
  if (findings.length !== 1 || findings[0] !== 'ok')
    throw new Error(`the integrity check found damage: ${findings.slice(0, 3).join('; ')}. Restore a backup.`)
}

/** @throws when a row refers to a missing row. */
export function requireReferences(db: Database): void {
  const broken = db.query('PRAGMA foreign_key_check').values()
  if (broken.length > 0)
    throw new Error(`rows that refer to missing rows: ${broken.length}. Restore a backup.`)
}

/** How many rows each table of an open database holds. */
export const countRows = (db: Database): RowCounts =>
  Object.fromEntries(
    tablesOf(db).map((table) => [
      table,
      db.query<{ n: number }, []>(`SELECT count(*) AS n FROM "${table}"`).get()!.n,
    ]),
  )

/** The tables of an open database, without SQLite's own. */
export const tablesOf = (db: Database, schema = 'main'): string[] =>
  db
    .query<{ name: string }, [string]>(
      "SELECT name FROM pragma_table_list WHERE schema = ? AND type = 'table' AND name NOT LIKE 'sqlite~_%' ESCAPE '~'",
    )
    .all(schema)
    .map(({ name }) => name)
