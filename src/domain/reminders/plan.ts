import { dueTime, leadsBySlot, type SkippedAtOnce, scheduledAgain, skippedAtOnce } from './lead.ts'
import { calledOff } from './news.ts'
import { includes, isLive, type NoticeStatus } from './notice.ts'
import { isAnotherOccasion, type Notifiable, type Occasion, occasionOf } from './occasion.ts'
import { type SendHours, sendHoursOf, sendTime } from './send-window.ts'
import { undoMs } from './undo.ts'

/** The settings of a practice for the times of its reminders. */
export interface ReminderTimes {
  /** The leads in minutes, by slot. A lead of 0 is off. There is at least the lead of slot 0. */
  readonly leads: readonly number[]
  readonly hours: SendHours
}

/** The times in force for a practice with these settings. Null means the standard value. */
export const reminderTimesOf = (
  { timezone, reminderLeadMinutes }: { readonly timezone: string; readonly reminderLeadMinutes: number },
  settings: {
    readonly moreLeadMinutes: readonly number[] | null
    readonly sendFrom: string | null
    readonly sendUntil: string | null
  },
): ReminderTimes => ({
  leads: leadsBySlot(reminderLeadMinutes, settings.moreLeadMinutes ?? []),
  hours: sendHoursOf(settings, timezone),
})

/** What happens to the reminders for one start time of one patient's appointment. */
export type NoticeStep = Occasion & ({ readonly do: 'cancel' } | SlotStep)

/**
 * What happens to the reminders of one slot. `sendAt` is when the reminders are sent: in the send window, near their
 * due time.
 */
type SlotStep = { readonly slot: number; readonly dueAt: number } & (
  | { readonly do: 'schedule'; readonly sendAt: number }
  | { readonly do: 'skip'; readonly reason: SkippedAtOnce }
)

/**
 * The steps that a change of an appointment causes (RULES §6). `before` is null when the appointment is created,
 * `after` is null when it is deleted. `now` is in epoch milliseconds.
 *
 * A notice belongs to a patient and a start time. A move cancels the notices for the old start and plans new notices.
 * Another patient counts as a new booking for that patient.
 */
export function planNotices(
  before: Notifiable | null,
  after: Notifiable | null,
  times: ReminderTimes,
  now: number,
): NoticeStep[] {
  if (!isAnotherOccasion(before, after)) return []
  const [old, next] = [occasionOf(before), occasionOf(after)]
  const steps: NoticeStep[] = []
  if (old !== null) steps.push({ do: 'cancel', ...old })
  if (next !== null) for (const step of booked(next.startAt, times, now)) steps.push({ ...next, ...step })
  return steps
}

/**
 * The steps of a new booking. The first slot always has a step, so that the practice sees why there is no reminder.
 * Instants are epoch milliseconds.
 */
export const booked = (startAt: number, { leads, hours }: ReminderTimes, now: number): SlotStep[] =>
  leads.flatMap((lead, slot): SlotStep[] => {
    const dueAt = dueTime(startAt, lead)
    if (lead === 0) return slot === 0 ? [{ do: 'skip', slot, dueAt, reason: 'switched_off' }] : []
    const earliest = Math.max(dueAt, now + undoMs)
    const sendAt = dueAt > now ? sendTime(hours, { startAt, dueAt: earliest }, now) : null
    return sendAt === null
      ? [{ do: 'skip', slot, dueAt, reason: 'inside_lead' }]
      : [{ do: 'schedule', slot, dueAt, sendAt }]
  })

/** The fields of an existing notice that a step needs. */
export interface NoticeSoFar extends NoticeStatus {
  readonly startAt: number
  readonly sentAt: number | null
  readonly uncertainAt: number | null
  readonly leaseUntil: number | null
  readonly lastError: string | null
  readonly nextAttemptAt: number
}

export interface NoticePlan extends NoticeStatus {
  /** Left out when the times stay as they are. */
  readonly times?: { readonly dueAt: number; readonly nextAttemptAt: number }
}

/**
 * The plan for a notice after a step. `notice` is null when it does not exist yet. Returns null when the notice stays
 * as it is. Each notice is sent only once, even when its appointment is moved away and back.
 */
export function afterStep(notice: NoticeSoFar | null, step: NoticeStep, now: number): NoticePlan | null {
  if (step.do === 'cancel') return afterCancel(notice, now)
  const asStepped = afterBooking(notice, step)
  if (notice === null) return asStepped
  if (notice.state === 'sent' || notice.state === 'running' || notice.state === 'uncertain') return null
  // The message was cancelled during or after its delivery, and now the appointment is back.
  if (notice.sentAt !== null) return { state: 'sent', reason: null }
  // When the lease is over, a sender soon claims the notice again.
  if (notice.leaseUntil !== null) return { state: 'running', reason: null }
  if (step.do === 'schedule') return asStepped
  // A notice that was not cancelled, but ended in another way, stays as it is.
  if (notice.state !== 'cancelled') return null
  // The appointment was booked in time, and cancelled when the message was due and not yet sent. So the message is sent
  // soon.
  const bookedInTime = step.reason === 'inside_lead' && notice.reason === null && now < step.startAt
  return bookedInTime ? scheduled(notice, step.dueAt, now + undoMs) : asStepped
}

/** The plan for a notice after a booking. `notice` is the same notice from an earlier booking, or null. */
export const afterBooking = (notice: NoticeSoFar | null, step: SlotStep): Required<NoticePlan> =>
  step.do === 'schedule'
    ? scheduled(notice, step.dueAt, step.sendAt)
    : {
        state: 'skipped',
        reason: step.reason,
        times: { dueAt: step.dueAt, nextAttemptAt: step.dueAt },
      }

/** A notice that is sent at `sendAt`. A pause after a failed try is kept. */
export const scheduled = (
  notice: Pick<NoticeSoFar, 'lastError' | 'nextAttemptAt'> | null,
  dueAt: number,
  sendAt: number,
): Required<NoticePlan> => {
  const paused = notice !== null && notice.lastError !== null
  return {
    ...scheduledAgain,
    times: { dueAt, nextAttemptAt: paused ? Math.max(notice.nextAttemptAt, sendAt) : sendAt },
  }
}

/**
 * Cancels a notice that may still be sent. A notice that was skipped keeps its reason, in case the appointment comes
 * back. A notice that the ceiling held back loses its reason, because it did not fail.
 */
function afterCancel(notice: NoticeSoFar | null, now: number): NoticePlan | null {
  if (notice === null) return null
  const { state, reason } = notice
  const mayComeBack = state === 'skipped' && includes(skippedAtOnce, reason) && notice.startAt > now
  if (isLive(notice)) return calledOff(notice)
  return mayComeBack ? { state: 'cancelled', reason } : null
}
