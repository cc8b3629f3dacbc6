import { stateIs } from '../../db/notice-sql.ts'

/**
 * The practices with scheduled notices of the channel `?1`, in the order of their ids, as a table `turns`. It begins
 * after the id `after`, a piece of SQL. Each practice costs one seek in the index `reminder_jobs_due`, however many
 * notices it has. The last row is null.
 */
export const turnsAfter = (after: string): string => `with recursive turns (practice_id) as (
    select (select min(practice_id) from reminder_jobs
      where ${stateIs('scheduled')} and channel = ?1 and practice_id > ${after})
    union all
    select (select min(practice_id) from reminder_jobs
      where ${stateIs('scheduled')} and channel = ?1 and practice_id > turns.practice_id)
    from turns where turns.practice_id is not null
  )`
