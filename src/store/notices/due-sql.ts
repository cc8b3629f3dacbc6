/** SQL over the notices that wait, of all practices. */
import { stateIs, wherePaused } from '../../../db/notice-sql.ts'
import { isHere } from '../engine/here.ts'

/**
 * The practices with scheduled notices, in the order of their keys, as a table `turns`. It begins after
 * the key `after`, a piece of SQL. Each practice costs one seek in the index `reminder_jobs_due`, however many notices
 * it has. The last row is null.
 */
export const turnsAfter = (after: string): string => `with recursive turns (practice_key) as (
    select (select min(practice_key) from reminder_jobs
      where ${stateIs('scheduled')} and practice_key > ${after})
    union all
    select (select min(practice_key) from reminder_jobs
      where ${stateIs('scheduled')} and practice_key > turns.practice_key)
    from turns where turns.practice_key is not null
  )`

/** No more rows than this are looked at, of each kind. So a query costs little, however many notices wait. */
export const mostRows = 10_000

/**
 * How many notices should have gone out by `?2`, and since when the first of them is due: `count` and `since`. The first
 * part holds the notices that are due; the second part those that wait for their next try.
 */
export const countLate = `
  ${turnsAfter('0')}
  select count(*) as count, min(since) as since from (
    select * from (
      select iif(last_error is null, next_attempt_at, due_at) as since
      from turns cross join reminder_jobs on reminder_jobs.practice_key = turns.practice_key
      where ${stateIs('scheduled')} and channel = ?1 and next_attempt_at <= ?2
        and ${isHere('turns.practice_key')}
      limit ${mostRows})
    union all
    select due_at from (
      select due_at, last_error from reminder_jobs
      where ${wherePaused} and channel = ?1 and next_attempt_at > ?2
        and ${isHere('practice_key')}
      limit ${mostRows})
    where last_error is not null and due_at <= ?2)`
