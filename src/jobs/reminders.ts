import { noticeChannels } from '../domain/reminders/notice.ts'
import { type Loop, startLoop } from './loop.ts'
import { createSender } from './sender.ts'
import type { SenderDeps } from './sender-deps.ts'

const everySeconds = 5

/**
 * Sends notices as they fall due. Each channel has a loop of its own, so that a slow channel does not hold up the
 * other. `beat` is called with the name of the loop at its start and at each round.
 */
export function startReminders(deps: SenderDeps, beat: (loop: string) => void): Loop {
  const sender = createSender(deps)
  const loops = noticeChannels.map((channel) => {
    const alive = () => beat(`reminders by ${channel}`)
    // A loop that never begins a round must count as late, too.
    alive()
    return startLoop(
      everySeconds,
      (stopping) => {
        alive()
        return sender.round(channel, stopping)
      },
      deps.report,
    )
  })
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()))
    },
  }
}
