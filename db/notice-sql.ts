/**
 * SQL conditions on notices (table `reminder_jobs`), built from the lists of the domain. The values are in the SQL
 * text, because SQLite uses a partial index only for a query that repeats the condition of the index.
 */
import {
  failedReasons,
  failedStates,
  liveStates,
  type NoticeKind,
  type NoticeReason,
  type NoticeState,
  unreachedReasons,
} from '../src/domain/reminders/notice.ts'
import { kindCodes, stateCodes } from './codes.ts'

export const stateIs = (...states: readonly NoticeState[]): string =>
  isOneOf(
    'state',
    states.map((state) => String(stateCodes[state])),
  )
export const reasonIs = (...reasons: readonly NoticeReason[]): string =>
  isOneOf(
    'reason',
    reasons.map((reason) => `'${reason}'`),
  )
export const kindIs = (kind: NoticeKind): string => `kind = ${kindCodes[kind]}`

/**
 * 1 for a live notice, which can still be sent, and 0 for any other notice. The index by entry separates live notices.
 */
export const isLive = `(state < ${liveStates.length})`
/** Live notices, as `isLive` of the domain finds them. */
export const whereLive = `${isLive} = 1`
/**
 * Notices in the index by patient: all notices except reminders that can still be sent. These reminders are found by
 * the entries of their patient.
 */
export const whereNotPlanned = `(not ${isLive} or not ${kindIs('reminder')})`
/** The notices that are not in the index by patient: reminders that can still be sent. */
export const wherePlanned = `${whereLive} and ${kindIs('reminder')}`
/** Every notice, for a look-up by entry and start in the index that separates live notices. */
export const whereLiveOrNot = `${isLive} in (0, 1)`
/** Failed notices, as `hasFailed` of the domain finds them. */
export const whereFailed = `${stateIs(...failedStates)} or ${reasonIs(...failedReasons)}`
/**
 * Notices that are tried again after a failed try. Notices that the ceiling holds back are not included, because they
 * count as failed.
 */
export const whereFailing = `${stateIs('scheduled')} and reason is null and failing_since is not null`
/** Notices that count for the ceiling of the day in `counted_on`. A notice in delivery has a lease. */
export const whereCounted = 'counted_on is not null and (lease is not null or sent_at is not null)'
/** Notices that did not reach their patient because of the patient's consents or addresses. */
export const whereUnreached = reasonIs(...unreachedReasons)
/**
 * Notices that were made to wait after they were planned. A notice that was planned for a time outside the send window
 * waits from the beginning, and is not included.
 */
export const wherePaused = `${stateIs('scheduled')} and next_attempt_at > due_at and (last_error is not null or updated_at > created_at)`
/** Notices in delivery, also notices that were cancelled meanwhile. */
export const whereLeased = 'lease_until is not null'
/** Notices that their patient got or may have got, as `wasTold` of the domain finds them. */
export const whereTold = 'sent_at is not null or uncertain_at is not null'
/** Notices with a sequence number, and notices that were sent. In older files, notices were sent without a number. */
export const whereNumbered = `sequence > 0 or ${whereTold}`

function isOneOf(column: string, values: readonly string[]): string {
  return values.length === 1 ? `${column} = ${values[0]}` : `${column} in (${values.join(', ')})`
}
