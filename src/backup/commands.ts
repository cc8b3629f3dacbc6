import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { copyTo } from '../../db/copy.ts'
import { type Counts, inspect } from '../../db/inspect.ts'
import { openDatabase } from '../../db/open.ts'
import type { Config, Replica } from '../config.ts'
import { createStore } from '../store/store.ts'
import { BackupError, removeBeside, removeDatabase, restore, type Say } from './litestream.ts'
import { type Verified, verifyBackup } from './verify.ts'

/** Writes a consistent copy of the live database to a new file. @throws BackupError. */
export function backUpNow(config: Config, to: string): { rows: number } {
  if (existsSync(to)) throw new BackupError(`${to} is there already`)
  const database = openThere(config)
  try {
    return { rows: rowsOf(copyTo(database, to)) }
  } catch (error) {
    throw new BackupError(`the copy was not made: ${(error as Error).message}`)
  } finally {
    database.close()
  }
}

/** Restores what was streamed, and compares it with the live database. @throws BackupError. */
export async function verifyNow(config: Config, now: () => number): Promise<Verified> {
  const replica = replicaOf(config)
  const store = createStore(openThere(config))
  try {
    return await verifyBackup(replica, store.installation, now)
  } finally {
    await store.close()
  }
}

/** Restores the database as it was at `at` (epoch milliseconds), or last, into a new file. @throws BackupError. */
export async function restoreTo(
  config: Config,
  to: string,
  how: { at: number | undefined; say: Say },
): Promise<{ rows: number }> {
  if (!existsSync(dirname(resolve(to)))) throw new BackupError(`the folder of ${to} is not there`)
  if (!(await restore(replicaOf(config), to, how)))
    throw new BackupError('the object store holds no backup from then or before')
  try {
    const { counts } = inspect(to)
    removeBeside(to)
    return { rows: rowsOf(counts) }
  } catch (error) {
    removeDatabase(to)
    throw new BackupError(`what was restored is not whole: ${(error as Error).message}`)
  }
}

function replicaOf({ replica }: Config): Replica {
  if (replica === undefined) throw new BackupError('REPLICA_URL names no object store')
  return replica
}

/** A database that is not there is not made: it would stand in the way of a restore. */
function openThere({ databasePath }: Config) {
  if (!existsSync(databasePath)) throw new BackupError(`there is no database at ${databasePath}`)
  return openDatabase(databasePath, { replicated: true })
}

const rowsOf = (counts: Counts): number => Object.values(counts).reduce((sum, count) => sum + count, 0)
