/** Instants are epoch milliseconds everywhere inside; text only at the edges. */

const rfc3339 = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:[0-5]\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/
/** Temporal takes nine digits of a second and we keep three. */
const tooFine = /(\.\d{9})\d+/
const calendarDate = /^(?!0000)\d{4}-\d\d-\d\d$/
/** The years that four digits can say in UTC. */
const firstInstant = Date.parse('0000-01-01T00:00:00.000Z')
const lastInstant = Date.parse('9999-12-31T23:59:59.999Z')

/**
 * Epoch milliseconds of an RFC 3339 date-time with `Z` or an offset, fractions below a millisecond cut off;
 * undefined for anything else: no offset, a date alone, an impossible date, a leap second, a year outside 0–9999.
 */
export function parseInstant(text: string): number | undefined {
  if (!rfc3339.test(text)) return undefined
  try {
    const instant = Temporal.Instant.from(text.replace(tooFine, '$1')).epochMilliseconds
    return instant >= firstInstant && instant <= lastInstant ? instant : undefined
  } catch {
    return undefined
  }
}

/** UTC with milliseconds, `2026-03-29T07:00:00.000Z`. */
export const formatInstant = (instant: number): string => new Date(instant).toISOString()

/** True for `YYYY-MM-DD` that exists in the calendar, which has no year 0. */
export function isCalendarDate(text: string): boolean {
  if (!calendarDate.test(text)) return false
  try {
    Temporal.PlainDate.from(text, { overflow: 'reject' })
    return true
  } catch {
    return false
  }
}

/** True for `HH:MM` from 00:00 to 23:59. */
export const isClockTime = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text)

/** True for a time zone this runtime can compute with: an IANA name, not a bare offset. */
export function isTimeZone(text: string): boolean {
  if (!/^[A-Za-z]/.test(text)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: text })
    return true
  } catch {
    return false
  }
}

/** A half-open stretch of time, `[startAt, endAt)`, in epoch milliseconds. */
export interface Interval {
  readonly startAt: number
  readonly endAt: number
}

/** One local day, `[local midnight, next local midnight)`: 23, 24 or 25 hours, or what the zone made of it. */
export function localDay(date: string, timeZone: string): Interval {
  const day = Temporal.PlainDate.from(date)
  return {
    startAt: day.toZonedDateTime(timeZone).epochMilliseconds,
    endAt: day.add({ days: 1 }).toZonedDateTime(timeZone).epochMilliseconds,
  }
}

/**
 * The instant a wall clock first shows `HH:MM` (or later, where that time is skipped) on a local day.
 * `24:00` is the next midnight. Of a time shown twice the first is meant.
 */
export function localTime(date: string, time: string, timeZone: string): number {
  if (time === '24:00') return localDay(date, timeZone).endAt
  const wall = Temporal.PlainDate.from(date).toPlainDateTime(Temporal.PlainTime.from(time))
  const shown = wall.toZonedDateTime(timeZone, { disambiguation: 'earlier' })
  if (shown.toPlainDateTime().equals(wall)) return shown.epochMilliseconds
  // Skipped: the clock jumps over it, so the jump itself is the first moment at or after it.
  return shown.getTimeZoneTransition('next')?.epochMilliseconds ?? shown.epochMilliseconds
}
