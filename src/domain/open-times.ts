/** When the chairs of a practice are open: their hours less the closures (RULES §20). */
import { overlaps } from './entry.ts'
import { freeSlots } from './slots.ts'
import { type Interval, localDate, localDay } from './time.ts'
import { openTimesOn, timesOfDay, type WorkingHours } from './working-hours.ts'

/** Days, or times of days, in which a practice or some of its chairs are closed. All of it is wall-clock time. */
export interface Closure {
  readonly id: string
  readonly name: string
  /** The first and the last day, `YYYY-MM-DD`. A closure that comes again each year has at most 366 days. */
  readonly fromDate: string
  readonly throughDate: string
  /** Between these times on each of the days, `HH:MM`; the end may be `24:00`. Null stands for the whole day. */
  readonly startTime: string | null
  readonly endTime: string | null
  /** Whether it comes again each year, on the same days of the same months. */
  readonly yearly: boolean
  /** The chairs that are closed; null for the whole practice. */
  readonly chairIds: readonly string[] | null
}

/** What decides when the chairs of a practice are open. */
export interface OpenRules {
  /** The IANA time zone of the practice. */
  readonly timezone: string
  /** The hours of the practice. */
  readonly workingHours: WorkingHours
  /** The hours of the chairs that have their own, by the id of the chair. */
  readonly chairHours: ReadonlyMap<string, WorkingHours>
  readonly closures: readonly Closure[]
}

/** A part of a closure: a whole day or a stretch of days, or the times of one day, in epoch milliseconds. */
export interface ClosedTime extends Interval {
  readonly closure: Closure
}

/** The hours of a chair: its own, or those of the practice. */
export const hoursOf = (rules: OpenRules, chairId: string): WorkingHours =>
  rules.chairHours.get(chairId) ?? rules.workingHours

/**
 * When a chair is open on a local day: its hours less what is closed. The intervals are in order, do not touch and are
 * cut to the day. `date` is `YYYY-MM-DD`.
 */
export function openTimes(rules: OpenRules, chairId: string, date: string): Interval[] {
  let open = openTimesOn(hoursOf(rules, chairId), date, rules.timezone)
  for (const closed of closedTimes(rules, chairId, date)) open = open.flatMap((one) => without(one, closed))
  return open
}

/** A local day of a chair, as far as no entry matters. */
export interface OpenDay {
  /** The hours of the day, in order. */
  readonly openTimes: readonly Interval[]
  /** The closures, in no order. */
  readonly closed: readonly Interval[]
}

/** The local day `date` (`YYYY-MM-DD`) of a chair. Chairs without hours and closures of their own have the same one. */
export const openDay = (rules: OpenRules, chairId: string, date: string): OpenDay => ({
  openTimes: openTimesOn(hoursOf(rules, chairId), date, rules.timezone),
  closed: closedTimes(rules, chairId, date),
})

/** The wishes for slots, and what is in their way. */
export interface SlotWish {
  /** How far apart slots start, in milliseconds. */
  readonly step: number
  /** How long a slot is, in milliseconds. */
  readonly duration: number
  /** The intervals in which the chair is taken, by start. */
  readonly blocks: readonly Interval[]
  /** Where slots may start: `slots`, on the grid, when left out. */
  readonly grid?: SlotGrid
}

/** Slots start on the grid of the practice, or close to what is booked, so that days stay compact. */
export const slotGrids = ['slots', 'close'] as const
export type SlotGrid = (typeof slotGrids)[number]

/**
 * The free slots of a day, by start (RULES §4.3, §20). The grid begins where the hours open. A closure takes away the
 * slots that it touches and does not shift the others.
 */
export function slotsInDay(
  { openTimes, closed }: OpenDay,
  { step, duration, blocks, grid = 'slots' }: SlotWish,
): Interval[] {
  const busy = closed.length === 0 ? blocks : [...blocks, ...closed].sort((a, b) => a.startAt - b.startAt)
  const slots = freeSlots(openTimes, step, duration, busy)
  if (grid === 'slots') return slots
  const stretches = closed.reduce<Interval[]>(
    (left, one) => left.flatMap((stretch) => without(stretch, one)),
    [...openTimes],
  )
  return stretches.flatMap((stretch) => closeSlots(stretch, duration, blocks, slots))
}

