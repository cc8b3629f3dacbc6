import { ownershipOf } from '../../../db/ownership.ts'
import type { Replica } from '../../config.ts'
import { momentNow, msSince, never, type SeenOwner, timesOf } from './owner.ts'
import { machineOf, openClaim } from './settle.ts'
import { StoreAway } from './store-away.ts'

/** How often a process beside the server reads the claim, in milliseconds. */
const lookEveryMs = 2_000

/**
 * Watches, for a process beside the server, whether the server of this machine owns the practices. Resolves with
 * undefined without FAILOVER=yes, because then no other machine takes over soon. While the store does not answer, the
 * claim is not confirmed.
 * @throws BackupError when the claim cannot be read.
 */
export async function watchOwner(replica: Replica | undefined, now: () => number) {
  if (!replica?.failover) return undefined
  const claim = openClaim(replica, now)
  const { safeMs } = timesOf(replica)
  let confirmed = never
  const look = async () => {
    const began = momentNow(now)
    const owner = (await claim?.look()) ?? null
    // An old renewal of the server confirms nothing now, so the age of the renewal is subtracted.
    const ageMs = isOurs(replica, owner) ? (owner?.ageMs ?? 0) : Number.POSITIVE_INFINITY
    confirmed = { at: began.at - ageMs, ran: began.ran - ageMs }
  }
  await look().catch((error) => {
    if (!(error instanceof StoreAway)) throw error
  })
  // An object that cannot be read does not confirm the claim either.
  const timer = setInterval(() => void look().catch(() => undefined), lookEveryMs).unref()
  return {
    /** Whether the claim was confirmed lately. As for the server, the clock that ran further decides. */
    owns: () => msSince(confirmed, now) < safeMs,
    [Symbol.dispose]: () => clearInterval(timer),
  }
}

/**
 * Whether the owner is the server of this machine. A backup without an owner belongs to the machine that prepares its
 * first start.
 */
const isOurs = (replica: Replica, owner: SeenOwner | null): boolean =>
  owner === null ||
  (!owner.released &&
    owner.machine === machineOf(replica) &&
    owner.epoch === ownershipOf(replica.databasePath).epochs[0])
