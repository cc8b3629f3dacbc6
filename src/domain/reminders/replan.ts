/**
 * What happens to the reminders of future appointments after a change of the leads, of the send window or of the time
 * zone. `replanned` applies the table to one reminder.
 *
 * | reminder                   | its lead is off now       | its lead is on                                          |
 * |----------------------------|---------------------------|---------------------------------------------------------|
 * | `scheduled`                | skipped, `switched_off`   | gets the new times; a pause after a failed try stays    |
 * | … held by the ceiling      | skipped, `switched_off`   | gets the new times, and waits no longer than that       |
 * | skipped as `inside_lead`   | stays                     | scheduled, if the new due time is ahead                 |
 * | skipped as `switched_off`  | stays                     | scheduled, if it was booked before the new due time     |
 * | not there, or cancelled    | stays                     | planned as for a booking of this moment                 |
 * | anything else              | stays                     | stays                                                   |
 *
 * A due time in the past means "at once": the appointment was booked in time. A due time in the future needs a moment
 * in the send window; without one the reminder is skipped as `inside_lead`. A new lead sends no reminder of an
 * appointment when the due time is already over. Otherwise many patients would get a message at once.
 */
import { dueTime, switchedOff } from './lead.ts'
import type { NoticeReason } from './notice.ts'
import {
  afterBooking,
  booked,
  type NoticePlan,
  type NoticeSoFar,
  type ReminderTimes,
  scheduled,
} from './plan.ts'
import { sendTime } from './send-window.ts'

export interface Replannable extends NoticeSoFar {
  readonly dueAt: number
  readonly createdAt: number
}

/**
 * The new plan for the reminder of one slot and channel. `notice` is null when there is no reminder. Returns null when
 * nothing changes. The appointment at `startAt` has not begun. Instants are epoch milliseconds.
 */
export function replanned(
  notice: Replannable | null,
  slot: number,
  startAt: number,
  times: ReminderTimes,
  now: number,
): NoticePlan | null {
  const lead = times.leads[slot] ?? 0
  if (notice === null || wasCalledOff(notice)) {
    const step = lead === 0 ? undefined : booked(startAt, times, now).find((one) => one.slot === slot)
    return step ? afterBooking(notice, step) : null
  }
  if (notice.state !== 'scheduled' && !isSkippedAs(notice, 'inside_lead', 'switched_off')) return null
  if (lead === 0) return notice.state === 'scheduled' ? switchedOff : null
  const plan = withLead(notice, slot, dueTime(startAt, lead), startAt, times, now)
  return plan !== null && differs(notice, plan) ? plan : null
}

function withLead(
  notice: Replannable,
  slot: number,
  dueAt: number,
  startAt: number,
  { hours }: ReminderTimes,
  now: number,
): Required<NoticePlan> | null {
  const wasScheduled = notice.state === 'scheduled'
  if (dueAt <= now) {
    // Another lead in a further slot counts as a new lead.
    const isSameLead = slot === 0 || notice.dueAt === dueAt
    const inTime =
      isSameLead && (wasScheduled || (notice.reason === 'switched_off' && notice.createdAt < dueAt))
    if (inTime) return scheduled(notice, dueAt, dueAt)
    return wasScheduled ? insideLead(dueAt) : null
  }
  const sendAt = sendTime(hours, { startAt, dueAt }, now)
  if (sendAt !== null) return scheduled(notice, dueAt, sendAt)
  return wasScheduled ? insideLead(dueAt) : null
}

const insideLead = (dueAt: number): Required<NoticePlan> => ({
  state: 'skipped',
  reason: 'inside_lead',
  times: { dueAt, nextAttemptAt: dueAt },
})

/** Whether the reminder was cancelled while its lead was off, and never sent. Its appointment exists again. */
const wasCalledOff = ({ state, sentAt, leaseUntil }: Replannable): boolean =>
  state === 'cancelled' && sentAt === null && leaseUntil === null

const isSkippedAs = ({ state, reason }: Replannable, ...reasons: NoticeReason[]): boolean =>
  state === 'skipped' && reason !== null && reasons.includes(reason)

const differs = (notice: Replannable, { state, reason, times }: Required<NoticePlan>): boolean =>
  notice.state !== state ||
  notice.reason !== reason ||
  notice.dueAt !== times.dueAt ||
  notice.nextAttemptAt !== times.nextAttemptAt
