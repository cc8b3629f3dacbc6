import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { copyTo } from '../../db/copy.ts'
import { inspect, rowsIn } from '../../db/inspect.ts'
import { openDatabase } from '../../db/open.ts'
import type { Config, Replica } from '../config.ts'
import { createStore } from '../store/store.ts'
import { ErasureLedger } from './erasures/ledger.ts'
import { goBack } from './go-back.ts'
import { BackupError, removeBeside, removeDatabase, restore, type Say } from './litestream.ts'
import { type Verified, verifyBackup } from './verify.ts'

/** Writes a consistent copy of the live database to a new file. @throws BackupError. */
export function backUpNow(config: Config, to: string): { rows: number } {
  if (existsSync(to)) throw new BackupError(`the file ${to} is there already: choose another name`)
  const database = openThere(config)
  try {
    return { rows: rowsIn(copyTo(database, to)) }
  } catch (error) {
    throw new BackupError(`the copy could not be written: ${(error as Error).message}`)
  } finally {
    database.close()
  }
}

/** Restores the newest backup and compares it with the live database. @throws BackupError. */
export async function verifyNow(config: Config, now: () => number): Promise<Verified> {
  const replica = replicaOf(config)
  const store = createStore(openThere(config))
  try {
    return await verifyBackup(replica, store.installation, now)
  } finally {
    await store.close()
  }
}

/**
 * Restores the state at `at` (epoch milliseconds), or the newest state, into a new file. The ledger of erased persons is
 * laid beside it, so that a server which serves the file erases them again. @throws BackupError.
 */
export async function restoreTo(
  config: Config,
  to: string,
  how: { at: number | undefined; say: Say },
): Promise<{ rows: number }> {
  if (!existsSync(dirname(resolve(to))))
    throw new BackupError(`the folder of ${to} is not there: create it first`)
  if (!(await restore(replicaOf(config), to, how)))
    throw new BackupError('the object store holds no backup of that time or earlier: choose a later time')
  try {
    const { counts } = inspect(to)
    removeBeside(to)
    await ErasureLedger.of(config.databasePath, config.replica).copyTo(to)
    return { rows: rowsIn(counts) }
  } catch (error) {
    removeDatabase(to)
    if (error instanceof BackupError) throw error
    throw new BackupError(
      `the restored database is damaged: ${(error as Error).message}. Try an earlier time with --at`,
    )
  }
}

/** Takes the database itself back; see `goBack`. @throws BackupError. */
export const restoreInPlace = (config: Config, how: { at: number | undefined; say: Say }) =>
  goBack(replicaOf(config), how)

function replicaOf({ replica }: Config): Replica {
  if (replica === undefined)
    throw new BackupError('REPLICA_URL is not set: set it to the object store that holds the backup')
  return replica
}

/** Never creates a database: an empty one would stand in the way of a restore. */
function openThere({ databasePath }: Config) {
  if (!existsSync(databasePath))
    throw new BackupError(`there is no database at ${databasePath}: set DATABASE_PATH`)
  return openDatabase(databasePath, { replicated: true })
}
