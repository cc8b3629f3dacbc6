/**
 * SQL conditions on notices (table `reminder_jobs`), built from the lists of the domain. The values stand in the
 * text: SQLite uses a partial index only for a query that repeats the condition of the index.
 */
import {
  failedReasons,
  failedStates,
  liveStates,
  type NoticeReason,
  type NoticeState,
  unreachedReasons,
} from '../src/domain/reminders/notice.ts'

export const stateIs = (...states: readonly NoticeState[]): string => isOneOf('state', states)
export const reasonIs = (...reasons: readonly NoticeReason[]): string => isOneOf('reason', reasons)

/** `isLive` of the domain. */
export const whereLive = stateIs(...liveStates)
/** `hasFailed` of the domain. */
export const whereFailed = `${stateIs(...failedStates)} or ${reasonIs(...failedReasons)}`
/** Notices that are tried again after a failed try. Those that the ceiling holds back count as failed. */
export const whereFailing = `${stateIs('scheduled')} and reason is null and failing_since is not null`
/** Notices that count for the ceiling of the day in `counted_on`. A notice in delivery has a lease. */
export const whereCounted = 'counted_on is not null and (lease is not null or sent_at is not null)'
/** Notices that did not reach their patient because of the patient's own data. */
export const whereUnreached = reasonIs(...unreachedReasons)
/** `wasTold` of the domain. */
export const whereTold = 'sent_at is not null or uncertain_at is not null'
function isOneOf(column: string, values: readonly string[]): string {
  const quoted = values.map((value) => `'${value}'`)
  return quoted.length === 1 ? `${column} = ${quoted[0]}` : `${column} in (${quoted.join(', ')})`
}
