/**
 * Inside the service, an instant is a number of epoch milliseconds. Only requests and answers contain instants as
 * texts.
 */

const dateTime = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d(:[0-5]\d([.,]\d+)?)?([Zz]|[+-]\d\d(:?\d\d)?)$/
/**
 * Digits after the ninth decimal place of the seconds. Temporal refuses them, and the service keeps only three places.
 */
const tooFine = /([.,]\d{9})\d+/
const calendarDate = /^(?!0000)\d{4}-\d\d-\d\d$/
/** The first instant with a year of four digits in UTC. No request can name an earlier instant. */
export const firstInstant = Date.parse('0000-01-01T00:00:00.000Z')
/** The last instant with a year of four digits in UTC. No request can name a later instant. */
export const lastInstant = Date.parse('9999-12-31T23:59:59.999Z')

/**
 * Epoch milliseconds of a date and time in the extended form of ISO 8601 (RULES §1), or undefined for any other text.
 * Seconds and their fraction, after a point or comma, may be left out. `Z` or an offset `±hh:mm`, `±hhmm` or `±hh` is
 * needed. Fractions of a millisecond are cut off. The result is also undefined for 24:00, a leap second, and a UTC year
 * outside 0–9999.
 */
export function parseInstant(text: string): number | undefined {
  if (!dateTime.test(text)) return undefined
  try {
    const instant = Temporal.Instant.from(text.replace(tooFine, '$1')).epochMilliseconds
    return instant >= firstInstant && instant <= lastInstant ? instant : undefined
  } catch {
    return undefined
  }
}

/** The instant of a text that was checked already; undefined when no text was given. */
export const givenInstant = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : parseInstant(text)!

/**
 * A cache of the last formatted instants, by their minute. A day of a calendar needs the same instants again and again.
 */
const written = { instants: new Float64Array(512).fill(Number.NaN), texts: new Array<string>(512).fill('') }

/** The text of an instant in epoch milliseconds, in UTC: `2026-03-29T07:00:00.000Z` (RULES §1). */
export function formatInstant(instant: number): string {
  const place = Math.floor(instant / 60_000) & 511
  if (written.instants[place] !== instant) {
    written.texts[place] = new Date(instant).toISOString()
    written.instants[place] = instant
  }
  return written.texts[place]!
}

/** A calendar date such as `1987-04-23` as the API returns it: midnight UTC of that day. */
export const midnightOf = (date: string): string => `${date}T00:00:00.000Z`

/** True for a date `YYYY-MM-DD` that exists. The calendar has no year 0. */
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

/** True for the IANA name of a time zone that this runtime knows. An offset such as `+01:00` is not a name. */
export function isTimeZone(text: string): boolean {
  if (!/^[A-Za-z]/.test(text)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: text })
    return true
  } catch {
    return false
  }
}

/** A half-open interval of time, `[startAt, endAt)`, in epoch milliseconds. */
export interface Interval {
  readonly startAt: number
  readonly endAt: number
}

/** The ends of an interval as texts (`formatInstant`). */
export const formatInterval = ({ startAt, endAt }: Interval) => ({
  startAt: formatInstant(startAt),
  endAt: formatInstant(endAt),
})

/**
 * One local day, from local midnight to the next local midnight. A local day mostly has 24 hours, and 23 or 25 hours
 * when the clocks change. `date` is `YYYY-MM-DD`.
 */
export function localDay(date: string, timeZone: string): Interval {
  const day = Temporal.PlainDate.from(date)
  return {
    startAt: day.toZonedDateTime(timeZone).epochMilliseconds,
    endAt: day.add({ days: 1 }).toZonedDateTime(timeZone).epochMilliseconds,
  }
}

/**
 * The instant when a clock on the wall shows `HH:MM` on a local day; epoch milliseconds. `24:00` is the next midnight.
 * When clocks show the time twice, this is the first instant. When they skip the time, this is the instant of the jump.
 */
export function localTime(date: string, time: string, timeZone: string): number {
  if (time === '24:00') return localDay(date, timeZone).endAt
  const wall = Temporal.PlainDate.from(date).toPlainDateTime(Temporal.PlainTime.from(time))
  const shown = wall.toZonedDateTime(timeZone, { disambiguation: 'earlier' })
  if (shown.toPlainDateTime().equals(wall)) return shown.epochMilliseconds
  // The clock jumps over this time, so the jump is the first instant at or after it.
  return shown.getTimeZoneTransition('next')?.epochMilliseconds ?? shown.epochMilliseconds
}

/**
 * The day `YYYY-MM-DD` that calendars show at an instant. Before the year 1 it is `0001-01-01`, and after the year 9999
 * it is `9999-12-31`.
 */
export function localDate(instant: number, timeZone: string): string {
  const date = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone).toPlainDate()
  if (date.year > 9999) return '9999-12-31'
  return date.year < 1 ? '0001-01-01' : date.toString()
}

/**
 * The instant some calendar years after another instant, at the same local time in a time zone. In a year without 29
 * February, 28 February is used instead. Epoch milliseconds.
 */
export const yearsAfter = (instant: number, years: number, timeZone: string): number =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone).add({ years })
    .epochMilliseconds
