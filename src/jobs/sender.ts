import type { NoticeChannel } from '../domain/reminders/notice.ts'
import { type Claimed, claimNext, leaseMs } from './claim.ts'
import { deliver } from './deliver.ts'
import type { SenderDeps } from './sender-deps.ts'

export interface Sender {
  /**
   * Sends the notices of one channel that are due. The round ends when none is due any more, or after the deliveries
   * in progress when `stopping` is aborted.
   *
   * Each notice is claimed in a transaction that reads everything the decision depends on. The delivery happens
   * outside of transactions. Its outcome is written only if the notice still belongs to this sender.
   */
  round(channel: NoticeChannel, stopping?: AbortSignal): Promise<void>
}

/** How many deliveries of one channel are in progress at a time. */
const atOnce = 8

export function createSender(deps: SenderDeps): Sender {
  /** The notices in delivery. When the clock is set forward, their leases look over, but they are not lost. */
  const delivering = new Set<string>()

  async function deliverClaimed(claimed: Claimed): Promise<void> {
    const { id } = claimed.notice
    delivering.add(id)
    try {
      await deliver(deps, claimed)
    } finally {
      delivering.delete(id)
    }
  }

  return {
    async round(channel, stopping) {
      const { dueNotices, keys } = deps.store
      await dueNotices.rescue(channel, deps.now(), leaseMs(deps), delivering)
      await dueNotices.forgetClockAhead(channel, deps.now())
      await keys.removeUnneeded(deps.now())
      // From here on there is a key, and each delivery signs with the newest one.
      await keys.of('visit', deps.now())
      const work = async () => {
        while (!stopping?.aborted) {
          const next = await claimNext(deps, channel)
          if (next.outcome === 'none due') return
          // Nothing is awaited between the claim and the delivery's own look at the notice.
          if (next.outcome === 'claimed') await deliverClaimed(next.claimed)
        }
      }
      // An error, such as a full disk, ends one worker. The others finish what they hold.
      const ended = await Promise.allSettled(Array.from({ length: atOnce }, work))
      const failed = ended.find((end) => end.status === 'rejected')
      if (failed) throw failed.reason
    },
  }
}
