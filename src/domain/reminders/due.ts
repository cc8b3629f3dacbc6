import {
  type NoticeChannel,
  type NoticeReason,
  type NoticeState,
  type Notifiable,
  wantsNotice,
} from './plan.ts'

const minute = 60_000

/** How long before the start a late reminder is still worth sending. */
const lateWindow = 10 * minute
/** Deliveries of one reminder before it is given up: with the pauses between them, about six hours. */
export const mostAttempts = 10
const firstPause = minute
export const longestPause = 120 * minute
/** Where the other side cannot be reached, however often it was tried. */
const awayPause = 10 * minute
/** How long before it is too late a last try is made. */
const lastTryAhead = minute / 2

/**
 * The moment from which a reminder is too late: ten minutes before the start; for one that is due later than
 * that, the start itself.
 */
export const tooLateFrom = (job: { readonly startAt: number; readonly dueAt: number }): number =>
  job.dueAt > job.startAt - lateWindow ? job.startAt : job.startAt - lateWindow

/** A reminder whose time has come, with everything as it stands at that moment. */
export interface DueNotice {
  readonly job: {
    readonly channel: NoticeChannel
    readonly patientId: string
    readonly startAt: number
    readonly dueAt: number
    readonly attempts: number
  }
  /** Null when the appointment is gone. */
  readonly entry: Notifiable | null
  /** Null when the patient is gone. */
  readonly patient: Contact | null
  /** The patient's number in the international form, or null for what is none. */
  readonly phone: string | null
  /** Whether this installation can deliver by the job's channel. */
  readonly configured: boolean
}

export interface Contact {
  readonly email: string | null
  readonly phoneMobile: string | null
  readonly notifyByEmail: boolean
  readonly notifyBySms: boolean
}

export type Decision =
  | { readonly do: 'send'; readonly to: string }
  | { readonly do: 'skip'; readonly reason: NoticeReason }
  | { readonly do: 'cancel' }
  | { readonly do: 'give up' }

/** What is to be done with a reminder whose time has come. */
export function decide({ job, entry, patient, phone, configured }: DueNotice, now: number): Decision {
  const stands =
    wantsNotice(entry) && entry.patientId === job.patientId && entry.startAt === job.startAt && patient
  if (!stands) return { do: 'cancel' }
  if (now >= tooLateFrom(job)) return { do: 'skip', reason: 'missed_window' }
  if (job.attempts >= mostAttempts) return { do: 'give up' }
  if (!configured) return { do: 'skip', reason: 'not_configured' }
  if (job.channel === 'email') {
    if (!patient.notifyByEmail) return { do: 'skip', reason: 'no_consent' }
    return patient.email ? { do: 'send', to: patient.email } : { do: 'skip', reason: 'no_address' }
  }
  if (!patient.notifyBySms) return { do: 'skip', reason: 'no_consent' }
  if (!patient.phoneMobile) return { do: 'skip', reason: 'no_phone' }
  return phone ? { do: 'send', to: phone } : { do: 'skip', reason: 'invalid_phone' }
}

/** Whether a practice is told of a reminder as one that failed, and may have it tried again. */
export const hasFailed = ({
  state,
  reason,
}: {
  readonly state: NoticeState
  readonly reason: NoticeReason | null
}): boolean => state === 'dead' || reason === 'missed_window' || reason === 'invalid_phone'

/** What came of a delivery that did not succeed, or of which nobody knows. */
export interface FailedTry {
  /** In a word, without anything personal: `timeout`, `http_500`. */
  readonly error: string
  /** Refused for good: trying again would be refused again. */
  readonly permanent: boolean
  /** The other side was not there or did not let us in, so that nothing was tried: it counts for no try. */
  readonly away?: boolean | undefined
  /** How long the other side asked us to wait, in milliseconds. */
  readonly retryAfter?: number | undefined
}

export type AfterFailedTry =
  | { readonly state: 'dead'; readonly reason: 'refused' | 'gave_up' }
  | { readonly state: 'scheduled'; readonly nextAttemptAt: number; readonly attempts: number }

/**
 * What becomes of a reminder after its `attempts`th delivery failed: another try after a pause that doubles,
 * of which half is left to chance (`chance` from 0 up to 1), or the end. Where the pause would outlast the time
 * there is, a last try comes shortly before that is over.
 */
export function afterFailedTry(
  job: { readonly startAt: number; readonly dueAt: number; readonly attempts: number },
  failure: FailedTry,
  now: number,
  chance: number,
): AfterFailedTry {
  if (failure.permanent) return { state: 'dead', reason: 'refused' }
  const attempts = failure.away ? job.attempts - 1 : job.attempts
  const full = failure.away ? awayPause : Math.min(longestPause, firstPause * 2 ** (attempts - 1))
  const pause = Math.max(Math.min(failure.retryAfter ?? 0, longestPause), full / 2 + (chance * full) / 2)
  const nextAttemptAt = Math.min(Math.round(now + pause), tooLateFrom(job) - lastTryAhead)
  return attempts >= mostAttempts || nextAttemptAt <= now
    ? { state: 'dead', reason: 'gave_up' }
    : { state: 'scheduled', nextAttemptAt, attempts }
}