/**
 * The free slots of an open stretch that touch what is booked in it, or an end of the stretch. Where nothing is booked,
 * they are those of the grid (RULES §21).
 */
function closeSlots(
  stretch: Interval,
  duration: number,
  blocks: readonly Interval[],
  onGrid: readonly Interval[],
): Interval[] {
  const booked = blocks.filter((block) => overlaps(block, stretch))
  if (booked.length === 0)
    return onGrid.filter(({ startAt, endAt }) => startAt >= stretch.startAt && endAt <= stretch.endAt)
  const gaps = booked.reduce<Interval[]>((left, one) => left.flatMap((gap) => without(gap, one)), [stretch])
  return gaps
    .filter(({ startAt, endAt }) => endAt - startAt >= duration)
    .flatMap(({ startAt, endAt }) => {
      const first = { startAt, endAt: startAt + duration }
      return first.endAt === endAt ? [first] : [first, { startAt: endAt - duration, endAt }]
    })
}

/** The free slots of a chair on a local day `YYYY-MM-DD`, by start (RULES §4.3, §20). */
export const slotsOn = (rules: OpenRules, chairId: string, date: string, wish: SlotWish): Interval[] =>
  slotsInDay(openDay(rules, chairId, date), wish)

/** What is closed on a chair on a local day, in no order. The intervals may overlap. They are cut to the day. */
export function closedTimes(rules: OpenRules, chairId: string | null, date: string): Interval[] {
  const { about, timesOn } = workedOut(rules)
  return about(chairId).flatMap((closure) => timesOn(closure, date))
}

/**
 * What is closed on a chair during an interval, by start. A closure with times gives one part for each of its days. A
 * closure of whole days gives one part for days that follow each other. Every part is cut to the interval.
 * @param chairId null for what the whole practice closes
 * @param during epoch milliseconds; there can be as many parts as it has days
 */
export function closuresDuring(rules: OpenRules, chairId: string | null, during: Interval): ClosedTime[] {
  const { about, partsIn } = workedOut(rules)
  return about(chairId)
    .flatMap((closure) => partsIn(closure, during))
    .sort((a, b) => a.startAt - b.startAt)
}

/** The closures that touch an interval on a chair, however long it is. `chairId` is as in `closuresDuring`. */
export const closuresTouching = (
  { timezone, closures }: Pick<OpenRules, 'timezone' | 'closures'>,
  chairId: string | null,
  during: Interval,
): Closure[] => {
  const [first, last] = [localDate(during.startAt, timezone), localDate(during.endAt - 1, timezone)]
  return closures.filter(
    (closure) =>
      // Most closures are on other days, and to compare days is quick.
      touchesDays(closure, first, last) &&
      isAbout(closure, chairId) &&
      !partsOf(closure, during, timezone).next().done,
  )
}

/** Whether a closure has one of the days from `fromDate` through `throughDate`, which are `YYYY-MM-DD`. */
export const touchesDays = (closure: Closure, fromDate: string, throughDate: string): boolean =>
  !spansOf(closure, fromDate, throughDate).next().done

const isAbout = ({ chairIds }: Closure, chairId: string | null): boolean =>
  chairIds === null || (chairId !== null && chairIds.includes(chairId))

/** Whether the rules differ for a chair: it has hours or closures of its own. */
export const isSpecial = (rules: OpenRules, chairId: string): boolean =>
  rules.chairHours.has(chairId) || workedOut(rules).ofChair.has(chairId)

/** What is known about the closures of some rules, so that many chairs can be asked about. */
interface WorkedOut {
  /** The closures that name a chair. */
  readonly ofChair: ReadonlyMap<string, readonly Closure[]>
  /** The closures that are about a chair. */
  readonly about: (chairId: string | null) => readonly Closure[]
  /** The times of a closure on a day. Those of the day that was asked about last are kept. */
  readonly timesOn: (closure: Closure, date: string) => readonly Interval[]
  /** The parts of a closure in an interval. Those of the interval that was asked about last are kept. */
  readonly partsIn: (closure: Closure, during: Interval) => readonly ClosedTime[]
}
const known = new WeakMap<OpenRules, WorkedOut>()

