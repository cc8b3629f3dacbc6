import { inspect, rowsIn } from '../../db/inspect.ts'
import { lockedSince } from '../../db/lock.ts'
import { type Ownership, ownershipOf } from '../../db/ownership.ts'
import { isMachineTrouble } from '../../db/trouble.ts'
import type { Replica } from '../config.ts'
import { againWhile } from '../domain/pause.ts'
import type { BackupState } from '../health/backup-state.ts'
import { NotOwner } from '../store/engine/trouble.ts'
import type { Differences } from '../store/service/file-comparison.ts'
import type { Installation } from '../store/service/installation.ts'
import { BackupError, newestStored, RestoreFailed, removeDatabase, restore } from './litestream.ts'
import { openClaim, streamOf } from './owner/settle.ts'
import { isNoRoom, requireRoomToRestore } from './room-to-restore.ts'

export interface Verified {
  /** The lag of the object store: writes younger than this may not be in the store yet. */
  readonly lagSeconds: number
  readonly rows: number
  /** How long the restore took, in seconds. */
  readonly restoreSeconds: number
}

/** Litestream sends every second. A slow object store gets this many attempts, with a pause before each. */
const attempts = 4
const pauseMs = 2_000
/**
 * With FAILOVER=yes, a write waits at most this long until the store confirms that this machine owns the backup. In
 * milliseconds.
 */
const ownerMs = 20_000

/**
 * Restores the backup beside the live database and reads every page, index and reference of it. The backup must hold
 * the newest write, every row, and no other row. The outcome is kept in the database for readiness and metrics.
 * @throws BackupError with the fault of the backup; DatabaseUnavailable when another machine owns the backup.
 */
export async function verifyBackup(
  replica: Replica,
  installation: Installation,
  now: () => number,
): Promise<Verified> {
  try {
    removeRestored(replica.databasePath)
    requireRoomToRestore(replica.databasePath, 'to verify it')
    const verified = await restoreAndCompare(replica, installation, now)
    await whenOwner(() => installation.keepVerification(now(), null))
    return verified
  } catch (error) {
    if (isUnowned(error)) throw error
    const fault = error instanceof Error ? error.message : String(error)
    const known = installation.verification().fault
    // A verification without room has checked nothing, so the result of the earlier verification still counts.
    if (!isNoRoom(fault) || known === null) await whenOwner(() => installation.keepVerification(now(), fault))
    throw new BackupError(fault)
  }
}

/** Writes as soon as this machine owns the backup. A slow answer of the store does not mean that the backup is bad. */
const whenOwner = <T>(write: () => Promise<T>): Promise<T> => againWhile(isUnowned, ownerMs, write)

const isUnowned = (error: unknown): boolean => error instanceof Error && error.cause instanceof NotOwner

/** The path of a restored backup while it is verified. */
const restoredOf = (path: string): string => `${path}.verifying`

/** Removes the files that a killed verification has left. These files may be as large as the database. */
function removeRestored(path: string): void {
  for (const file of [restoredOf(path), `${restoredOf(path)}.restoring`]) removeDatabase(file)
}

async function restoreAndCompare(
  replica: Replica,
  installation: Installation,
  now: () => number,
): Promise<Verified> {
  const path = restoredOf(replica.databasePath)
  const mark = async () => {
    const at = now()
    await whenOwner(() => installation.beat(at))
    return at
  }
  let markedAt = await mark()
  let before: Differences | undefined
  let wrong = ''
  for (let attempt = 0; attempt < attempts; attempt++) {
    await Bun.sleep(pauseMs)
    const beganAt = now()
    removeDatabase(path)
    try {
      if (!(await restore(await streamOf(replica, now), path)))
        throw new BackupError(
          'the object store holds no backup. Check REPLICA_URL, and that the server runs under Litestream',
        )
      const restoreSeconds = (now() - beganAt) / 1000
      const { counts, beatAt } = inspect(path)
      await requireOwn({ ...ownershipOf(path), beatAt }, replica, now)
      if (beatAt < markedAt) {
        wrong = `the backup is behind: its newest write is from ${new Date(beatAt).toISOString()}, and the database's is from ${new Date(markedAt).toISOString()}. Check that the server runs under Litestream and reaches the object store`
        continue
      }
      const found = installation.differencesFrom(path)
      // Rows that were written during the restore differ now, but will no longer differ from the next backup.
      const { tables } = before === undefined ? found : found.lastingSince(before)
      if (tables.length === 0)
        return { lagSeconds: (beganAt - markedAt) / 1000, rows: rowsIn(counts), restoreSeconds }
      wrong = `${damaged}: it and the database differ in rows of ${tables.join(', ')}. ${mend}`
      before = found
      markedAt = await mark()
    } catch (error) {
      // Waiting does not change the owner of the backup.
      if (error instanceof ForeignBackup || isUnowned(error)) throw error
      const { message } = error as Error
      wrong = (await isDamage(error, replica, now)) ? `${damaged}: ${message}. ${mend}` : message
    } finally {
      removeDatabase(path)
    }
  }
  throw new BackupError(wrong)
}

