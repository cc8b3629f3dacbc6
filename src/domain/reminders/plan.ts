import type { EntryType } from '../entry.ts'

/** The ways in which patients are reminded. Every appointment has one reminder for each. */
export const noticeChannels = ['email', 'sms'] as const
export type NoticeChannel = (typeof noticeChannels)[number]

export const noticeStates = ['scheduled', 'running', 'sent', 'skipped', 'cancelled', 'dead'] as const
export type NoticeState = (typeof noticeStates)[number]

/** Why a reminder was not sent, or what is to be said of one that was. */
export const noticeReasons = [
  'inside_lead',
  'switched_off',
  'missed_window',
  'no_consent',
  'no_address',
  'no_phone',
  'invalid_phone',
  'not_configured',
  'refused',
  'gave_up',
  'log_only',
] as const
export type NoticeReason = (typeof noticeReasons)[number]

/** What reminder planning needs to know of an entry. */
export interface Notifiable {
  readonly type: EntryType
  readonly patientId: string | null
  readonly startAt: number
}

/** One patient, reminded of one start time. */
interface Occasion {
  readonly patientId: string
  readonly startAt: number
}

/** Skipped when it was booked: a change of the practice's lead may still bring it back. */
const skippedAtOnce = ['inside_lead', 'switched_off'] as const
type SkippedAtOnce = (typeof skippedAtOnce)[number]

/** What becomes of the reminders for one start time of one patient's appointment. */
export type NoticeStep = Occasion &
  (
    | { readonly do: 'cancel' }
    | { readonly do: 'schedule'; readonly dueAt: number }
    | { readonly do: 'skip'; readonly dueAt: number; readonly reason: SkippedAtOnce }
  )

/**
 * The reminder work that a change of an appointment brings about (contract §6): `before` is null on create,
 * `after` is null on delete, `leadMinutes` is elapsed time before the start, 0 for a practice that wants no
 * reminders, `now` epoch milliseconds.
 * A reminder belongs to a patient and a start time: a move cancels the one for the old start and plans one for
 * the new, and another patient's appointment is booked for him.
 */
export function planNotices(
  before: Notifiable | null,
  after: Notifiable | null,
  leadMinutes: number,
  now: number,
): NoticeStep[] {
  const old = occasionOf(before)
  const next = occasionOf(after)
  if (old?.startAt === next?.startAt && old?.patientId === next?.patientId) return []
  const steps: NoticeStep[] = []
  if (old !== null) steps.push({ do: 'cancel', ...old })
  if (next !== null) {
    const dueAt = next.startAt - leadMinutes * 60_000
    if (leadMinutes === 0) steps.push({ do: 'skip', ...next, dueAt, reason: 'switched_off' })
    else if (dueAt > now) steps.push({ do: 'schedule', ...next, dueAt })
    else steps.push({ do: 'skip', ...next, dueAt, reason: 'inside_lead' })
  }
  return steps
}

/** The occasion an entry gives to remind somebody, or null. */
const occasionOf = (entry: Notifiable | null): Occasion | null =>
  wantsNotice(entry) ? { patientId: entry.patientId, startAt: entry.startAt } : null

/** Appointments with a patient have reminders; nothing else does (contract §6). */
export const wantsNotice = (entry: Notifiable | null): entry is Notifiable & { patientId: string } =>
  entry !== null && entry.type === 'appointment' && entry.patientId !== null

/** What a reminder's past says about its future. */
export interface NoticeSoFar {
  readonly state: NoticeState
  readonly reason: NoticeReason | null
  readonly startAt: number
  readonly sentAt: number | null
  readonly leaseUntil: number | null
}

export interface NoticePlan {
  readonly state: NoticeState
  readonly reason: NoticeReason | null
  /** Left as it is where it is not said. */
  readonly dueAt?: number
}

/**
 * What a step makes of the job there is for it (null: none yet); null leaves it alone. A job is sent once: come
 * back to, one that was delivered is `sent` again and one that is being delivered `running`. One that was cancelled
 * before it went out, though its time had come, was booked in time and goes out now.
 */
export function afterStep(job: NoticeSoFar | null, step: NoticeStep, now: number): NoticePlan | null {
  if (step.do === 'cancel') return cancelled(job, now)
  const asStepped: NoticePlan =
    step.do === 'schedule'
      ? { state: 'scheduled', reason: null, dueAt: step.dueAt }
      : { state: 'skipped', reason: step.reason, dueAt: step.dueAt }
  if (job === null) return asStepped
  if (job.state === 'sent' || job.state === 'running') return null
  if (job.sentAt !== null) return { state: 'sent', reason: null }
  if (job.leaseUntil !== null && job.leaseUntil > now) return { state: 'running', reason: null }
  if (step.do === 'schedule') return asStepped
  // What came to an end by itself stays as it ended.
  if (job.state !== 'cancelled') return null
  const inTime = step.reason === 'inside_lead' && job.reason === null && now < step.startAt
  return inTime ? { state: 'scheduled', reason: null, dueAt: step.dueAt } : asStepped
}

/** Calls off what is still to come. What is over keeps its state and reason, and what was skipped the reason for it. */
function cancelled(job: NoticeSoFar | null, now: number): NoticePlan | null {
  if (job === null) return null
  const waits = job.state === 'scheduled' || job.state === 'running'
  const mayComeBack =
    job.state === 'skipped' && skippedAtOnce.some((reason) => reason === job.reason) && job.startAt > now
  return waits || mayComeBack ? { state: 'cancelled', reason: job.reason } : null
}
