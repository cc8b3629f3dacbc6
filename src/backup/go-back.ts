import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { inspect, rowsIn } from '../../db/inspect.ts'
import { lockHolder } from '../../db/lock.ts'
import type { Replica } from '../config.ts'
import { BackupError, layAside, removeBeside, removeDatabase, restore, type Say } from './litestream.ts'
import { storeOf } from './owner/found.ts'
import { ownerName } from './owner/judge.ts'
import { openClaim, streamOf } from './owner/settle.ts'
import { setHeadsAside } from './trail/files.ts'

/** A file of this name replaces the database at the next start. The file gets this name only when it is whole. */
const nextOf = (path: string): string => `${path}.next`

/**
 * The file beside `nextOf`. This file holds the `ownerName` of the backup at the time when that state was prepared.
 * The start renames the file to `markOf`.
 */
const ownerOf = (path: string): string => `${path}.next-owner`

/**
 * A file of this name shows that the database was taken back, and that the object store does not know this yet. The
 * file holds the `ownerName` that the backup had before.
 */
const markOf = (path: string): string => `${path}.went-back`

/** How long a server may take to stop, in milliseconds. */
const stopMs = 60_000

/**
 * Takes the database back to its state at `at` (epoch milliseconds), or to the newest state in the object store. The
 * state is restored and checked first, beside the database. Then a running server gets the signal to stop. At its next
 * start, the server renames the present files and serves the restored state.
 * @throws BackupError. After an error, the database is unchanged, and a running server goes on. If the message asks
 * for a restart, the restart serves the restored state.
 */
export async function goBack(
  replica: Replica,
  { at, say }: { at: number | undefined; say: Say },
): Promise<{ rows: number; stopped: boolean }> {
  const path = replica.databasePath
  const unfinished = `${path}.going-back`
  removeDatabase(unfinished)
  removeDatabase(nextOf(path))
  // The owner is read before the restore. A machine that takes the backup over during the restore must not be
  // overridden.
  const owner = await ownerNow(replica)
  if (!(await restore(await streamOf(replica, Date.now, at), unfinished, { at, say })))
    throw new BackupError('the object store holds no backup of that time or earlier: choose a later time')
  const rows = checked(unfinished)
  writeFileSync(ownerOf(path), owner, { mode: 0o600 })
  renameSync(unfinished, nextOf(path))
  const server = lockHolder(path)
  if (server === null) return { rows, stopped: false }
  say('the server is asked to stop')
  tellToStop(server)
  for (const end = Date.now() + stopMs; lockHolder(path) === server; await Bun.sleep(100))
    if (Date.now() > end)
      throw new BackupError(`the server (process ${server}) does not stop: end it, and start it again`)
  return { rows, stopped: true }
}

/**
 * If the store has no object about its owner, the owner is read from the newest backup, whether or not the disk has a
 * database.
 */
const ownerNow = async (replica: Replica): Promise<string> =>
  ownerName(
    await storeOf(replica, openClaim(replica, Date.now), {
      ownership: { databaseId: null, epochs: [] },
      noted: null,
    }),
  )

function tellToStop(server: number): void {
  try {
    process.kill(server, 'SIGTERM')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // The server has just ended by itself.
    if (code === 'ESRCH') return
    throw new BackupError(
      `the server (process ${server}) belongs to another user and cannot be asked to stop: restart the service, and it serves that state`,
    )
  }
}

function checked(restored: string): number {
  try {
    const { counts } = inspect(restored)
    removeBeside(restored)
    return rowsIn(counts)
  } catch (error) {
    removeDatabase(restored)
    throw new BackupError(
      `the restored database is damaged: ${(error as Error).message}. Try an earlier time with --at`,
    )
  }
}

/**
 * Replaces the database with the state that `goBack` has prepared. The old database and all its files are renamed,
 * because its log would bring back the undone writes. Returns what `wentBack` returns.
 */
export function swapIn(path: string, now: number, say: Say): string | null {
  if (!existsSync(nextOf(path))) return wentBack(path)
  setHeadsAside(path)
  if (layAside(path, now)) say(`what was at ${path} is kept as *.lost-…`)
  // The file of `markOf` exists already if an earlier start ended between the next two lines.
  if (existsSync(ownerOf(path))) renameSync(ownerOf(path), markOf(path))
  renameSync(nextOf(path), path)
  return wentBack(path)
}

/**
 * The `ownerName` of the backup when the state on the disk was prepared. Null when the database was not taken back, or
 * when `endGoingBack` was called since.
 */
export const wentBack = (path: string): string | null =>
  existsSync(markOf(path)) ? readFileSync(markOf(path), 'utf8') : null

/** Notes that the object store knows the database that was taken back. */
export const endGoingBack = (path: string): void => rmSync(markOf(path), { force: true })
