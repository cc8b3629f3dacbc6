import type { NoticeChannel } from '../domain/reminders/notice.ts'
import type { Deliver } from './delivery.ts'

/** Notes that something happened; nothing personal goes in. */
export type Note = (facts: object, message: string) => void

/** Sends nothing and says so: what happens where nothing is set up. */
export const logOnly =
  (channel: NoticeChannel, note: Note): Deliver<unknown> =>
  async (_, { key, practiceId }) =>
    note({ channel, practiceId, reminderId: key }, 'a reminder would have been sent: no delivery is set up')
