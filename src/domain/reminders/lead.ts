/**
 * The lead is how long before the start a notice falls due, in minutes of elapsed time. A lead of 0 switches
 * notices off.
 *
 * A change of the lead treats the notices of appointments that have not begun as follows:
 *
 * | notice                     | new lead is 0             | any other new lead                                      |
 * |----------------------------|---------------------------|---------------------------------------------------------|
 * | `scheduled`                | skipped, `switched_off`   | gets the new due time; a pause after a failed try stays |
 * | … held by the ceiling      | skipped, `switched_off`   | gets the new due time, and waits no longer than that    |
 * | skipped as `inside_lead`   | stays                     | scheduled, if the new due time is ahead                 |
 * | skipped as `switched_off`  | stays                     | scheduled, if it was booked before the new due time     |
 * | anything else              | stays                     | stays                                                   |
 *
 * A due time that is over means "at once": the appointment was booked in time. `store/notice-lead.ts` applies the
 * table to all notices of a practice together.
 */
import type { NoticeReason, NoticeStatus } from './notice.ts'

/** The lead of a practice that has set none (RULES §2.4). */
export const defaultLeadMinutes = 1440

/** A practice with this lead sends no notices. */
export const isOff = (leadMinutes: number): boolean => leadMinutes === 0

export const leadMs = (leadMinutes: number): number => leadMinutes * 60_000

/** When a notice falls due. Instants are epoch milliseconds. */
export const dueTime = (startAt: number, leadMinutes: number): number => startAt - leadMs(leadMinutes)

/** Reasons from the moment of booking. Only these notices come back when the lead changes. */
export const skippedAtOnce = ['inside_lead', 'switched_off'] as const satisfies readonly NoticeReason[]
export type SkippedAtOnce = (typeof skippedAtOnce)[number]

export const switchedOff = { state: 'skipped', reason: 'switched_off' } as const satisfies NoticeStatus
export const scheduledAgain = { state: 'scheduled', reason: null } as const satisfies NoticeStatus
