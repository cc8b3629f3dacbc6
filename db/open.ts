import { Database } from 'bun:sqlite'
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { drizzle } from 'drizzle-orm/bun-sqlite'
import { migrate } from 'drizzle-orm/bun-sqlite/migrator'

const migrationsFolder = `${import.meta.dir}/migrations`

/** What every connection runs with. Set before use and read back: a pragma that SQLite does not take it ignores. */
const pragmas = {
  busy_timeout: 5_000,
  journal_mode: 'wal',
  synchronous: 2,
  foreign_keys: 1,
  trusted_schema: 0,
  cell_size_check: 1,
  // Savepoints journal what they change: in memory, a booking takes a quarter less time.
  temp_store: 2,
} as const

/** The file cannot be used; the message says which and why, in one line. */
export class DatabaseUnusable extends Error {
  constructor(path: string, cause: unknown) {
    super(`the database ${path} cannot be used: ${cause instanceof Error ? cause.message : cause}`, { cause })
  }
}

/**
 * Opens the practice's file, making it if need be, and brings it up to the newest migration.
 * @throws DatabaseUnusable.
 */
export function openDatabase(path: string): Database {
  let db: Database | undefined
  try {
    mkdirSync(dirname(path), { recursive: true })
    db = new Database(path, { create: true, strict: true })
    configure(db)
    migrateUp(db)
    // From here on bun:sqlite would wait on the only thread there is; `store/writer.ts` waits without that.
    db.run('PRAGMA busy_timeout = 5')
    return db
  } catch (error) {
    db?.close()
    throw new DatabaseUnusable(path, error)
  }
}

function configure(db: Database): void {
  for (const [name, wanted] of Object.entries(pragmas)) {
    db.run(`PRAGMA ${name} = ${wanted}`)
    const [got] = db.query(`PRAGMA ${name}`).values()[0] ?? []
    if (got !== wanted) throw new Error(`SQLite did not take PRAGMA ${name} = ${wanted}: it says ${got}`)
  }
}

/**
 * Foreign keys are off around the migrations (inside one the pragma does nothing) and checked after them.
 * `user_version` keeps which schema was found whole, so that a start after a failed check checks again.
 */
function migrateUp(db: Database): void {
  const read = (pragma: string) => db.query(`PRAGMA ${pragma}`).values()[0]?.[0]
  db.run('PRAGMA foreign_keys = OFF')
  migrate(drizzle(db), { migrationsFolder })
  db.run('PRAGMA foreign_keys = ON')
  const schemaVersion = read('schema_version')
  if (read('user_version') === schemaVersion) return
  const broken = db.query('PRAGMA foreign_key_check').values()
  if (broken.length > 0) throw new Error(`${broken.length} rows refer to rows that are not there`)
  db.run(`PRAGMA user_version = ${schemaVersion}`)
}
