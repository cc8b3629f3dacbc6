import { Database } from 'bun:sqlite'
import { chmodSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Takes the lock beside a database, `<database>.lock`. The operating system releases it when this process ends,
 * however it ends. It is SQLite's own lock on an empty file, because Bun has no other lock on files.
 * Answers null when another process has the lock.
 */
export function lockBeside(databasePath: string): Disposable | null {
  const path = `${databasePath}.lock`
  mkdirSync(dirname(path), { recursive: true })
  const lock = new Database(path, { create: true })
  try {
    chmodSync(path, 0o600)
    lock.run('PRAGMA busy_timeout = 0')
    lock.run('BEGIN EXCLUSIVE')
    return { [Symbol.dispose]: () => lock.close() }
  } catch (error) {
    lock.close()
    if ((error as { code?: string }).code === 'SQLITE_BUSY') return null
    throw error
  }
}
