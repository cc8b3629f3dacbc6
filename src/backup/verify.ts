import { requireAmong } from '../../db/copy.ts'
import { type Counts, inspect } from '../../db/inspect.ts'
import type { Replica } from '../config.ts'
import type { Vitals } from '../store/vitals.ts'
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
 * Restores the replica beside the live database, reads every page, index and reference of it, and compares counts and
 * the newest write. What was found is kept for whoever asks how the backups are.
 * @throws BackupError that says what is wrong.
 */
export async function verifyBackup(replica: Replica, vitals: Vitals, now: () => number): Promise<Verified> {
  try {
    const verified = await restoreAndCompare(replica, vitals, now)
    await vitals.keepVerification(now(), null)
    return verified
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    await vitals.keepVerification(now(), problem)
    throw new BackupError(problem)
  }
}

async function restoreAndCompare(replica: Replica, vitals: Vitals, now: () => number): Promise<Verified> {
  const path = `${replica.databasePath}.verifying`
  const markedAt = now()
  await vitals.beat(markedAt)
  let wrong = ''
  for (let attempt = 0; attempt < attempts; attempt++) {
    await Bun.sleep(pauseMs)
    const before = vitals.counts()
    const beganAt = now()
    removeDatabase(path)
    try {
      if (!(await restore(replica, path))) throw new BackupError('the object store holds no backup')
      const restoreSeconds = (now() - beganAt) / 1000
      const { counts, beatAt } = inspect(path)
      if (beatAt >= markedAt) {
        requireAmong(counts, before, vitals.counts())
        return { lagSeconds: (beganAt - markedAt) / 1000, rows: rowsOf(counts), restoreSeconds }
      }
      wrong = `its newest write is from ${new Date(beatAt).toISOString()}, the database's from ${new Date(markedAt).toISOString()}`
    } catch (error) {
      wrong = (error as Error).message
    } finally {
      removeDatabase(path)
    }
  }
  throw new BackupError(wrong)
}

const rowsOf = (counts: Counts): number => Object.values(counts).reduce((sum, count) => sum + count, 0)
