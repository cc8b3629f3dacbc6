import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import type { ObjectStore, Settings } from '../support/replica.ts'
import { printed } from '../support/server.ts'
import { Ledger, recordsIn } from './ledger.ts'
import { newTally } from './mixed-load.ts'
import { drillPractice } from './practice.ts'

/** The settings of a server that streams its database. */
export type StreamedSettings = Settings & { readonly DATABASE_PATH: string; readonly LOG_LEVEL: string }

/** Settings that stream a database to the store. The folder of the database exists. The database does not exist yet. */
export function streamedSettings(store: ObjectStore): StreamedSettings {
  const settings = { ...store.newReplica(), LOG_LEVEL: 'info' } as StreamedSettings
  mkdirSync(dirname(settings.DATABASE_PATH), { recursive: true })
  return settings
}

/**
 * The beginning of a backup drill: a practice in a new database, and settings that stream the database to the store.
 * The database has at least this many megabytes.
 */
export async function streamedPractice(store: ObjectStore, megabytes = 0) {
  const settings = streamedSettings(store)
  const path = settings.DATABASE_PATH
  const practice = await drillPractice({ DATABASE_PATH: path, megabytes })
  return { settings, path, practice, ledger: new Ledger(), tally: newTally() }
}

/** Restores the backup beside the database. @throws when it lacks a write that was acknowledged. */
export async function requireAllStored(settings: StreamedSettings, ledger: Ledger): Promise<void> {
  const restored = `${settings.DATABASE_PATH}.restored-by-drill`
  await printed(settings, 'restore', '--to', restored)
  const missing = ledger.missingIn(recordsIn(restored)).length
  for (const suffix of ['', '-wal', '-shm']) rmSync(restored + suffix, { force: true })
  if (missing > 0) throw new Error(`${missing} acknowledged writes are not in the object store`)
}

/** The process id of the Litestream that streams a database. */
export const litestreamOf = (path: string): number => Number(readFileSync(`${path}.litestream`, 'utf8'))
