import { existsSync } from 'node:fs'
import { lockedSince } from '../../db/lock.ts'
import { ownershipOf } from '../../db/ownership.ts'
import { type NotedVerification, verificationIn } from '../../db/verification.ts'
import { requireGoodVersion } from '../backup/litestream.ts'
import { inFolder } from '../backup/owner/folders.ts'
import type { Folders } from '../backup/owner/owner.ts'
import { openClaim } from '../backup/owner/settle.ts'
import { streamProgressOf } from '../backup/progress.ts'
import { isDamaged, kindOfFault } from '../backup/verify.ts'
import type { Replica } from '../config.ts'
import { type HealthFinding, levelOf } from '../domain/service-health.ts'
import { tolerableLagMs, worriesAbout } from '../health/backup-state.ts'
import { type CheckContext, type Finding, ok, red, warn } from './finding.ts'

const log = 'To see why, type: journalctl -u chairside -n 50'

/** Whether the object store answers, holds a backup of this database, and whether that backup was verified. */
export async function objectStore({ config, now }: CheckContext): Promise<Finding> {
  const { replica, databasePath } = config
  if (replica === undefined)
    return warn(
      'store',
      'there is no object store, so a lost disk loses everything',
      'Set REPLICA_URL and its keys',
    )
  if (!existsSync(databasePath)) return red('store', 'there is no database to stream', 'Check DATABASE_PATH')
  try {
    const owner = await openClaim(replica, now)?.look()
    const { storedAt } = await streamProgressOf(inFolder(replica, owner?.folder ?? null))
    const own = ownershipOf(databasePath)
    if (owner && own.databaseId !== null && owner.databaseId !== own.databaseId)
      return red(
        'store',
        'it holds the backup of another database',
        'Give each database a REPLICA_URL of its own',
      )
    if (owner && !own.epochs.includes(owner.epoch))
      return red(
        'store',
        `another machine, ${owner.machine}, has taken over the backup`,
        'Stop the machine that is not meant to run',
      )
    if (storedAt === null)
      return red(
        'store',
        'it holds no whole copy of the database yet',
        `Wait a minute and look again. ${log}`,
      )
    const finding = judgeBackup(storedAt, verificationIn(databasePath), {
      now,
      startedAt: lockedSince(databasePath) ?? now(),
    })
    return finding.state === 'ok' && owner ? ((await outlived(replica, owner, now())) ?? finding) : finding
  } catch (error) {
    return red('store', (error as Error).message, log)
  }
}

/**
 * How long the object store keeps a state, in milliseconds. Litestream keeps a state for thirty days. It deletes the
 * state within a day afterwards.
 */
const keptMs = 31 * 86_400_000

/**
 * Finds an old folder that still holds a backup. Litestream deletes nothing in a folder that it no longer streams to.
 * So persons who were erased since then are still in that backup.
 */
async function outlived(replica: Replica, { earlier }: Folders, now: number): Promise<Finding | null> {
  for (const { folder, until } of earlier.filter((one) => now - one.until > keptMs))
    if (!(await streamProgressOf(inFolder(replica, folder))).empty)
      return warn(
        'store',
        `it still holds a backup that was replaced at ${new Date(until).toISOString()}, in ${folder ?? 'REPLICA_URL itself'}`,
        'Delete these files, as "The backup is damaged" in src/doctor/README.md says',
      )
  return null
}

/** Judges a backup of this database by the newest write on the disk, with the same rules as the owner's page. */
function judgeBackup(
  storedAt: number,
  { newestAt, ...known }: NotedVerification,
  times: { readonly now: () => number; readonly startedAt: number },
): Finding {
  const { verifiedAt, fault } = known
  const lagMs = Math.max(0, newestAt - storedAt)
  const worries = worriesAbout({ ...known, lagMs, ...kindOfFault(fault) }, times)
  const newest = `it holds the writes up to ${new Date(storedAt).toISOString()}`
  const verify = 'Type: chairside backup verify'
  if (verifiedAt !== null && worries.length === 0)
    return ok('store', `${newest}, and it was verified at ${new Date(verifiedAt).toISOString()}`)
  const isBehind = lagMs > tolerableLagMs
  const found = [
    newest,
    ...(isBehind ? [`it is ${Math.floor(lagMs / 60_000)} minutes behind the database`] : []),
    ...(fault !== null ? [`the last verification failed: ${fault}`] : []),
    ...(!isBehind && fault === null ? [unverified(verifiedAt, worries)] : []),
  ].join('; ')
  const advice = isDamaged(fault) ? 'Type: chairside backup begin-anew' : isBehind ? log : verify
  return (levelOf(worries) === 'trouble' ? red : warn)('store', found, advice)
}

function unverified(verifiedAt: number | null, worries: readonly HealthFinding[]): string {
  if (verifiedAt !== null) return 'it was not verified for two days'
  return worries.length > 0
    ? 'it was never verified, although the service has run for two days'
    : 'it was not verified yet: the service does this five minutes after a start'
}

/**
 * Checks whether Bun has the version `bun`, with which chairside was tested. Also checks whether Litestream is recent
 * enough.
 */
export async function versions({ config }: CheckContext, bun: string): Promise<Finding> {
  try {
    if (config.replica) await requireGoodVersion(config.replica)
  } catch (error) {
    return red('versions', (error as Error).message, 'Then type: systemctl restart chairside')
  }
  return Bun.version === bun
    ? ok('versions', `Bun is ${bun}${config.replica ? ', and Litestream is recent enough' : ''}`)
    : warn(
        'versions',
        `Bun is ${Bun.version}, and chairside was tested with ${bun}`,
        'Start it as the unit of src/install does',
      )
}
