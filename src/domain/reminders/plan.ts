import { dueTime, isOff, type SkippedAtOnce, scheduledAgain, skippedAtOnce } from './lead.ts'
import { includes, isLive, type NoticeStatus } from './notice.ts'
import { isSameOccasion, type Notifiable, type Occasion, occasionOf } from './occasion.ts'

/** What happens to the notices for one start time of one patient's appointment. */
export type NoticeStep = Occasion &
  (
    | { readonly do: 'cancel' }
    | { readonly do: 'schedule'; readonly dueAt: number }
    | { readonly do: 'skip'; readonly dueAt: number; readonly reason: SkippedAtOnce }
  )

/**
 * The steps that a change of an appointment brings about (RULES §6). `before` is null when the appointment is
 * created, `after` is null when it is deleted. `now` is in epoch milliseconds.
 *
 * A notice belongs to a patient and a start time. A move cancels the notices for the old start and plans new
 * ones. Another patient counts as a new booking for that patient.
 */
export function planNotices(
  before: Notifiable | null,
  after: Notifiable | null,
  leadMinutes: number,
  now: number,
): NoticeStep[] {
  const old = occasionOf(before)
  const next = occasionOf(after)
  if (old !== null && next !== null && isSameOccasion(old, next)) return []
  const steps: NoticeStep[] = []
  if (old !== null) steps.push({ do: 'cancel', ...old })
  if (next !== null) steps.push(booked(next, leadMinutes, now))
  return steps
}

function booked(occasion: Occasion, leadMinutes: number, now: number): NoticeStep {
  const dueAt = dueTime(occasion.startAt, leadMinutes)
  if (isOff(leadMinutes)) return { do: 'skip', ...occasion, dueAt, reason: 'switched_off' }
  if (dueAt > now) return { do: 'schedule', ...occasion, dueAt }
  return { do: 'skip', ...occasion, dueAt, reason: 'inside_lead' }
}

/** What a step has to know about a notice that exists already. */
export interface NoticeSoFar extends NoticeStatus {
  readonly startAt: number
  readonly sentAt: number | null
  readonly leaseUntil: number | null
}

export interface NoticePlan extends NoticeStatus {
  /** Missing when the due time stays as it is. */
  readonly dueAt?: number
}

/**
 * What a step makes of a notice. `notice` is null when there is none yet. The answer is null when the notice stays
 * as it is. Each notice is sent once, also when its appointment moves away and comes back.
 */
export function afterStep(notice: NoticeSoFar | null, step: NoticeStep, now: number): NoticePlan | null {
  if (step.do === 'cancel') return afterCancel(notice, now)
  const { dueAt } = step
  const scheduled: NoticePlan = { ...scheduledAgain, dueAt }
  const asStepped: NoticePlan =
    step.do === 'schedule' ? scheduled : { state: 'skipped', reason: step.reason, dueAt }
  if (notice === null) return asStepped
  if (notice.state === 'sent' || notice.state === 'running' || notice.state === 'uncertain') return null
  // It was cancelled during or after its delivery, and now its appointment is back.
  if (notice.sentAt !== null) return { state: 'sent', reason: null }
  if (notice.leaseUntil !== null && notice.leaseUntil > now) return { state: 'running', reason: null }
  if (step.do === 'schedule') return asStepped
  // A notice that came to an end by itself keeps that end.
  if (notice.state !== 'cancelled') return null
  // It was booked in time, fell due, and was cancelled before it went out. So it goes out now.
  const bookedInTime = step.reason === 'inside_lead' && notice.reason === null && now < step.startAt
  return bookedInTime ? scheduled : asStepped
}

/**
 * Cancels a notice that may still go out. A notice that was skipped keeps its reason, in case it comes back. One that
 * the ceiling held back loses its reason, because it did not fail.
 */
function afterCancel(notice: NoticeSoFar | null, now: number): NoticePlan | null {
  if (notice === null) return null
  const { state, reason } = notice
  const mayComeBack = state === 'skipped' && includes(skippedAtOnce, reason) && notice.startAt > now
  if (isLive(notice)) return { state: 'cancelled', reason: null }
  return mayComeBack ? { state: 'cancelled', reason } : null
}