/** The beginning of the message that the object store holds no whole backup. */
const damaged = 'the backup is damaged'
const mend =
  'The database on the disk is right, and the server replaces the backup by itself, once a day at most. To have that now, type: chairside backup begin-anew'

/** Whether the fault that a verification kept is that the object store holds no whole backup. */
export const isDamaged = (fault: string | null): boolean => fault?.startsWith(damaged) ?? false

/** Whether the error of a restore is about the backup, and not about this disk or the connection to the store. */
async function isDamage(error: unknown, replica: Replica, now: () => number): Promise<boolean> {
  if (isMachineTrouble(error) || /no space left/.test((error as Error).message)) return false
  if (error instanceof BackupError && !(error instanceof RestoreFailed)) return false
  return streamOf(replica, now)
    .then(newestStored)
    .then(
      () => true,
      () => false,
    )
}

/** The error that another machine, or another database, streams to the place of this backup. */
class ForeignBackup extends BackupError {}
const foreign = {
  otherDatabase: 'the backup is of another database. Check REPLICA_URL and DATABASE_PATH',
  otherMachine:
    'another machine has continued the backup. Look for it, stop the one that is not meant to run, and read "Two machines" in src/doctor/README.md',
}

/** Whether the fault that a verification kept is that somebody else writes to the place of the backup. */
export const isForeign = (fault: string | null): boolean =>
  Object.values(foreign).some((message) => message === fault)

/**
 * Whether the fault that a verification kept is only that the backup could not be checked.
 */
const isUnchecked = (fault: string | null): boolean =>
  fault !== null && (fault === notYetSent || fault === begunAnew || fault === unproven || isNoRoom(fault))

/** Whether the fault of a verification is that somebody else writes the backup, or that the backup was not checked. */
export const kindOfFault = (fault: string | null): Pick<BackupState, 'foreign' | 'unchecked'> => ({
  foreign: isForeign(fault),
  unchecked: isUnchecked(fault),
})

/** The fault that is shown while a new backup has begun but is not yet verified. */
export const begunAnew =
  'the backup was replaced: a whole copy is on its way, and is verified when it has arrived'

/** The fault that is shown after a server that did not end in order, until the backup is verified. */
export const unproven =
  'the server before this one did not end in order, so nobody knows whether the backup is whole: it is verified now'

/** The fault that is shown until the whole copy of this start has arrived. */
const notYetSent =
  'the backup does not hold this start of the server yet: a whole copy is on its way. Verify it again in an hour. If it still does not, look for errors in the log of Litestream'

/**
 * Checks that this machine and this database wrote the backup. A backup that another machine has continued names an
 * epoch that the database does not know. Our own backup also names an unknown epoch after DISK_WINS or after going
 * back in time, until a whole copy has arrived.
 * @throws ForeignBackup, BackupError.
 */
async function requireOwn(
  backup: Ownership & { readonly beatAt: number },
  replica: Replica,
  now: () => number,
): Promise<void> {
  const own = ownershipOf(replica.databasePath)
  const [epoch] = backup.epochs
  if (backup.databaseId !== own.databaseId && backup.databaseId !== null)
    throw new ForeignBackup(foreign.otherDatabase)
  if (epoch === undefined || own.epochs.includes(epoch)) return
  const owner = await openClaim(replica, now)?.look()
  const isOurs = owner != null && own.epochs.includes(owner.epoch)
  if (isOurs && backup.beatAt < (lockedSince(replica.databasePath) ?? owner.renewedAt))
    throw new BackupError(notYetSent)
  throw new ForeignBackup(foreign.otherMachine)
}
