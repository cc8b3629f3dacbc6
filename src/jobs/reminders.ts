import { noticeChannels } from '../domain/reminders/notice.ts'
import type { ChannelState } from '../domain/reminders/outcome.ts'
import { type Loop, startLoop } from './loop.ts'
import { channelSender } from './sender.ts'
import type { SenderDeps } from './sender-deps.ts'

const everySeconds = 5

/** The running senders of all channels. */
export interface Reminders extends Loop {
  /** The present state of each channel. */
  readonly channels: readonly ChannelState[]
}

/**
 * Sends notices as they fall due. Each channel has a sender and a loop of its own, so that a slow channel does not hold
 * up the other. `beat` is called with the name of the loop at its start and at each tick. No delivery holds up a tick.
 */
export function startReminders(deps: SenderDeps, beat: (loop: string) => void): Reminders {
  const senders = noticeChannels.map((channel) => {
    const alive = () => beat(`reminders by ${channel}`)
    // The first beat is sent here, so that a loop that never ticks counts as late, too.
    alive()
    const sender = channelSender(deps, channel)
    const tick = () => {
      alive()
      return sender.tick()
    }
    return { sender, loop: startLoop(everySeconds, tick, deps.report) }
  })
  return {
    get channels() {
      return senders.map(({ sender }) => sender.state)
    },
    async stop() {
      await Promise.all(
        senders.map(async ({ sender, loop }) => {
          await Promise.all([loop.stop(), sender.stop()])
        }),
      )
    },
  }
}
