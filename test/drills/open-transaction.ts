import { readFileSync, statSync } from 'node:fs'
import type { Server } from '../support/server.ts'

/** The byte of the index of the log (`-shm`) that a writer locks (SQLite, "WAL-mode File Format", section 2.3.1). */
const writeLock = 120

/**
 * Kills a server (`kill -9`) during an open transaction. The server is paused for each check, so that the transaction
 * does not end before the kill. Returns false when no check found an open transaction. The server is then killed at any
 * moment.
 */
export async function killInTransaction(server: Server, databasePath: string): Promise<boolean> {
  let isOpen = false
  for (let looks = 0; looks < 2_000 && !isOpen; looks++) {
    process.kill(server.pid, 'SIGSTOP')
    isOpen = holdsWriteLock(server.pid, databasePath)
    if (isOpen) break
    process.kill(server.pid, 'SIGCONT')
    await Bun.sleep(1)
  }
  await server.killAll()
  return isOpen
}

/** Whether a process holds SQLite's write lock, by the system's list of locks (proc_locks(5)). */
function holdsWriteLock(pid: number, databasePath: string): boolean {
  const index = statSync(`${databasePath}-shm`).ino
  const lock = new RegExp(`WRITE\\s+${pid}\\s+\\S+:${index}\\s+${writeLock}\\s+${writeLock}\\b`)
  return lock.test(readFileSync('/proc/locks', 'utf8'))
}
