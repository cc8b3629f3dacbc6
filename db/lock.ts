import { Database } from 'bun:sqlite'
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { isBusy } from './trouble.ts'
import { DatabaseUnusable } from './unusable.ts'

const holderOf = (databasePath: string): string => `${databasePath}.holder`

/**
 * The id of the process that has the lock beside a database; null when no process has it. When this user may not open
 * the lock, a process that runs counts as its holder.
 */
export function lockHolder(databasePath: string): number | null {
  const holder = holderOf(databasePath)
  if (!existsSync(holder)) return null
  const pid = Number(readFileSync(holder, 'utf8'))
  return isRunning(pid) && isLocked(`${databasePath}.lock`) ? pid : null
}

/** Since when the present holder has the lock, in epoch milliseconds; null when this is not known. */
export const lockedSince = (databasePath: string): number | null =>
  statSync(holderOf(databasePath), { throwIfNoEntry: false })?.mtimeMs ?? null

function isRunning(pid: number): boolean {
  try {
    // Signal 0 only checks whether the process exists.
    process.kill(pid, 0)
    return true
  } catch (error) {
    // The process exists, and belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function isLocked(path: string): boolean {
  let lock: Database | undefined
  try {
    lock = new Database(path)
    lock.run('PRAGMA busy_timeout = 0')
    lock.run('BEGIN EXCLUSIVE')
    return false
  } catch {
    return true
  } finally {
    lock?.close()
  }
}

/**
 * Takes the lock beside a database, `<database>.lock`. The operating system releases the lock when this process ends,
 * in any way. The lock is SQLite's own lock on an empty file, because Bun has no other lock on files. Returns null when
 * another process has the lock.
 * @throws DatabaseUnusable.
 */
export function lockBeside(databasePath: string): Disposable | null {
  const path = `${databasePath}.lock`
  let lock: Database | undefined
  try {
    mkdirSync(dirname(path), { recursive: true })
    lock = new Database(path, { create: true })
    chmodSync(path, 0o600)
    lock.run('PRAGMA busy_timeout = 0')
    // The journal is in memory, because a journal in a file has no room on a full disk.
    lock.run('PRAGMA journal_mode = MEMORY')
    lock.run('BEGIN EXCLUSIVE')
    tellHolder(holderOf(databasePath))
    const held = lock
    return {
      [Symbol.dispose]() {
        rmSync(holderOf(databasePath), { force: true })
        held.close()
      },
    }
  } catch (error) {
    lock?.close()
    if (isBusy(error)) return null
    throw new DatabaseUnusable('the lock', path, error)
  }
}

function tellHolder(path: string): void {
  try {
    writeFileSync(path, String(process.pid), { mode: 0o600 })
  } catch {
    // The disk is full. The lock is still in force, and the server can serve reads.
    rmSync(path, { force: true })
  }
}
