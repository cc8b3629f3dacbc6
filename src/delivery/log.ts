import { noticeIdOf } from '../domain/reminders/delivery-key.ts'
import type { NoticeChannel } from '../domain/reminders/notice.ts'
import type { Deliver } from './delivery.ts'

/** Writes a line to the log. It must hold no personal data. */
export type Note = (facts: object, message: string) => void

/** The channel of an installation without any delivery: it sends nothing and says so in the log. */
export const logOnly =
  (channel: NoticeChannel, note: Note): Deliver<unknown> =>
  async (_, { key, practiceId }) =>
    note(
      { channel, practiceId, reminderId: noticeIdOf(key) },
      'no delivery is set up: this reminder was not sent',
    )
