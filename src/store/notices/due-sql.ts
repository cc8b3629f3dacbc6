/** SQL about the waiting notices of all practices. */
import { stateIs, wherePaused } from '../../../db/notice-sql.ts'
import { isHere } from '../engine/here.ts'

/**
 * Makes a table `turns` of the practices with scheduled notices, in the order of their keys. The table begins after the
 * key `after`, which is an SQL expression. Each practice takes one search in the index `reminder_jobs_due`, however
 * many notices it has. The last row is null.
 */
export const turnsAfter = (after: string): string => `with recursive turns (practice_key) as (
    select (select min(practice_key) from reminder_jobs
      where ${stateIs('scheduled')} and practice_key > ${after})
    union all
    select (select min(practice_key) from reminder_jobs
      where ${stateIs('scheduled')} and practice_key > turns.practice_key)
    from turns where turns.practice_key is not null
  )`

/** The most rows that each part of a query looks at. So a query takes little time, however many notices wait. */
export const mostRows = 10_000

/**
 * Selects how many notices should have been sent by `?2` (`count`), and since when the first of them is due (`since`).
 * The first part finds notices that are due. The second part finds notices that wait for their next try.
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
