import { isCalendarDate, isClockTime, localDate, localTime } from './time.ts'

/** A wall-clock time, as clocks and calendars show it: a day `YYYY-MM-DD` and a time `HH:MM`. */
export interface WallTime {
  readonly date: string
  readonly time: string
}

/** Reads `YYYY-MM-DDTHH:MM`, a date and time without an offset. Undefined for any other text. */
export function parseWallTime(text: string): WallTime | undefined {
  const [date = '', time = '', ...more] = text.split('T')
  return more.length === 0 && isCalendarDate(date) && isClockTime(time) ? { date, time } : undefined
}

/** Whether the clocks of a zone skip this time, as they mostly do for an hour in spring. */
export function isSkipped({ date, time }: WallTime, timeZone: string): boolean {
  const instant = localTime(date, time, timeZone)
  return localDate(instant, timeZone) !== date || clockAt(instant, timeZone) !== time
}

/** The time `HH:MM` that the clocks of a zone show at an instant (epoch milliseconds). */
export const clockAt = (instant: number, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(instant)
    .toZonedDateTimeISO(timeZone)
    .toPlainTime()
    .toString({ smallestUnit: 'minute' })
