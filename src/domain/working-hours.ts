import type { Issue } from './problem.ts'
import { type Interval, localDay, localTime } from './time.ts'

/** Monday first, as `Temporal.PlainDate.dayOfWeek` counts. */
export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type Weekday = (typeof weekdays)[number]

/** Wall-clock times `HH:MM`; `24:00` is allowed as an end. */
export interface OpenHours {
  readonly start: string
  readonly end: string
}
export type WorkingHours = Readonly<Record<Weekday, readonly OpenHours[]>>

const nineToFive: readonly OpenHours[] = [{ start: '09:00', end: '17:00' }]

/** Every day, so that a practice that has set nothing never gets an unexplained empty list. */
export const defaultWorkingHours: WorkingHours = {
  mon: nineToFive,
  tue: nineToFive,
  wed: nineToFive,
  thu: nineToFive,
  fri: nineToFive,
  sat: nineToFive,
  sun: nineToFive,
}
export const defaultSlotMinutes = 15
export const defaultReminderLeadMinutes = 1440

/** What is wrong with a week of well-formed times: intervals must have a length, be sorted and not overlap. */
export function workingHoursIssues(week: WorkingHours): Issue[] {
  const issues: Issue[] = []
  for (const day of weekdays) {
    week[day].forEach(({ start, end }, i) => {
      const path = `workingHours.${day}.${i}`
      if (end <= start) issues.push({ path: `${path}.end`, message: 'must be later than start' })
      const previous = week[day][i - 1]
      if (previous && start < previous.end)
        issues.push({ path: `${path}.start`, message: 'must not be before the end of the interval above it' })
    })
  }
  return issues
}

/** The instants between which a practice is open on a local day, in order, clipped to that day. */
export function openings(week: WorkingHours, date: string, timeZone: string): Interval[] {
  const day = localDay(date, timeZone)
  const weekday = weekdays[Temporal.PlainDate.from(date).dayOfWeek - 1]!
  return week[weekday]
    .map(({ start, end }) => ({
      startAt: Math.max(day.startAt, localTime(date, start, timeZone)),
      endAt: Math.min(day.endAt, localTime(date, end, timeZone)),
    }))
    .filter((opening) => opening.startAt < opening.endAt)
}
