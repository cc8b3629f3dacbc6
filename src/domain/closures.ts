/** What a closure of a practice may say (RULES §20). */
import { lookupId } from './id.ts'
import type { Closure } from './open-times.ts'
import type { Issue } from './problem.ts'

/** How many days a closure has at most, and one that comes again each year. */
const mostDays = 400
const mostDaysEachYear = 366

/** How many chairs a closure names at most, which is as many as there can be. */
export const mostClosedChairs = 500

/**
 * The rules that fields of a closure break together. Each field that is given is valid in itself, and one that is left out
 * is not checked.
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

/** What is wrong between the two times of a day. One that is left out is not checked. */
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

/** The places of chairs that come twice, whatever the case of their ids. */
function repeatedChairs(chairIds: readonly string[]): Issue[] {
  const ids = chairIds.map(lookupId)
  return ids.flatMap((id, i) =>
    ids.indexOf(id) === i ? [] : [{ path: `chairIds.${i}`, message: 'must name a chair only once' }],
  )
}
