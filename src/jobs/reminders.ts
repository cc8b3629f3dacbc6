import { reminderChannels } from '../domain/reminder.ts'
import { type Loop, startLoop } from './loop.ts'
import { type ReminderDeps, sendReminders } from './send-reminders.ts'

const everySeconds = 5

/** Sends reminders as they fall due, each channel by itself, so that one that is slow holds up no other. */
export function startReminders(deps: ReminderDeps): Loop {
  const loops = reminderChannels.map((channel) =>
    startLoop(everySeconds, (stopping) => sendReminders(deps, channel, stopping), deps.report),
  )
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()))
    },
  }
}
