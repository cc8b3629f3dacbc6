import { Database } from 'bun:sqlite'
import { readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'
import { copyTo } from './copy.ts'
import { requireReferences } from './inspect.ts'

/** How many of the copies made before upgrades are kept; older ones make room. */
const copiesKept = 3

/**
 * Brings the file up to the newest migration, in one transaction with the check of every reference: it is done
 * whole or not at all, whenever the process ends. A file with records in it is copied first, beside it, as
 * `<file>.before-<number of the migration>`. (Drizzle's own migrator commits before anything could be checked.)
 *
 * `user_version` keeps which schema was found whole, so that a file changed by another hand is checked again.
 * @throws when something is wrong, after which the file is as it was.
 */
export function upgrade(db: Database, path: string, migrationsFolder: string): void {
  const migrations = readMigrationFiles({ migrationsFolder })
  if (pendingOf(db, migrations).length === 0 && schemaFoundWhole(db)) return

  // Inside a transaction this pragma does nothing, and with it on, rebuilding a table would look like deleting.
  db.run('PRAGMA foreign_keys = OFF')
  db.run('BEGIN IMMEDIATE')
  try {
    // Asked again: until we had the lock, another process may have done the same.
    const pending = pendingOf(db, migrations)
    const applied = migrations.length - pending.length
    if (pending.length > 0 && applied > 0) keepCopy(path, applied)
    for (const migration of pending) apply(db, migration)
    requireReferences(db)
    db.run(`PRAGMA user_version = ${pragma(db, 'schema_version')}`)
    db.run('COMMIT')
  } catch (error) {
    if (db.inTransaction) db.run('ROLLBACK')
    throw error
  } finally {
    db.run('PRAGMA foreign_keys = ON')
  }
}

const schemaFoundWhole = (db: Database) => pragma(db, 'user_version') === pragma(db, 'schema_version')

const pragma = (db: Database, name: string) => db.query(`PRAGMA ${name}`).values()[0]?.[0]

/** The table is drizzle's, which its tools read as well. */
const appliedTable = '__drizzle_migrations'

/** @throws when the file was upgraded by a newer version than this one. */
function pendingOf(db: Database, migrations: readonly MigrationMeta[]): MigrationMeta[] {
  const known = db.query('SELECT 1 FROM sqlite_master WHERE name = ?').get(appliedTable) !== null
  const newest = known
    ? (db.query<{ at: number | null }, []>(`SELECT max(created_at) AS at FROM ${appliedTable}`).get()?.at ??
      0)
    : 0
  if (newest > (migrations.at(-1)?.folderMillis ?? 0))
    throw new Error(
      'a newer version of chairside has upgraded it, and this one does not know how it is laid out',
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

/** Reads through a connection of its own, past the lock that we hold. */
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
