/**
 * SQL conditions on notices (table `reminder_jobs`), built from the lists of the domain. The values are in the
 * text: SQLite uses a partial index only for a query that repeats the condition of the index.
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

/** 1 for a notice that can still go out, and 0 for any other. The index by entry holds live notices apart. */
export const isLive = `(state < ${liveStates.length})`
/** `isLive` of the domain. */
export const whereLive = `${isLive} = 1`
/**
 * Notices that the index by patient holds: all but reminders that still go out. Those belong to entries of their patient, and
 * are found by them.
 */
export const whereNotPlanned = `(not ${isLive} or not ${kindIs('reminder')})`
/** The other notices: reminders that still go out. */
export const wherePlanned = `${whereLive} and ${kindIs('reminder')}`
/** Every notice, for a look-up by entry and start in the index that holds live notices apart. */
export const whereLiveOrNot = `${isLive} in (0, 1)`
/** `hasFailed` of the domain. */
export const whereFailed = `${stateIs(...failedStates)} or ${reasonIs(...failedReasons)}`
/** Notices that are tried again after a failed try. Those that the ceiling holds back count as failed. */
export const whereFailing = `${stateIs('scheduled')} and reason is null and failing_since is not null`
/** Notices that count for the ceiling of the day in `counted_on`. A notice in delivery has a lease. */
export const whereCounted = 'counted_on is not null and (lease is not null or sent_at is not null)'
/** Notices that did not reach their patient because of the patient's own data. */
export const whereUnreached = reasonIs(...unreachedReasons)
/**
 * Notices that were made to wait after they were planned. A plan for a time outside of the send window waits from the
 * beginning, and is not among them.
 */
export const wherePaused = `${stateIs('scheduled')} and next_attempt_at > due_at and (last_error is not null or updated_at > created_at)`
/** Notices in delivery, also those that were cancelled meanwhile. */
export const whereLeased = 'lease_until is not null'
/** `wasTold` of the domain. */
export const whereTold = 'sent_at is not null or uncertain_at is not null'
/** Notices with a number, and those that went out. In older files, notices went out without a number. */
export const whereNumbered = `sequence > 0 or ${whereTold}`

function isOneOf(column: string, values: readonly string[]): string {
  return values.length === 1 ? `${column} = ${values[0]}` : `${column} in (${values.join(', ')})`
}
