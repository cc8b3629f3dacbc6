import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { copyTo } from '../../db/copy.ts'
import { inspect, rowsIn } from '../../db/inspect.ts'
import { openDatabase } from '../../db/open.ts'
import type { Config, Replica } from '../config.ts'
import { operatorAct } from '../domain/act.ts'
import { troubleOf } from '../store/engine/trouble.ts'
import { createStore, type Store } from '../store/store.ts'
import { askToBeginAnew } from './begin-anew.ts'
import { ErasureLedger } from './erasures/ledger.ts'
import { goBack } from './go-back.ts'
import { BackupError, removeBeside, removeDatabase, restore, type Say } from './litestream.ts'
import { watchOwner } from './owner/beside.ts'
import { streamOf } from './owner/settle.ts'
import { type HeadsReport, keepHeads } from './trail/heads.ts'
import { trailOf } from './trail/open.ts'
import { type Verified, verifyBackup } from './verify.ts'

/**
 * Writes a consistent copy of the live database to a new file, and the heads of the audit trail beside the database.
 * The trail first gets a row about this copy. If the database takes no writes, for example on a full disk, the copy is
 * made without that row.
 * @throws BackupError.
 */
export async function backUpNow(
  config: Config,
  to: string,
  { now, say }: { readonly now: () => number; readonly say: Say },
): Promise<{ rows: number } & HeadsReport> {
  if (existsSync(to)) throw new BackupError(`the file ${to} is there already: choose another name`)
  return withTrail(config, now, async ({ database, store }, heads) => {
    await store.auditTrail
      .append(null, operatorAct('backup now'), [{ kind: 'export' }])
      .catch((error: unknown) => {
        if (!troubleOf(error)) throw error
        say('the audit trail has no row for this copy, because the database takes no writes')
      })
    const report = await heads()
    try {
      return { rows: rowsIn(copyTo(database, to)), ...report }
    } catch (error) {
      throw new BackupError(`the copy could not be written: ${(error as Error).message}`)
    }
  })
}

/**
 * Restores the newest backup and compares it with the live database. The heads of the audit trail are written as well.
 * @throws BackupError.
 */
export async function verifyNow(config: Config, now: () => number): Promise<Verified & HeadsReport> {
  const replica = replicaOf(config)
  return withTrail(config, now, async ({ store }, heads) => {
    const verified = await verifyBackup(replica, store.installation, now)
    return { ...verified, ...(await heads()) }
  })
}

/**
 * Opens the live database for `work`, and closes it afterwards. `work` can call `heads` to write the heads of the
 * audit trail. On a machine that does not own the backup, nothing is written into the database or the object store.
 */
async function withTrail<T>(
  config: Config,
  now: () => number,
  work: (
    opened: { database: ReturnType<typeof openThere>; store: Store },
    heads: () => Promise<HeadsReport>,
  ) => Promise<T>,
): Promise<T> {
  const say = () => undefined
  // The key is checked first, because without the right key nothing is opened.
  const { trail, key } = await trailOf({ ...config, databasePath: requireThere(config) }, say)
  using owner = await watchOwner(config.replica, now)
  const database = openThere(config)
  const store = createStore(database, undefined, undefined, trail, undefined, owner?.owns)
  try {
    return await work({ database, store }, () => {
      const place = owner?.owns() === false ? { ...config, replica: undefined } : config
      return keepHeads(place, store.auditTrail, key, { now: now(), say })
    })
  } finally {
    await store.close()
  }
}

/**
 * Restores the state at `at` (epoch milliseconds), or the newest state, into a new file. The ledger of erased persons
 * is copied beside this file, so that a server that serves the file erases them again. @throws BackupError.
 */
export async function restoreTo(
  config: Config,
  to: string,
  how: { at: number | undefined; say: Say },
): Promise<{ rows: number }> {
  if (!existsSync(dirname(resolve(to))))
    throw new BackupError(`the folder of ${to} is not there: create it first`)
  const replica = await streamOf(replicaOf(config), Date.now, how.at)
  if (!(await restore(replica, to, how)))
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

/** Takes the live database back to an earlier state; see `goBack`. @throws BackupError. */
export const restoreInPlace = (config: Config, how: { at: number | undefined; say: Say }) =>
  goBack(replicaOf(config), how)

/** Asks the server to replace a damaged backup; see `askToBeginAnew`. @throws BackupError. */
export async function beginAnewNow(
  config: Config,
  how: { readonly now: () => number; readonly say: Say },
): Promise<{ folder: string | null }> {
  requireThere(config)
  return askToBeginAnew(replicaOf(config), how)
}

function replicaOf({ replica }: Config): Replica {
  if (replica === undefined)
    throw new BackupError('REPLICA_URL is not set: set it to the object store that holds the backup')
  return replica
}

/** Opens the database, and never creates one, because an empty database would prevent a restore. */
const openThere = (config: Config) => openDatabase(requireThere(config), { replicated: true })

function requireThere({ databasePath }: Config): string {
  if (existsSync(databasePath)) return databasePath
  throw new BackupError(`there is no database at ${databasePath}: set DATABASE_PATH`)
}
