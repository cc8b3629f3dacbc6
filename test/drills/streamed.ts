import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { ObjectStore, Settings } from '../support/replica.ts'
import { Ledger } from './ledger.ts'
import { newTally } from './mixed-load.ts'
import { drillPractice } from './practice.ts'

/**
 * What a drill of the backup begins with: a practice in a database of its own, which the settings stream to the store.
 * The database has this many megabytes at least.
 */
export async function streamedPractice(store: ObjectStore, megabytes = 0) {
  const settings: Settings = { ...store.newReplica(), LOG_LEVEL: 'info' }
  const path = settings.DATABASE_PATH!
  mkdirSync(dirname(path), { recursive: true })
  const practice = await drillPractice({ DATABASE_PATH: path, megabytes })
  return { settings, path, practice, ledger: new Ledger(), tally: newTally() }
}
