/** Absences: the times when members are away and treat nobody (RULES §20.1). */
import { timeIssues } from './closures.ts'
import type { Issue } from './problem.ts'
import { partsOf, type RecurringTimes, touchesDays } from './recurring-times.ts'
import type { Interval } from './time.ts'
import type { Weekday } from './working-hours.ts'

/** The most days of an absence without weekdays. */
const mostDays = 400

/** The last day of an absence that has no end. The years of dates have four digits. */
const lastDate = '9999-12-31'

/** Days, or times of day, when a member treats nobody. All days and times are wall-clock time. */
export interface Absence extends AbsentTimes {
  readonly id: string
  readonly practitionerId: string
  readonly reason: string | null
}

interface AbsentTimes {
  /** The first and the last day, `YYYY-MM-DD`. Only a weekly absence may be without a last day. */
  readonly fromDate: string
  readonly throughDate: string | null
  /** The times of the absence on each day, `HH:MM`. The end may be `24:00`. Null means the whole day. */
  readonly startTime: string | null
  readonly endTime: string | null
  /** The weekdays of the absence; null for every day of the week. */
  readonly weekdays: readonly Weekday[] | null
}

/** The times of an absence, without the member. */
export const timesOfAbsence = ({ throughDate, ...absence }: AbsentTimes): RecurringTimes => ({
  ...absence,
  throughDate: throughDate ?? lastDate,
  yearly: false,
})

/**
 * The times during an interval when a member is away, sorted by start. The times are cut to the interval and may
 * overlap.
 * @param absences of one member
 */
export const absentTimes = (absences: readonly Absence[], during: Interval, timezone: string): Interval[] =>
  absences
    .flatMap((absence) => [...partsOf(timesOfAbsence(absence), during, timezone)])
    .sort((a, b) => a.startAt - b.startAt)

/** The absences that overlap an interval. The interval may have any length. */
export const absencesTouching = <A extends Absence>(
  absences: readonly A[],
  during: Interval,
  timezone: string,
): A[] => absences.filter((one) => !partsOf(timesOfAbsence(one), during, timezone).next().done)

/** The values of the optional fields of an absence that are left out. */
export const unsaid = { reason: null, throughDate: null, startTime: null, endTime: null, weekdays: null }

/** The rules that the fields of an absence break in combination. Each single field is already valid. */
export function absenceIssues(absence: Partial<AbsentTimes>): Issue[] {
  const { fromDate } = absence
  return [
    ...(fromDate === undefined ? [] : dayIssues({ ...unsaid, ...absence, fromDate })),
    ...timeIssues({ startTime: null, endTime: null, ...absence }),
  ]
}

function dayIssues(absence: AbsentTimes): Issue[] {
  const { fromDate, throughDate, weekdays } = absence
  const issue = (message: string): Issue[] => [{ path: 'throughDate', message }]
  if (throughDate === null)
    return weekdays === null ? issue('must be given, unless the absence has weekdays') : []
  if (throughDate < fromDate) return issue('must not be before fromDate')
  if (weekdays !== null)
    return touchesDays(timesOfAbsence(absence), fromDate, throughDate)
      ? []
      : [{ path: 'weekdays', message: 'must have a day from fromDate through throughDate' }]
  const days = Temporal.PlainDate.from(fromDate).until(throughDate).days + 1
  return days > mostDays ? issue(`must not be more than ${mostDays} days from fromDate on`) : []
}
