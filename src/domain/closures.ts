/**
 * The rules for the fields of a closure (RULES §20). A closure is a time when a practice or some of its chairs are
 * closed.
 */
import { lookupId } from './id.ts'
import type { Closure } from './open-times.ts'
import type { Issue } from './problem.ts'

/** The most days of a closure, and the most days of a closure that is repeated each year. */
const mostDays = 400
const mostDaysEachYear = 366

/** The most chairs that a closure names. No practice can have more chairs. */
export const mostClosedChairs = 500

/**
 * The rules that the fields of a closure break in combination. Each single field is already valid. A field that is left
 * out is not checked.
 */
export function closureIssues(closure: Partial<Closure>): Issue[] {
  return [...dayIssues(closure), ...timeIssues(closure), ...repeatedChairs(closure.chairIds ?? [])]
}

function dayIssues({ fromDate, throughDate, yearly }: Partial<Closure>): Issue[] {
  if (fromDate === undefined || throughDate === undefined) return []
  const issue = (message: string): Issue[] => [{ path: 'throughDate', message }]
  if (throughDate < fromDate) return issue('must not be before fromDate')
  const days = Temporal.PlainDate.from(fromDate).until(throughDate).days + 1
  if (days > mostDays) return issue(`must not be more than ${mostDays} days from fromDate on`)
  if (yearly && days > mostDaysEachYear)
    return issue(`must not be more than ${mostDaysEachYear} days from fromDate on, because it is yearly`)
  return []
}

/**
 * The rules that a start time and an end time break in combination. Nothing is checked when one of them is left out.
 */
export function timeIssues({ startTime, endTime }: Partial<Pick<Closure, 'startTime' | 'endTime'>>): Issue[] {
  if (startTime === undefined || endTime === undefined) return []
  if (startTime === null && endTime !== null)
    return [{ path: 'startTime', message: 'must be given together with endTime' }]
  if (startTime !== null && endTime === null)
    return [{ path: 'endTime', message: 'must be given together with startTime' }]
  return startTime !== null && endTime! <= startTime
    ? [{ path: 'endTime', message: 'must be after startTime' }]
    : []
}

/** An issue for each chair that is named again. The letter case of the ids does not count. */
function repeatedChairs(chairIds: readonly string[]): Issue[] {
  const ids = chairIds.map(lookupId)
  return ids.flatMap((id, i) =>
    ids.indexOf(id) === i ? [] : [{ path: `chairIds.${i}`, message: 'must name a chair only once' }],
  )
}
