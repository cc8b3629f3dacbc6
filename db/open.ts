import { Database } from 'bun:sqlite'
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { programFile } from '../src/program.ts'
import { closeToOthers } from './file-modes.ts'
import { DatabaseUnusable } from './unusable.ts'
import { type UpgradeOptions, upgrade } from './upgrade.ts'

const ownMigrations = programFile('db/migrations')

/** The settings of every connection. Each setting is read back, because SQLite silently ignores a wrong pragma. */
const pragmas = {
  busy_timeout: 5_000,
  journal_mode: 'wal',
  synchronous: 2,
  foreign_keys: 1,
  trusted_schema: 0,
  cell_size_check: 1,
  // Deleted and replaced data is overwritten with zeros.
  secure_delete: 1,
  // Savepoints keep a journal. A journal in memory makes a booking a quarter faster.
  temp_store: 2,
} as const

/** Only Litestream decides when the log is merged into the database. */
const replicatedPragmas = { wal_autocheckpoint: 0 }
const logPages = 1_000
/**
 * After `logPages` pages, SQLite writes its log from the beginning again, over the old pages. The file keeps their
 * length, because a commit waits twice as long for the disk when it makes a file longer. A longer log is cut to this
 * length. So no deleted text stays behind the pages that are written over.
 */
const alonePragmas = { wal_autocheckpoint: logPages, journal_size_limit: 32 + logPages * (4_096 + 24) }

/**
 * How long a connection waits for a lock after the service has started, in milliseconds. The process does nothing else
 * while it waits.
 */
const patienceMs = 5

/** The options for opening a database file. */
export interface OpenOptions extends Partial<UpgradeOptions> {
  /**
   * True when Litestream copies the write-ahead log: then only Litestream decides when the log is merged into the
   * database.
   */
  readonly replicated?: boolean
  /** Called with the files that other users of this machine could read until now. */
  readonly closed?: (files: readonly string[]) => void
}

/**
 * Opens the database file, creates it when it is missing, and runs the migrations that it lacks.
 * @throws DatabaseUnusable.
 */
export function openDatabase(
  path: string,
  {
    replicated = false,
    closed = () => undefined,
    starting = false,
    say = () => undefined,
    migrationsFolder = ownMigrations,
  }: OpenOptions = {},
): Database {
  let db: Database | undefined
  try {
    mkdirSync(dirname(path), { recursive: true })
    const files = closeToOthers(path)
    if (files.length > 0) closed(files)
    db = new Database(path, { create: true, strict: true })
    configure(db, { ...pragmas, ...(replicated ? replicatedPragmas : alonePragmas) })
    upgrade(db, path, { migrationsFolder, starting, say })
    // bun:sqlite waits for a lock by blocking the only thread. From here on, `store/engine/writer.ts` waits without
    // blocking the thread.
    db.run(`PRAGMA busy_timeout = ${patienceMs}`)
    return db
  } catch (error) {
    db?.close()
    throw new DatabaseUnusable('the database', path, error)
  }
}

/** Opens a database that `openDatabase` has opened, to read only. @throws DatabaseUnusable. */
export function openToRead(path: string): Database {
  let db: Database | undefined
  try {
    db = new Database(path, { readonly: true, strict: true })
    configure(db, { ...pragmas, busy_timeout: patienceMs, query_only: 1 })
    return db
  } catch (error) {
    db?.close()
    throw new DatabaseUnusable('the database', path, error)
  }
}

function configure(db: Database, wantedPragmas: Readonly<Record<string, string | number>>): void {
  for (const [name, wanted] of Object.entries(wantedPragmas)) {
    db.run(`PRAGMA ${name} = ${wanted}`)
    const [got] = db.query(`PRAGMA ${name}`).values()[0] ?? []
    if (got !== wanted) throw new Error(`SQLite did not accept PRAGMA ${name} = ${wanted}; it has ${got}`)
  }
}
