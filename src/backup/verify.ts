import { statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Counts, inspect } from '../../db/inspect.ts'
import type { Replica } from '../config.ts'
import type { Installation } from '../store/installation.ts'
import { BackupError, removeDatabase, restore } from './litestream.ts'

export interface Verified {
  /** Of everything that is on disk here, what is at most so old was not yet in the object store. */
  readonly lagSeconds: number
  readonly rows: number
  /** How long it took to restore. */
  readonly restoreSeconds: number
}

/** The stream is synced each second; a slow object store is asked again, so often and with such pauses. */
const attempts = 4
const pauseMs = 2_000

/**
 * Restores the replica beside the live database, reads every page, index and reference of it, and looks in it for the
 * newest write and every row. What was found is kept for whoever asks how the backups are.
 * @throws BackupError that says what is wrong.
 */
export async function verifyBackup(
  replica: Replica,
  installation: Installation,
  now: () => number,
): Promise<Verified> {
  try {
    requireRoom(replica.databasePath)
    const verified = await restoreAndCompare(replica, installation, now)
    await installation.keepVerification(now(), null)
    return verified
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    await installation.keepVerification(now(), problem)
    throw new BackupError(problem)
  }
}

/** @throws BackupError when what is restored, and what Litestream needs meanwhile, would fill the volume. */
function requireRoom(path: string): void {
  const { bavail, bsize } = statfsSync(dirname(path))
  const [free, needed] = [bavail * bsize, statSync(path).size * 2]
  if (free < needed)
    throw new BackupError(
      `there is no room to verify: ${inMegabytes(free)} MB are free beside the database, and ${inMegabytes(needed)} are needed`,
    )
}

async function restoreAndCompare(
  replica: Replica,
  installation: Installation,
  now: () => number,
): Promise<Verified> {
  const path = `${replica.databasePath}.verifying`
  let mark = await installation.mark(now())
  let wrong = ''
  for (let attempt = 0; attempt < attempts; attempt++) {
    await Bun.sleep(pauseMs)
    const beganAt = now()
    removeDatabase(path)
    try {
      if (!(await restore(replica, path))) throw new BackupError('the object store holds no backup')
      const restoreSeconds = (now() - beganAt) / 1000
      const { counts, beatAt } = inspect(path)
      if (beatAt < mark.at) {
        wrong = `its newest write is from ${new Date(beatAt).toISOString()}, the database's from ${new Date(mark.at).toISOString()}`
        continue
      }
      const lacking = installation.lackingIn(path, mark)
      if (lacking.length === 0)
        return { lagSeconds: (beganAt - mark.at) / 1000, rows: rowsOf(counts), restoreSeconds }
      wrong = `it lacks rows of ${lacking.join(', ')}`
      mark = await installation.mark(now())
    } catch (error) {
      wrong = (error as Error).message
    } finally {
      removeDatabase(path)
    }
  }
  throw new BackupError(wrong)
}

const inMegabytes = (bytes: number): number => Math.round(bytes / 1_000_000)

const rowsOf = (counts: Counts): number => Object.values(counts).reduce((sum, count) => sum + count, 0)
