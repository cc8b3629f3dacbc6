import type { Database } from 'bun:sqlite'
import { dirname } from 'node:path'
import { isBusy, isMachineTrouble } from './trouble.ts'

/**
 * Runs `work` with SQLite's temporary files on the disk of the database. The files to undo a DROP TABLE, and the files
 * that VACUUM builds, may be larger than the memory. The usual folder for such files may be in memory, too.
 */
export function withFilesBeside<T>(db: Database, path: string, work: () => T): T {
  db.run(`PRAGMA temp_store_directory = '${dirname(path).replaceAll("'", "''")}'`)
  db.run('PRAGMA temp_store = FILE')
  try {
    return work()
  } finally {
    db.run('PRAGMA temp_store = MEMORY')
    db.run("PRAGMA temp_store_directory = ''")
  }
}

/**
 * Merges the write-ahead log into the database and empties the log. Returns false when another process prevents this.
 */
export const mergeLog = (db: Database): boolean =>
  db.query<{ busy: number }, []>('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy === 0

/** Saves the number of the present schema. VACUUM counts as a change of the schema, too. */
export const rememberSchema = (db: Database) =>
  db.run(`PRAGMA user_version = ${pragma(db, 'schema_version')}`)

/** The value of a pragma. */
export const pragma = (db: Database, name: string) => db.query(`PRAGMA ${name}`).values()[0]?.[0]

/**
 * Rewrites the file and empties the write-ahead log. Afterwards neither contains deleted data. No program may copy the
 * log meanwhile. Returns false when a full disk or another process has prevented it, or when the file has more than
 * `mostBytes`.
 * @throws when the file is damaged.
 */
export function writeAnew(db: Database, path: string, mostBytes = Number.POSITIVE_INFINITY): boolean {
  if (Number(pragma(db, 'page_count')) * Number(pragma(db, 'page_size')) > mostBytes) return false
  try {
    return withFilesBeside(db, path, () => {
      db.run('VACUUM')
      rememberSchema(db)
      return mergeLog(db)
    })
  } catch (error) {
    if (!isBusy(error) && !isMachineTrouble(error)) throw error
    return false
  }
}