/** A practice can have 1,000 closures that name 500 chairs each. So each closure is worked out once for all chairs. */
function workedOut(rules: OpenRules): WorkedOut {
  const before = known.get(rules)
  if (before !== undefined) return before
  const { closures, timezone } = rules
  const everywhere = closures.filter(({ chairIds }) => chairIds === null)
  const ofChair = new Map<string, Closure[]>()
  for (const closure of closures)
    for (const id of closure.chairIds ?? []) {
      const ofThis = ofChair.get(id)
      if (ofThis === undefined) ofChair.set(id, [closure])
      else ofThis.push(closure)
    }
  const now: WorkedOut = {
    ofChair,
    about: (chairId) => [...everywhere, ...((chairId !== null && ofChair.get(chairId)) || [])],
    timesOn: keptForOne(
      (date: string) => date,
      (closure, date) =>
        touchesDays(closure, date, date) ? timesOfDay(date, [hoursOfClosure(closure)], timezone) : [],
    ),
    partsIn: keptForOne(
      ({ startAt, endAt }: Interval) => `${startAt} ${endAt}`,
      (closure, during) => [...partsOf(closure, during, timezone)],
    ),
  }
  known.set(rules, now)
  return now
}

/** `make`, which keeps what it made for the place that was asked about last. */
function keptForOne<P, T>(keyOf: (place: P) => string, make: (closure: Closure, place: P) => T) {
  const made = new Map<Closure, T>()
  let lastKey = ''
  return (closure: Closure, place: P): T => {
    const key = keyOf(place)
    if (key !== lastKey) made.clear()
    lastKey = key
    if (!made.has(closure)) made.set(closure, make(closure, place))
    return made.get(closure)!
  }
}

const hoursOfClosure = ({ startTime, endTime }: Closure) => ({
  start: startTime ?? '00:00',
  end: endTime ?? '24:00',
})

/** An interval without another: itself, what is left of it, or two parts. */
function without(interval: Interval, { startAt, endAt }: Interval): Interval[] {
  const left = { startAt: interval.startAt, endAt: Math.min(interval.endAt, startAt) }
  const right = { startAt: Math.max(interval.startAt, endAt), endAt: interval.endAt }
  if (left.endAt >= interval.endAt || right.startAt <= interval.startAt) return [interval]
  return [left, right].filter((part) => part.startAt < part.endAt)
}

/**
 * The parts of a closure inside an interval, in order. The parts are made one after the other, as long as somebody asks.
 */
function* partsOf(closure: Closure, during: Interval, timezone: string): Generator<ClosedTime> {
  for (const { startAt, endAt } of closedParts(closure, during, timezone)) {
    const part = { startAt: Math.max(startAt, during.startAt), endAt: Math.min(endAt, during.endAt) }
    if (part.startAt < part.endAt) yield { closure, ...part }
  }
}

/** The parts of a closure on the days that an interval touches, not cut. */
function* closedParts(closure: Closure, during: Interval, timezone: string): Generator<Interval> {
  const first = localDate(during.startAt, timezone)
  const last = localDate(during.endAt - 1, timezone)
  for (const { fromDate, throughDate } of spansOf(closure, first, last)) {
    const [from, through] = [later(fromDate, first), earlier(throughDate, last)]
    if (closure.startTime === null)
      yield { startAt: localDay(from, timezone).startAt, endAt: localDay(through, timezone).endAt }
    else
      for (const date of daysFrom(from, through)) yield* timesOfDay(date, [hoursOfClosure(closure)], timezone)
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
 * The stretches of days of a closure that touch the days from `fromDate` through `throughDate`, in order. A closure that
 * comes again each year closes the days between its months and days. So a closure on 29 February closes nothing in other years.
 */
function* spansOf(closure: Closure, fromDate: string, throughDate: string): Generator<Days> {
  for (const days of closure.yearly ? yearlySpans(closure, fromDate, throughDate) : [closure])
    if (days.fromDate <= throughDate && days.throughDate >= fromDate) yield days
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
