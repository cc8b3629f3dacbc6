import { noticeIdOf } from '../domain/reminders/delivery-key.ts'
import type { NoticeChannel } from '../domain/reminders/notice.ts'
import type { Deliver } from './delivery.ts'

/** Writes a line to the log. The line must contain no personal data. */
export type Note = (facts: object, message: string) => void

/** The channel of an installation without any delivery: it sends nothing and writes this to the log. */
export const logOnly =
  (channel: NoticeChannel, note: Note): Deliver<unknown> =>
  async (_, { key, practiceId }) =>
    note(
      { channel, practiceId, reminderId: noticeIdOf(key) },
      'no delivery is set up: this message was not sent',
    )
