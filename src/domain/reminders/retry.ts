import { hasFailed, type NoticeKind, type NoticeStatus } from './notice.ts'
import { type Notifiable, type Occasion, stillHolds } from './occasion.ts'
import { type SendHours, tryTime, usefulSendTime } from './send-window.ts'
import { type Timed, tooLateFrom } from './window.ts'

const minute = 60_000

/** How often a notice is tried before it is given up. With the pauses in between, this takes about six hours. */
export const mostAttempts = 10
/** How often a message is handed over without getting an answer. After that, nobody knows whether it arrived. */
const mostUnanswered = 3
const firstPause = minute
/** The longest pause between two tries, in milliseconds. */
export const longestPause = 120 * minute
/**
 * The pause while the other side is away, after any number of tries. The same pause is the first one after a try
 * without an answer, and after an `unwelcome` try.
 */
export const awayPause = 10 * minute
/** How long tries fail before the desk shows the message, in milliseconds. */
export const shownAfter = 60 * minute
/** The last try of a notice is this long before it is too late, in milliseconds. */
const lastTryAhead = minute / 2

/**
 * The outcome of a try to deliver that did not succeed.
 * - `refused`: the other side refused the address. The other side would refuse every further try.
 * - `away`: the other side could not be reached, or did not let us in. Such a try does not count.
 * - `unwelcome`: the other side refused what we send, such as for its words or for a daily limit. Such a try does not
 *   count, and the pauses grow.
 * - `failed`: the other side asked us to try again later, or we made an error.
 * - `unanswered`: the other side had the whole message and did not answer. The other side should recognize a copy by
 *   the key of the message.
 * - `unknown`: the other side had the whole message and did not answer. A further try may deliver a copy.
 */
export type Verdict = 'refused' | 'away' | 'unwelcome' | 'failed' | 'unanswered' | 'unknown'

/** A try to deliver a notice that did not succeed, or has no known outcome. */
export interface FailedTry {
  /** One word without personal data, such as `timeout` or `http_500`. */
  readonly error: string
  readonly verdict: Verdict
  /** How long the other side asked us to wait, in milliseconds. */
  readonly retryAfter?: number | undefined
}

export type AfterFailedTry =
  | { readonly state: 'dead'; readonly reason: 'refused' | 'provider_away' | 'gave_up' }
  | { readonly state: 'uncertain'; readonly reason: null; readonly uncertainAt: number }
  | {
      readonly state: 'scheduled'
      readonly nextAttemptAt: number
      readonly attempts: number
      readonly failingSince: number
      /** Set when the other side may have the message. */
      readonly uncertainAt?: number
    }

/**
 * The state of a notice after a failed try: another try after a pause, or the end. `attempts` counts the failed try.
 * Instants are epoch milliseconds.
 *
 * Pauses double from try to try. While tries are `unwelcome`, a pause is as long as the time for which the tries have
 * failed. About half of each pause is random; `chance` is at least 0 and below 1. When a pause would end too late, the
 * last try is half a minute before the notice is too late. A try outside the send window moves to a moment inside it
 * (`tryTime`); news that cannot wait for the window is sent at once.
 */
export function afterFailedTry(
  notice: Timed & {
    readonly kind: NoticeKind
    readonly attempts: number
    readonly failingSince: number | null
  },
  failed: FailedTry,
  hours: SendHours,
  now: number,
  chance: number,
): AfterFailedTry {
  if (failed.verdict === 'refused') return { state: 'dead', reason: 'refused' }
  if (failed.verdict === 'unknown') return { state: 'uncertain', reason: null, uncertainAt: now }
  const unwelcome = failed.verdict === 'unwelcome'
  const away = failed.verdict === 'away' || unwelcome
  const attempts = away ? notice.attempts - 1 : notice.attempts
  const unanswered = failed.verdict === 'unanswered'
  // A copy may do harm. So the other side gets more time to recover.
  const first = unanswered ? awayPause : firstPause
  const grown = unwelcome ? now - (notice.failingSince ?? now) : away ? 0 : first * 2 ** (attempts - 1)
  const full = Math.min(longestPause, away ? Math.max(awayPause, grown) : grown)
  const pause = Math.max(Math.min(failed.retryAfter ?? 0, longestPause), full / 2 + (chance * full) / 2)
  const afterPause = Math.min(Math.round(now + pause), tooLateFrom(notice) - lastTryAhead)
  const nextAttemptAt =
    tryTime(hours, notice.firstStartAt, afterPause, now) ?? (notice.kind === 'reminder' ? now : afterPause)
  if (unanswered && (attempts >= mostUnanswered || nextAttemptAt <= now))
    return { state: 'uncertain', reason: null, uncertainAt: now }
  return attempts >= mostAttempts || nextAttemptAt <= now
    ? { state: 'dead', reason: away ? 'provider_away' : 'gave_up' }
    : {
        state: 'scheduled',
        nextAttemptAt,
        attempts,
        failingSince: notice.failingSince ?? now,
        ...(unanswered && { uncertainAt: now }),
      }
}

/** Why a person may not have a notice tried again. */
export type RetryRefusal = 'not failed' | 'appointment changed' | 'too late'

type Retried = Timed & { readonly kind: NoticeKind }

/**
 * When a notice is sent after a person asked for a new try: at once, or when the send window opens. News that cannot
 * wait for the window is sent at once. Null when the notice would be too late.
 */
function retryTime(notice: Retried, hours: SendHours, now: number): number | null {
  if (now >= tooLateFrom(notice)) return null
  return usefulSendTime(hours, notice.firstStartAt, now) ?? (notice.kind === 'reminder' ? null : now)
}

/** Returns why a person may not have this notice tried again, or null if they may. */
export function refuseRetry(
  notice: NoticeStatus & Occasion & Retried,
  entry: Notifiable | null,
  hours: SendHours,
  now: number,
): RetryRefusal | null {
  if (!hasFailed(notice)) return 'not failed'
  if (!stillHolds(notice, entry)) return 'appointment changed'
  return retryTime(notice, hours, now) === null ? 'too late' : null
}

/**
 * The changes of a notice that a person has tried again. The notice has all its tries again. `refuseRetry` has allowed
 * it before.
 */
export const triedAgain = (notice: Retried, hours: SendHours, now: number) =>
  dueAgain(retryTime(notice, hours, now)!)

/** The changes that make a notice due at `at`, with all its tries again. */
export const dueAgain = (at: number) =>
  ({ state: 'scheduled', reason: null, attempts: 0, nextAttemptAt: at, failingSince: null }) as const
