import { stateIs } from '../../db/notice-sql.ts'
import type { NoticeChannel } from '../domain/reminders/notice.ts'
import { turnsAfter } from './turns.ts'
import { unscoped } from './unscoped.ts'

/** The notices of one channel that are late. */
export interface Late {
  readonly count: number
  /** For how long the first of them has been due, in milliseconds. 0 when none is late. */
  readonly lateMs: number
}

/** A notice that is due for longer than this counts as late, in milliseconds. */
export const lateAfter = 60_000

/** No more rows than this are looked at, of each kind. So a look costs little, whatever waits. */
const mostRows = 10_000

/** `dueBefore` is in epoch milliseconds. The first part holds what is due; the second what waits for its next try. */
export const late = unscoped<
  [channel: NoticeChannel, dueBefore: number],
  { count: number; since: number | null }
>(`
  ${turnsAfter("''")}
  select count(*) as count, min(since) as since from (
    select * from (
      select iif(last_error is null, next_attempt_at, due_at) as since
      from turns cross join reminder_jobs on reminder_jobs.practice_id = turns.practice_id
      where ${stateIs('scheduled')} and channel = ?1 and next_attempt_at <= ?2
      limit ${mostRows})
    union all
    select due_at from (
      select due_at, last_error from reminder_jobs
      where ${stateIs('scheduled')} and next_attempt_at > due_at and channel = ?1 and next_attempt_at > ?2
      limit ${mostRows})
    where last_error is not null and due_at <= ?2)`)
