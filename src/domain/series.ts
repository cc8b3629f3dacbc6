/**
 * Series: entries that are repeated at the same wall-clock time. A clock change moves their instants, but not the local
 * times that people read.
 */
import { firstInstant, type Interval, lastInstant, localTime } from './time.ts'

/** The most occurrences of a series: a weekly series over two years. */
export const mostOccurrences = 104

/** How a series is repeated. Either `count` or `until` sets its end. */
export interface Repeat {
  readonly every: number
  readonly unit: 'day' | 'week' | 'month'
  /** The number of occurrences, including the first one. */
  readonly count?: number
  /** The last local day on which an occurrence may start, `YYYY-MM-DD`. */
  readonly until?: string
  /** Local days on which no occurrence starts, `YYYY-MM-DD`. These days do not count in `count`. */
  readonly skip?: readonly string[]
}

/** The end of an occurrence in wall-clock time. `days` is how many local days after the start it is. */
interface WallEnd {
  readonly days: number
  readonly time: Temporal.PlainTime
}

const wallOf = (instant: number, timeZone: string): Temporal.PlainDateTime =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone).toPlainDateTime()

const daysBetween = (from: Temporal.PlainDateTime, to: Temporal.PlainDateTime): number =>
  from.toPlainDate().until(to.toPlainDate(), { largestUnit: 'day' }).days

const wallEndOf = (start: Temporal.PlainDateTime, end: Temporal.PlainDateTime): WallEnd => ({
  days: daysBetween(start, end),
  time: end.toPlainTime(),
})

const instantOf = (date: Temporal.PlainDate, time: Temporal.PlainTime, timeZone: string): number =>
  localTime(date.toString(), time.toString(), timeZone)

/**
 * The interval between two wall-clock times. Around a clock change, the end may not be after the start. Then the
 * interval is `length` milliseconds long.
 */
function between(
  date: Temporal.PlainDate,
  time: Temporal.PlainTime,
  end: WallEnd,
  length: number,
  timeZone: string,
): Interval {
  const startAt = instantOf(date, time, timeZone)
  const endAt = instantOf(date.add({ days: end.days }), end.time, timeZone)
  return { startAt, endAt: endAt > startAt ? endAt : startAt + length }
}

/**
 * The occurrences of a series. The first one is `first` itself. Each occurrence starts and ends at the same local
 * times. A time that the clocks skip becomes the instant of the jump. For a time that they show twice, the first
 * instant counts. A month without the day gets its last day instead. Days to skip have no occurrence. At most one
 * occurrence more than a series may have is returned.
 */
export function occurrencesOf(first: Interval, repeat: Repeat, timeZone: string): Interval[] {
  const start = wallOf(first.startAt, timeZone)
  const [day, end] = [start.toPlainDate(), wallEndOf(start, wallOf(first.endAt, timeZone))]
  const most = Math.min(repeat.count ?? mostOccurrences + 1, mostOccurrences + 1)
  const last = repeat.until === undefined ? null : Temporal.PlainDate.from(repeat.until)
  const skip = new Set(repeat.skip)
  const occurrences: Interval[] = []
  for (let i = 0; i < most + skip.size && occurrences.length < most; i++) {
    const date = day.add({ [`${repeat.unit}s`]: i * repeat.every }, { overflow: 'constrain' })
    if (last !== null && Temporal.PlainDate.compare(date, last) > 0) break
    if (skip.has(date.toString())) continue
    const length = first.endAt - first.startAt
    occurrences.push(i === 0 ? first : between(date, start.toPlainTime(), end, length, timeZone))
  }
  return occurrences
}

/** The new times of an entry that is moved. A time that was not given is undefined. */
interface Shift {
  readonly before: Interval
  readonly startAt: number | undefined
  readonly endAt: number | undefined
}

/** The interval after a move. A start without an end keeps the length, in elapsed time. */
export const movedTo = ({ before, startAt, endAt }: Shift): Interval => ({
  startAt: startAt ?? before.startAt,
  endAt: endAt ?? (startAt === undefined ? before.endAt : startAt + before.endAt - before.startAt),
})

/**
 * The interval of another occurrence when the named occurrence is moved. The other occurrence moves by the same number
 * of days, to the same local time. A start without an end keeps the other occurrence's own length in wall-clock time.
 */
export function movedAlong(other: Interval, shift: Shift, timeZone: string): Interval {
  const [{ before, startAt, endAt }, after] = [shift, movedTo(shift)]
  if (startAt === undefined && endAt === undefined) return other
  const [was, is] = [wallOf(before.startAt, timeZone), wallOf(after.startAt, timeZone)]
  const start = wallOf(other.startAt, timeZone)
  const date = start.toPlainDate().add({ days: startAt === undefined ? 0 : daysBetween(was, is) })
  const time = startAt === undefined ? start.toPlainTime() : is.toPlainTime()
  if (endAt !== undefined)
    return between(date, time, wallEndOf(is, wallOf(endAt, timeZone)), after.endAt - after.startAt, timeZone)
  const until = start.until(wallOf(other.endAt, timeZone), { largestUnit: 'day' })
  const end = wallEndOf(date.toPlainDateTime(time), date.toPlainDateTime(time).add(until))
  return between(date, time, end, other.endAt - other.startAt, timeZone)
}

/** Whether requests and answers can name both ends of an interval. The API can name the years 0 to 9999. */
export const isInReach = ({ startAt, endAt }: Interval): boolean =>
  startAt >= firstInstant && endAt <= lastInstant
