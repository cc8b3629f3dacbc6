import { Database } from 'bun:sqlite'

/** How many rows each table holds. */
export type Counts = Readonly<Record<string, number>>

/**
 * Reads a whole database file that nobody else writes to, such as a copy or a restored backup.
 * @throws when a page, an index or a reference is not as it should be; the message says what.
 */
export function inspect(path: string): Counts {
  const db = new Database(path, { readonly: true })
  try {
    requireWhole(db)
    requireReferences(db)
    return countRows(db)
  } finally {
    db.close()
  }
}

/** @throws when `integrity_check` finds anything. */
export function requireWhole(db: Database): void {
  const findings = db.query('PRAGMA integrity_check').values().flat()
  if (findings.length !== 1 || findings[0] !== 'ok')
    throw new Error(`the integrity check says: ${findings.slice(0, 3).join('; ')}`)
}

/** @throws when a row refers to one that is not there. */
export function requireReferences(db: Database): void {
  const broken = db.query('PRAGMA foreign_key_check').values()
  if (broken.length > 0) throw new Error(`${broken.length} rows refer to rows that are not there`)
}

export function countRows(db: Database): Counts {
  const tables = db
    .query<{ name: string }, []>(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite~_%' ESCAPE '~'",
    )
    .all()
  return Object.fromEntries(
    tables.map(({ name }) => [
      name,
      db.query<{ n: number }, []>(`SELECT count(*) AS n FROM "${name}"`).get()!.n,
    ]),
  )
}
