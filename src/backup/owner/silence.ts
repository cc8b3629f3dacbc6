import type { Replica } from '../../config.ts'
import { pause } from '../../domain/pause.ts'
import type { Say } from '../litestream.ts'
import type { Claim } from './claim.ts'
import { isAlive } from './owner.ts'
import { machineOf, openClaim } from './settle.ts'

/** A server that a spare machine watches: its name for people, and the place that it streams to. */
export interface Watched {
  readonly name: string
  readonly replica: Replica
}

/** How often the claims are read, in milliseconds. */
const everyMs = 2_000

/**
 * Watches the claims of servers, and resolves with the first server that has failover and is silent. A server that has
 * ended in order is not taken over, unless it ran on this machine. Resolves with null when `stopping` is aborted.
 * `say` is called with each change of a server's state.
 * @throws BackupError when a store cannot hold a claim.
 */
export async function untilSilent<T extends Watched>(
  all: readonly T[],
  { now, say, stopping }: { now: () => number; say: Say; stopping: AbortSignal },
): Promise<T | null> {
  const seen = new Map<string, string>()
  const claims = all.map((one) => ({ one, claim: openClaim(one.replica, now)! }))
  while (!stopping.aborted) {
    const looks = await Promise.all(
      claims.map(async ({ one, claim }) => ({ one, state: await stateOf(claim, machineOf(one.replica)) })),
    )
    for (const { one, state } of looks) {
      if (seen.get(one.name) !== state) say(`${one.name}: ${state}`)
      seen.set(one.name, state)
    }
    const silent = looks.find(({ state }) => state === isSilent || state === isOwn)
    if (silent) return silent.one
    await pause(everyMs, stopping)
  }
  return null
}

/**
 * Puts a server at the end of the list. So a server that cannot start here does not keep this machine from taking over
 * others.
 */
export function putLast<T>(all: T[], one: T): void {
  all.push(...all.splice(all.indexOf(one), 1))
}

const isSilent = 'its server is silent: this machine takes over'
const isOwn = 'its last server was one of this machine and has ended in order: this machine serves again'

/** The state of a server as the store shows it, in words. */
async function stateOf(claim: Claim, self: string): Promise<string> {
  try {
    const owner = await claim.look()
    if (owner === null) return 'no server has begun yet'
    if (owner.released && owner.failover && owner.machine === self) return isOwn
    if (owner.released) return 'its server has ended in order, and is not taken over'
    if (!owner.failover) return 'its server runs without FAILOVER=yes, and is not taken over'
    return isAlive(owner) ? `it is served by ${owner.machine}` : isSilent
  } catch (error) {
    return (error as Error).message
  }
}
