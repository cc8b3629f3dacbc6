import type { NoticeChannel } from '../domain/reminders/notice.ts'
import type { ChannelState } from '../domain/reminders/outcome.ts'
import type { PracticeRotation } from '../store/notices/due-notices.ts'
import { type Claimed, claimNext } from './claim.ts'
import { deliver } from './deliver.ts'
import { ProviderWatch } from './provider-watch.ts'
import { rescue } from './rescue.ts'
import type { SenderDeps } from './sender-deps.ts'

/**
 * Sends the notices of one channel as they fall due. There are no rounds: each delivery that ends makes room for the
 * next delivery, and each tick looks for notices that are due.
 *
 * Each notice is claimed in a transaction that reads everything the decision depends on. The delivery happens outside
 * of transactions. Its outcome is written only if the notice still belongs to this sender.
 */
interface ChannelSender {
  /**
   * Takes over deliveries that were interrupted and begins to send the notices that are due. Waits for no delivery.
   * @throws DatabaseUnavailable when the database takes no writes.
   */
  tick(): Promise<void>
  /** Resolves when no notice is in delivery, and no other notice is due. */
  idle(): Promise<void>
  /**
   * Claims no more notices. Breaks off deliveries that have not ended after the grace time (`Pace.graceMs`). Resolves
   * when all outcomes are written.
   */
  stop(): Promise<void>
  readonly state: ChannelState
}

/** How many deliveries are in progress at a time, not counting slow ones. */
const atOnce = 8
/** How many deliveries are in progress at a time, slow ones included. */
const mostAtOnce = 32

interface InDelivery {
  readonly done: Promise<void>
  slow: boolean
}

/** A sender for one channel. The sender begins with its first tick. */
export function channelSender(deps: SenderDeps, channel: NoticeChannel): ChannelSender {
  const provider = new ProviderWatch(channel, deps.now, deps.tell)
  const { rests } = provider
  const turn: PracticeRotation = { last: 0, resting: () => rests.resting() }
  /**
   * The deliveries in progress, by the id of the notice. When the clock is set forward, their leases seem to be over,
   * but the deliveries are not lost.
   */
  const inDelivery = new Map<string, InDelivery>()
  /** The number of claims in progress. Each claim may become a delivery, so it counts as one. */
  let claiming = 0
  const claims = new Set<Promise<void>>()
  let stopping = false
  const halt = new AbortController()

  const freePlaces = () => {
    const fast = [...inDelivery.values()].filter(({ slow }) => !slow).length
    return Math.min(atOnce - fast, mostAtOnce - inDelivery.size) - claiming
  }

  /**
   * Claims a notice for each delivery that may begin now. The claims run at the same time, so that they share a
   * commit.
   */
  function fill(): void {
    if (stopping) return
    const begun = Array.from({ length: Math.max(0, freePlaces()) }, claimOne)
    const settled = Promise.allSettled(begun).then((ends) => {
      claims.delete(settled)
      // All claims fail for the same reason, such as a full disk, so one report is enough. The next tick tries again.
      const failed = ends.find((end) => end.status === 'rejected')
      if (failed) deps.report(failed.reason)
    })
    claims.add(settled)
  }

  async function claimOne(): Promise<void> {
    claiming++
    try {
      let next = await claimNext(deps, channel, turn, rests)
      while (next.outcome === 'not sent' && !stopping) next = await claimNext(deps, channel, turn, rests)
      // There is no `await` between the claim and the check of the notice in `deliver`.
      if (next.outcome === 'claimed') begin(next.claimed)
    } finally {
      claiming--
    }
  }

  function begin(claimed: Claimed): void {
    const { id, practiceId } = claimed.notice
    const slow = setTimeout(() => {
      inDelivery.get(id)!.slow = true
      fill()
    }, deps.pace.slowAfterMs)
    const end = () => {
      clearTimeout(slow)
      inDelivery.delete(id)
      rests.ended(practiceId, id)
      fill()
    }
    const done = deliver(deps, provider, claimed, halt.signal).catch(deps.report).finally(end)
    inDelivery.set(id, { done, slow: false })
  }

  async function idle(): Promise<void> {
    while (claims.size + inDelivery.size > 0)
      await Promise.all([...claims, ...[...inDelivery.values()].map(({ done }) => done)])
  }

  return {
    async tick() {
      const { dueNotices, keys } = deps.store
      await rescue(deps, channel, new Set(inDelivery.keys()))
      await dueNotices.forgetClockAhead(channel, deps.now())
      await keys.removeUnneeded(deps.now())
      // After this call each practice has a key, and each delivery signs with the newest key of its practice.
      await keys.makeMissing(deps.now())
      fill()
    },
    idle,
    async stop() {
      stopping = true
      const grace = setTimeout(() => halt.abort(), deps.pace.graceMs)
      await idle()
      clearTimeout(grace)
    },
    get state() {
      return { channel, inDelivery: inDelivery.size, awayMs: provider.awayMs }
    },
  }
}
