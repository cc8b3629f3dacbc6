/** Databases with the demo practice, for tests that start processes. */
import { copyFileSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { kept } from './scratch.ts'
import { printed } from './server.ts'

interface Demo {
  readonly practiceId: string
  readonly ownerId: string
  readonly token: string
}

const template = join(kept, 'demo.db')
let filled: Promise<Demo> | undefined

/**
 * Puts the demo practice into a new database. No process may have this database open. The database is a copy of a file
 * that `chairside demo` fills once. Returns the object that this command prints.
 */
export async function demoIn(databasePath: string): Promise<Demo> {
  filled ??= printed({ DATABASE_PATH: template }, 'demo')
  const practice = await filled
  mkdirSync(dirname(databasePath), { recursive: true, mode: 0o700 })
  for (const suffix of ['', '-wal', '-shm', '-audit-key'])
    copyFileSync(template + suffix, databasePath + suffix)
  return practice
}
