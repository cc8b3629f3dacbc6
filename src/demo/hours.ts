/**
 * When the demo practice is open: in the usual hours, and in the hours around now. So its visits around now are in
 * opening hours.
 */

import { localDate } from '../domain/time.ts'
import { type OpenHours, type Weekday, weekdayOf } from '../domain/working-hours.ts'
import { spanOfNow } from './today.ts'

type Week = Record<Weekday, OpenHours[]>

const long = [
  { start: '08:00', end: '12:30' },
  { start: '13:30', end: '18:00' },
]
const short = [{ start: '08:00', end: '13:00' }]
const early = [{ start: '08:00', end: '14:00' }]

/** The hours of the practice. A Saturday or Sunday is open like a Friday when it is today. */
export function practiceHours(now: number, timezone: string): Week {
  const today = weekdayOf(localDate(now, timezone))
  const weekend = { sat: today === 'sat' ? short : [], sun: today === 'sun' ? short : [] }
  return openNow({ mon: long, tue: long, wed: short, thu: long, fri: short, ...weekend }, now, timezone)
}

/** The hours of a room that is used in the mornings of four days. */
export const roomHours = (now: number, timezone: string): Week =>
  openNow({ mon: early, tue: early, wed: early, thu: early, fri: [], sat: [], sun: [] }, now, timezone)

/** The hours of a week. Today also has the hours of the visits around now, rounded to whole hours. */
function openNow(week: Week, now: number, timezone: string): Week {
  const date = localDate(now, timezone)
  const today = weekdayOf(date)
  const { startAt, endAt } = spanOfNow(now, timezone)
  const hourOf = (instant: number) =>
    Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timezone).hour
  const around = { start: sayHour(hourOf(startAt)), end: sayHour(hourOf(endAt - 1) + 1) }
  return { ...week, [today]: joined([...week[today], around]) }
}

const sayHour = (hour: number): string => `${String(hour).padStart(2, '0')}:00`

/** The hours in their order. Hours that touch or overlap become one. */
function joined(hours: readonly OpenHours[]): OpenHours[] {
  const open: OpenHours[] = []
  for (const next of hours.toSorted((a, b) => a.start.localeCompare(b.start))) {
    const last = open.at(-1)
    if (last === undefined || last.end < next.start) open.push(next)
    else open[open.length - 1] = { start: last.start, end: [last.end, next.end].sort()[1]! }
  }
  return open
}
