import { existsSync } from 'node:fs'
import { ownershipOf } from '../../db/ownership.ts'
import { type Verification, verificationIn } from '../../db/verification.ts'
import { newestStored, requireGoodVersion, type Stored } from '../backup/litestream.ts'
import { openClaim } from '../backup/owner/settle.ts'
import { kindOfProblem } from '../backup/verify.ts'
import { levelOf } from '../domain/service-health.ts'
import { tolerableLagMs, worriesAbout } from '../health/backup-state.ts'
import { type Finding, ok, red, type Site, warn } from './finding.ts'

const log = 'To see why, type: journalctl -u chairside -n 50'

/** Whether the object store answers, holds a backup of this database, and whether that backup was verified. */
export async function objectStore({ config, now }: Site): Promise<Finding> {
  const { replica, databasePath } = config
  if (replica === undefined)
    return warn(
      'store',
      'there is no object store, so a lost disk loses everything',
      'Set REPLICA_URL and its keys',
    )
  if (!existsSync(databasePath)) return red('store', 'there is no database to stream', 'Check DATABASE_PATH')
  try {
    const [stored, owner] = [await newestStored(replica), await openClaim(replica, now)?.look()]
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
    if (stored === null || !stored.hasCopy)
      return red(
        'store',
        'it holds no whole copy of the database yet',
        `Wait a minute and look again. ${log}`,
      )
    return judgeBackup(stored, verificationIn(databasePath), now)
  } catch (error) {
    return red('store', (error as Error).message, log)
  }
}

/** What to think of a backup of this database: as bad as on the owner's page, by the newest write on the disk. */
function judgeBackup(stored: Stored, { newestAt, ...known }: Verification, now: () => number): Finding {
  const { verifiedAt, problem } = known
  // The object store knows whole seconds only.
  const lagMs = Math.max(0, newestAt - stored.at - 999)
  const worries = worriesAbout(
    { ...known, storedAt: stored.at, lagMs, ...kindOfProblem(problem) },
    { now, startedAt: now() },
  )
  const newest = `the newest change in it is from ${new Date(stored.at).toISOString()}`
  const verify = 'Type: chairside backup verify'
  if (verifiedAt !== null && worries.length === 0)
    return ok('store', `${newest}, and it was verified at ${new Date(verifiedAt).toISOString()}`)
  const isBehind = lagMs > tolerableLagMs
  const found = [
    newest,
    ...(isBehind ? [`it is ${Math.floor(lagMs / 60_000)} minutes behind the database`] : []),
    ...(problem !== null ? [`the last verification failed: ${problem}`] : []),
    ...(!isBehind && problem === null ? ['it was not verified for two days'] : []),
  ].join('; ')
  return (levelOf(worries) === 'trouble' ? red : warn)('store', found, isBehind ? log : verify)
}

/** Whether the programs have the versions that chairside was tested with. `bun` is the version that it asks for. */
export async function versions({ config }: Site, bun: string): Promise<Finding> {
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
