/** Times that come on several days: a stretch of days, the same days of each year, or some days of the week. */
import { type Interval, localDate, localDay } from './time.ts'
import { timesOfDay, type Weekday, weekdayOf } from './working-hours.ts'

/** All of it is wall-clock time. */
export interface RecurringTimes {
  /** The first and the last day, `YYYY-MM-DD`. What comes again each year has at most 366 days. */
  readonly fromDate: string
  readonly throughDate: string
  /** Between these times on each of the days, `HH:MM`; the end may be `24:00`. Null stands for the whole day. */
  readonly startTime: string | null
  readonly endTime: string | null
  /** Whether it comes again each year, on the same days of the same months. */
  readonly yearly: boolean
  /** Only these days of the week; each day when left out or null. Never together with `yearly`. */
  readonly weekdays?: readonly Weekday[] | null
}

/** Whether recurring times have one of the days from `fromDate` through `throughDate`, which are `YYYY-MM-DD`. */
export const touchesDays = (times: RecurringTimes, fromDate: string, throughDate: string): boolean =>
  !spansOf(times, fromDate, throughDate).next().done

/** The first and the last day of a question for the days from `from` on and before `to`. A side that is left out takes all days. */
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
 * The parts of recurring times inside an interval, in order. Whole days that follow each other are one part. The parts are
 * made one after the other, as long as somebody asks.
 */
export function* partsOf(times: RecurringTimes, during: Interval, timezone: string): Generator<Interval> {
  for (const { startAt, endAt } of wholeParts(times, during, timezone)) {
    const part = { startAt: Math.max(startAt, during.startAt), endAt: Math.min(endAt, during.endAt) }
    if (part.startAt < part.endAt) yield part
  }
}

/** The parts on the days that an interval touches, not cut. */
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

/** The days from one through another, in order. */
function* daysFrom(from: string, through: string): Generator<string> {
  let day = Temporal.PlainDate.from(from)
  for (let left = day.until(through).days; left >= 0; left--) {
    yield day.toString()
    if (left > 0) day = day.add({ days: 1 })
  }
}

/** Days that follow each other, the last one included. */
interface Days {
  readonly fromDate: string
  readonly throughDate: string
}

/**
 * The stretches of days that touch the days from `fromDate` through `throughDate`, in order. What comes again each year has
 * the days between its months and days. So what is on 29 February has no day in other years.
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
 * Stretches of days that hold all days of recurring times from `fromDate` through `throughDate`, cut to these. Those of a
 * weekly time hold other days, too.
 */
export const spansWithin = (times: RecurringTimes, fromDate: string, throughDate: string): Days[] =>
  [...(times.weekdays == null ? spansOf(times, fromDate, throughDate) : [times])]
    .map((days) => ({
      fromDate: later(days.fromDate, fromDate),
      throughDate: earlier(days.throughDate, throughDate),
    }))
    .filter((days) => days.fromDate <= days.throughDate)

/** Each day that is one of some weekdays, by itself. */
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
  // A closure that reaches the day on which it began leaves no day of a year out.
  if (spansNewYear && end >= start) return yield { fromDate, throughDate: lastDate }
  // The one that began in the year before may reach into the first year that is asked for.
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

/** A day of a year, such as `-12-24`. Where there is no 29 February, a stretch begins on the day after it. */
const firstDay = (year: number, day: string): string =>
  yearText(year) + (day === leapDay && !isLeapYear(year) ? '-03-01' : day)

/** A day of a year. Where there is no 29 February, a stretch ends on the day before it. */
const lastDay = (year: number, day: string): string =>
  yearText(year) + (day === leapDay && !isLeapYear(year) ? '-02-28' : day)

const earlier = (a: string, b: string): string => (a < b ? a : b)
const later = (a: string, b: string): string => (a > b ? a : b)
