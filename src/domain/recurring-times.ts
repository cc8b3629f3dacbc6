/**
 * Times that are repeated on several days: on successive days, on the same days of each year, or on some days of the
 * week.
 */
import { type Interval, localDate, localDay } from './time.ts'
import { timesOfDay, type Weekday, weekdayOf } from './working-hours.ts'

/** All days and times are wall-clock time. */
export interface RecurringTimes {
  /** The first and the last day, `YYYY-MM-DD`. Yearly times have at most 366 days. */
  readonly fromDate: string
  readonly throughDate: string
  /** The start and the end on each of the days, `HH:MM`. The end may be `24:00`. Null means the whole day. */
  readonly startTime: string | null
  readonly endTime: string | null
  /** Whether the times are repeated each year, on the same days of the same months. */
  readonly yearly: boolean
  /** The weekdays of the times; every day of the week when left out or null. Never together with `yearly`. */
  readonly weekdays?: readonly Weekday[] | null
}

/** Whether recurring times have a day from `fromDate` through `throughDate`, which are `YYYY-MM-DD`. */
export const touchesDays = (times: RecurringTimes, fromDate: string, throughDate: string): boolean =>
  !spansOf(times, fromDate, throughDate).next().done

/**
 * The first and the last day of a request for the days from `from` on and before `to`. Without one of these, there is
 * no limit on that side.
 */
export const daysAsked = ({ from, to }: { readonly from?: string; readonly to?: string }) => ({
  first: from ?? '0001-01-01',
  last: to === undefined ? '9999-12-31' : Temporal.PlainDate.from(to).subtract({ days: 1 }).toString(),
})

/** The times of each day, as a pair of wall-clock times. A whole day ends at `24:00`. */
export const wallTimes = ({ startTime, endTime }: Pick<RecurringTimes, 'startTime' | 'endTime'>) => ({
  start: startTime ?? '00:00',
  end: endTime ?? '24:00',
})

/**
 * The parts of recurring times inside an interval, in order. Whole days that follow each other are one part. Each part
 * is calculated only when the caller asks for it.
 */
export function* partsOf(times: RecurringTimes, during: Interval, timezone: string): Generator<Interval> {
  for (const { startAt, endAt } of wholeParts(times, during, timezone)) {
    const part = { startAt: Math.max(startAt, during.startAt), endAt: Math.min(endAt, during.endAt) }
    if (part.startAt < part.endAt) yield part
  }
}

/** The parts on the days that an interval overlaps, not cut to the interval. */
function* wholeParts(times: RecurringTimes, during: Interval, timezone: string): Generator<Interval> {
  const first = localDate(during.startAt, timezone)
  const last = localDate(during.endAt - 1, timezone)
  for (const { fromDate, throughDate } of spansOf(times, first, last)) {
    const [from, through] = [later(fromDate, first), earlier(throughDate, last)]
    if (times.startTime === null)
      yield { startAt: localDay(from, timezone).startAt, endAt: localDay(through, timezone).endAt }
    else for (const date of daysFrom(from, through)) yield* timesOfDay(date, [wallTimes(times)], timezone)
  }
}

/** The days from `from` through `through`, in order. */
function* daysFrom(from: string, through: string): Generator<string> {
  let day = Temporal.PlainDate.from(from)
  for (let left = day.until(through).days; left >= 0; left--) {
    yield day.toString()
    if (left > 0) day = day.add({ days: 1 })
  }
}

/** Days that follow each other, including the last day. */
interface Days {
  readonly fromDate: string
  readonly throughDate: string
}

/**
 * The spans of days that overlap the days from `fromDate` through `throughDate`, in order. Yearly times have a span in
 * each year, between the same days of the same months. So times on 29 February have no day in other years.
 */
function* spansOf(times: RecurringTimes, fromDate: string, throughDate: string): Generator<Days> {
  for (const days of allSpans(times, fromDate, throughDate))
    if (days.fromDate <= throughDate && days.throughDate >= fromDate) yield days
}

function allSpans(times: RecurringTimes, fromDate: string, throughDate: string): Iterable<Days> {
  if (times.yearly) return yearlySpans(times, fromDate, throughDate)
  if (times.weekdays == null) return [times]
  return weeklySpans(times, times.weekdays, fromDate, throughDate)
}

/**
 * Spans of days that contain all days of recurring times from `fromDate` through `throughDate`, cut to these two days.
 * The span of weekly times also contains other weekdays.
 */
export const spansWithin = (times: RecurringTimes, fromDate: string, throughDate: string): Days[] =>
  [...(times.weekdays == null ? spansOf(times, fromDate, throughDate) : [times])]
    .map((days) => ({
      fromDate: later(days.fromDate, fromDate),
      throughDate: earlier(days.throughDate, throughDate),
    }))
    .filter((days) => days.fromDate <= days.throughDate)

/** A span of one day for each day that is one of these weekdays. */
function* weeklySpans(
  times: Days,
  days: readonly Weekday[],
  fromDate: string,
  throughDate: string,
): Generator<Days> {
  const [from, through] = [later(times.fromDate, fromDate), earlier(times.throughDate, throughDate)]
  if (from > through) return
  const wanted = new Set(days)
  for (const date of daysFrom(from, through))
    if (wanted.has(weekdayOf(date))) yield { fromDate: date, throughDate: date }
}

function* yearlySpans({ fromDate, throughDate }: Days, from: string, through: string): Generator<Days> {
  const [start, end] = [fromDate.slice(4), throughDate.slice(4)]
  const spansNewYear = yearOf(throughDate) > yearOf(fromDate)
  // Yearly times that reach their first day again in the next year cover every day of a year.
  if (spansNewYear && end >= start) return yield { fromDate, throughDate: lastDate }
  // The span that began in the year before may reach into the first requested year.
  const firstYear = Math.max(yearOf(fromDate), yearOf(from) - 1)
  for (let year = firstYear; year <= yearOf(through); year++) {
    const days = {
      fromDate: firstDay(year, start),
      throughDate: spansNewYear && year === 9999 ? lastDate : lastDay(year + Number(spansNewYear), end),
    }
    if (days.fromDate <= days.throughDate) yield days
  }
}

const lastDate = '9999-12-31'
const leapDay = '-02-29'

const yearOf = (date: string): number => Number(date.slice(0, 4))

const yearText = (year: number): string => String(year).padStart(4, '0')

const isLeapYear = (year: number): boolean => new Temporal.PlainDate(year, 1, 1).inLeapYear

/** A day of a year, such as `-12-24`. In a year without 29 February, a span begins on 1 March instead. */
const firstDay = (year: number, day: string): string =>
  yearText(year) + (day === leapDay && !isLeapYear(year) ? '-03-01' : day)

/** A day of a year. In a year without 29 February, a span ends on 28 February instead. */
const lastDay = (year: number, day: string): string =>
  yearText(year) + (day === leapDay && !isLeapYear(year) ? '-02-28' : day)

const earlier = (a: string, b: string): string => (a < b ? a : b)
const later = (a: string, b: string): string => (a > b ? a : b)
