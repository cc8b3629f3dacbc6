import { noticeChannels } from '../domain/reminders/notice.ts'
import { type Loop, startLoop } from './loop.ts'
import { type SenderDeps, sendReminders } from './sender.ts'

const everySeconds = 5

/**
 * Sends reminders as they fall due, each channel by itself, so that one that is slow holds up no other. `beat` is told
 * of the start and of every round that begins.
 */
export function startReminders(deps: SenderDeps, beat: (loop: string) => void): Loop {
  const loops = noticeChannels.map((channel) => {
    const alive = () => beat(`reminders by ${channel}`)
    const round = (stopping: AbortSignal) => {
      alive()
      return sendReminders(deps, channel, stopping)
    }
    // A loop that never comes round is late, too.
    alive()
    return startLoop(everySeconds, round, deps.report)
  })
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()))
    },
  }
}
