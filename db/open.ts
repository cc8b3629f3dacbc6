import { Database } from 'bun:sqlite'
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { upgrade } from './upgrade.ts'

const ownMigrations = `${import.meta.dir}/migrations`

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

export interface OpenOptions {
  /** Litestream copies the write-ahead log and alone decides when it goes into the database. */
  readonly replicated?: boolean
  readonly migrationsFolder?: string
}

/**
 * Opens the practice's file, making it if need be, and brings it up to the newest migration.
 * @throws DatabaseUnusable.
 */
export function openDatabase(
  path: string,
  { replicated = false, migrationsFolder = ownMigrations }: OpenOptions = {},
): Database {
  let db: Database | undefined
  try {
    mkdirSync(dirname(path), { recursive: true })
    db = new Database(path, { create: true, strict: true })
    configure(db, { ...pragmas, ...(replicated && { wal_autocheckpoint: 0 }) })
    upgrade(db, path, migrationsFolder)
    // From here on bun:sqlite would wait on the only thread there is; `store/writer.ts` waits without that.
    db.run('PRAGMA busy_timeout = 5')
    return db
  } catch (error) {
    db?.close()
    throw new DatabaseUnusable(path, error)
  }
}

function configure(db: Database, wantedPragmas: Readonly<Record<string, string | number>>): void {
  for (const [name, wanted] of Object.entries(wantedPragmas)) {
    db.run(`PRAGMA ${name} = ${wanted}`)
    const [got] = db.query(`PRAGMA ${name}`).values()[0] ?? []
    if (got !== wanted) throw new Error(`SQLite did not take PRAGMA ${name} = ${wanted}: it says ${got}`)
  }
}
