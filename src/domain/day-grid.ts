/**
 * The rows of a day in a calendar (RULES §24). With these rows, a browser does not have to calculate days with 23 or 25
 * hours.
 */
import { type Interval, lastInstant, localDay } from './time.ts'

/** One row of a day. */
export interface GridRow {
  /** When the row begins, in epoch milliseconds. */
  readonly at: number
  /** The time that a clock on the wall shows at the start of the row, `HH:MM`. A day of 25 hours shows some times twice. */
  readonly label: string
  /** How far this clock is ahead of UTC, such as `+02:00`. */
  readonly offset: string
}

const minute = 60_000
const dayLength = 24 * 60 * minute

/**
 * The rows of a local day, from its midnight to the next. Each row lasts `slotMinutes` of elapsed time. The last row
 * may be shorter. `date` is `YYYY-MM-DD`. @throws when `slotMinutes` is not above 0.
 */
export function dayGrid(date: string, timeZone: string, slotMinutes: number): GridRow[] {
  if (!(slotMinutes > 0)) throw new Error('the rows of a day need a length')
  const { startAt, endAt } = dayOf(date, timeZone)
  const rows: GridRow[] = []
  let clock = clockAt(startAt, timeZone)
  for (let at = startAt; at < endAt; at += slotMinutes * minute) {
    while (at >= clock.changesAt) clock = clockAt(clock.changesAt, timeZone)
    rows.push({ at, label: labelOf(at + clock.aheadMs), offset: clock.offset })
  }
  return rows
}

/** A local day as `localDay` returns it. The day does not go beyond the last instant that a request can name. */
export function dayOf(date: string, timeZone: string): Interval {
  const { startAt, endAt } = localDay(date, timeZone)
  return { startAt, endAt: Math.min(endAt, lastInstant) }
}

/** How far clocks are ahead of UTC at an instant, and when this difference changes next. */
function clockAt(instant: number, timeZone: string) {
  const zoned = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone)
  return {
    aheadMs: zoned.offsetNanoseconds / 1_000_000,
    offset: zoned.offset,
    changesAt: zoned.getTimeZoneTransition('next')?.epochMilliseconds ?? Number.POSITIVE_INFINITY,
  }
}

/** The time of day of wall-clock milliseconds, `HH:MM`. */
function labelOf(wall: number): string {
  const minutes = Math.floor((((wall % dayLength) + dayLength) % dayLength) / minute)
  return `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`
}

const twoDigits = (n: number): string => String(n).padStart(2, '0')

/** The day before or after a date, `YYYY-MM-DD`; null outside the years 1 to 9999. */
export function neighbourOf(date: string, days: 1 | -1): string | null {
  const neighbour = Temporal.PlainDate.from(date).add({ days })
  return neighbour.year >= 1 && neighbour.year <= 9999 ? neighbour.toString() : null
}
