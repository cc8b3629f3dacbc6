import { Database } from 'bun:sqlite'
import { readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'
import { fillChairNames } from './chair-names.ts'
import { copyTo } from './copy.ts'
import { requireReferences } from './inspect.ts'
import { mergeLog, pragma, rememberSchema, withFilesBeside } from './rewrite.ts'
import { renewSearchKeys } from './search-keys.ts'
import { isBusy, isMachineTrouble } from './trouble.ts'

/** How many copies from before upgrades are kept. Older copies are deleted. */
const copiesKept = 3

const movesData =
  'the database gets the form that this version needs: this takes about a minute for each gigabyte'

/** The options for upgrading a database file. */
export interface UpgradeOptions {
  /**
   * True for a server that starts, before anything copies the write-ahead log. Only then is the log merged, and free
   * room given back to the disk.
   */
  readonly starting: boolean
  /** Called before an upgrade that takes minutes in a large file. */
  readonly say: (line: string) => void
  /** Used by tests of an upgrade. */
  readonly migrationsFolder: string
}

/**
 * Upgrades the file. At the start of a server, it then gives free room back to the disk.
 * @throws when something is wrong; a file that could not be upgraded is then unchanged.
 */
export function upgrade(db: Database, path: string, options: UpgradeOptions): void {
  withFilesBeside(db, path, () => {
    const upgraded = migrate(db, path, options)
    if (options.starting) giveRoomBack(db, upgraded)
  })
}

/**
 * Runs the migrations that the file lacks and checks every reference, all in one transaction. So the upgrade is done
 * completely or not at all, even when the process is killed. Drizzle's own migrator commits before a check is possible.
 *
 * A file that is not new is first copied to `<file>.before-<number of its migrations>`. The search keys of its patients
 * are then made again, because versions of the program fold names differently. `user_version` holds the number of the
 * schema that was last checked, so that a schema changed by other means is checked again. Returns whether migrations
 * were run.
 */
function migrate(db: Database, path: string, { migrationsFolder, say }: UpgradeOptions): boolean {
  const migrations = readMigrationFiles({ migrationsFolder })
  if (pendingOf(db, migrations).length === 0 && schemaFoundWhole(db)) return false
  if (mayHoldDeletedText(db)) db.run('VACUUM')

  // This pragma does nothing inside a transaction. With foreign keys on, rebuilding a table would count as deleting
  // rows.
  db.run('PRAGMA foreign_keys = OFF')
  db.run('BEGIN IMMEDIATE')
  try {
    // Read again, because another process may have upgraded the file before we had the lock.
    const pending = pendingOf(db, migrations)
    const applied = migrations.length - pending.length
    if (pending.length > 0 && applied > 0) {
      say(movesData)
      keepCopy(path, applied)
    }
    for (const migration of pending) apply(db, migration)
    if (pending.length > 0) fillChairNames(db)
    if (pending.length > 0) renewSearchKeys(db)
    requireReferences(db)
    rememberSchema(db)
    db.run('COMMIT')
    return pending.length > 0
  } catch (error) {
    if (db.inTransaction) db.run('ROLLBACK')
    throw error
  } finally {
    db.run('PRAGMA foreign_keys = ON')
  }
}

/**
 * Merges the log after an upgrade, because the log is then larger than the file. Rewrites the file when more than half
 * of it is free, as after an upgrade that made all rows smaller. Restores and backups would copy the free pages. A full
 * disk or another process may prevent this. The file works without it, too, and the next start tries again.
 * @throws when the file is damaged.
 */
function giveRoomBack(db: Database, upgraded: boolean): void {
  try {
    if (upgraded) mergeLog(db)
    if (Number(pragma(db, 'freelist_count')) * 2 < Number(pragma(db, 'page_count'))) return
    db.run('VACUUM')
    rememberSchema(db)
    mergeLog(db)
  } catch (error) {
    if (!isBusy(error) && !isMachineTrouble(error)) throw error
  }
}

/**
 * Whether the file was written by a version that did not overwrite deleted data. Such a version had no table
 * `patient_words`. VACUUM rewrites the file without the deleted text.
 */
const mayHoldDeletedText = (db: Database) => hasTable(db, 'patients') && !hasTable(db, 'patient_words')

const hasTable = (db: Database, name: string) =>
  db.query('SELECT 1 FROM sqlite_master WHERE name = ?').get(name) !== null

/** Whether the references of the present schema were checked. */
const schemaFoundWhole = (db: Database) => pragma(db, 'user_version') === pragma(db, 'schema_version')

/** The table of Drizzle's own migrator, so that Drizzle's tools can read it. */
const appliedTable = '__drizzle_migrations'

/** The migrations that the file lacks. @throws when a newer version than this one has upgraded the file. */
function pendingOf(db: Database, migrations: readonly MigrationMeta[]): MigrationMeta[] {
  const newest = hasTable(db, appliedTable)
    ? (db.query<{ at: number | null }, []>(`SELECT max(created_at) AS at FROM ${appliedTable}`).get()?.at ??
      0)
    : 0
  if (newest > (migrations.at(-1)?.folderMillis ?? 0))
    throw new Error(
      'a newer version of chairside has upgraded it. Start that version, or restore a backup from before.',
    )
  return migrations.filter(({ folderMillis }) => folderMillis > newest)
}

function apply(db: Database, { sql, hash, folderMillis }: MigrationMeta): void {
  db.run(
    `CREATE TABLE IF NOT EXISTS ${appliedTable} (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at numeric)`,
  )
  for (const statement of sql) db.run(statement)
  db.run(`INSERT INTO ${appliedTable} (hash, created_at) VALUES (?, ?)`, [hash, folderMillis])
}

/** Copies through a second connection, which can read while the first connection has the lock. */
function keepCopy(path: string, applied: number): void {
  const prefix = `${path}.before-`
  const reader = new Database(path)
  try {
    copyTo(reader, prefix + String(applied).padStart(4, '0'))
  } finally {
    reader.close()
  }
  const copies = readdirSync(dirname(path))
    .map((name) => join(dirname(path), name))
    .filter((copy) => copy.startsWith(prefix) && /^\d{4}$/.test(copy.slice(prefix.length)))
  for (const old of copies.sort().slice(0, -copiesKept)) rmSync(old)
}
