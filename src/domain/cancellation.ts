/** The person who wished to cancel an appointment. */
export const cancellers = ['patient', 'practice'] as const
export type Canceller = (typeof cancellers)[number]

/** The longest reason that can be given for a cancellation, and the longest note beside it, in UTF-16 code units. */
export const longestReason = 200
export const longestNote = 1000

/**
 * Whether a cancellation at `now` is at short notice: fewer than `shortNoticeHours` before the start, or after it. With
 * 0 hours, no cancellation is at short notice. Instants are epoch milliseconds.
 */
export const isShortNotice = (startAt: number, shortNoticeHours: number, now: number): boolean =>
  shortNoticeHours > 0 && now > startAt - shortNoticeHours * 3_600_000
