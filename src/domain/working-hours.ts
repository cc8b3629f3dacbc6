import type { Issue } from './problem.ts'
import { type Interval, lastInstant, localDay, localTime } from './time.ts'

/** The days in the order of `Temporal.PlainDate.dayOfWeek`, which counts Monday as 1. */
export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type Weekday = (typeof weekdays)[number]

/** One interval of working hours, in local times `HH:MM`. The end may be `24:00`. */
export interface OpenHours {
  readonly start: string
  readonly end: string
}
export type WorkingHours = Readonly<Record<Weekday, readonly OpenHours[]>>

const nineToFive: readonly OpenHours[] = [{ start: '09:00', end: '17:00' }]

/**
 * The hours of a practice that has not set any (RULES §2.4). The hours cover every day, so that no day lacks slots
 * without a reason.
 */
export const defaultWorkingHours: WorkingHours = {
  mon: nineToFive,
  tue: nineToFive,
  wed: nineToFive,
  thu: nineToFive,
  fri: nineToFive,
  sat: nineToFive,
  sun: nineToFive,
}

/**
 * The rules that the times of a week break in combination (RULES §2.4). Intervals must have a length, be sorted and not
 * overlap. Each single time is already valid. Each issue's path starts at the week: `mon.0.end`.
 */
export function workingHoursIssues(week: Partial<WorkingHours>): Issue[] {
  const issues: Issue[] = []
  for (const day of weekdays) {
    week[day]?.forEach(({ start, end }, i, intervals) => {
      const path = `${day}.${i}`
      if (end <= start) issues.push({ path: `${path}.end`, message: 'must be after start' })
      const previous = intervals[i - 1]
      if (previous && start < previous.end)
        issues.push({ path: `${path}.start`, message: 'must not be before the end of the previous interval' })
    })
  }
  return issues
}

/**
 * When a practice is open on a local day, in order and cut to that day. Intervals that adjoin become one open time. So
 * do intervals when the clocks skip all the time between them. `date` is `YYYY-MM-DD`.
 */
export function openTimesOn(week: WorkingHours, date: string, timeZone: string): Interval[] {
  return joined(timesOfDay(date, week[weekdayOf(date)], timeZone))
}

/** The day of the week of a local day `YYYY-MM-DD`. */
export const weekdayOf = (date: string): Weekday => weekdays[Temporal.PlainDate.from(date).dayOfWeek - 1]!

/**
 * The intervals between times on the clocks of a local day, cut to that day. Intervals without a length on that day are
 * left out. `date` is `YYYY-MM-DD`.
 */
export function timesOfDay(date: string, hours: readonly OpenHours[], timeZone: string): Interval[] {
  if (hours.length === 0) return []
  const day = localDay(date, timeZone)
  return hours
    .map(({ start, end }) => ({
      startAt: Math.max(day.startAt, localTime(date, start, timeZone)),
      // After the last instant that a request can name, nothing can be booked.
      endAt: Math.min(day.endAt, localTime(date, end, timeZone), lastInstant),
    }))
    .filter(({ startAt, endAt }) => startAt < endAt)
}

/** Sorted intervals, with adjoining intervals joined into one. */
function joined(intervals: readonly Interval[]): Interval[] {
  const all: Interval[] = []
  for (const interval of intervals) {
    const last = all.at(-1)
    if (last?.endAt === interval.startAt) all[all.length - 1] = { ...last, endAt: interval.endAt }
    else all.push(interval)
  }
  return all
}
