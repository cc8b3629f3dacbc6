/** When the chairs of a practice are open: during their hours, except during closures (RULES §20). */
import { overlaps } from './entry.ts'
import { partsOf, type RecurringTimes, touchesDays, wallTimes } from './recurring-times.ts'
import { freeSlots } from './slots.ts'
import { type Interval, localDate } from './time.ts'
import { openTimesOn, timesOfDay, type WorkingHours } from './working-hours.ts'

/** Days, or times of day, when a practice or some of its chairs are closed. All days and times are wall-clock time. */
export interface Closure extends RecurringTimes {
  readonly id: string
  readonly name: string
  /** The chairs that are closed; null for the whole practice. */
  readonly chairIds: readonly string[] | null
}

/** The rules that decide when the chairs of a practice are open. */
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

/** The hours of a chair: its own hours, or else the hours of the practice. */
export const hoursOf = (rules: OpenRules, chairId: string): WorkingHours =>
  rules.chairHours.get(chairId) ?? rules.workingHours

/**
 * When a chair is open on a local day: its hours without the closed times. The intervals are in order, do not touch and
 * are cut to the day. `date` is `YYYY-MM-DD`.
 */
export function openTimes(rules: OpenRules, chairId: string, date: string): Interval[] {
  let open = openTimesOn(hoursOf(rules, chairId), date, rules.timezone)
  for (const closed of closedTimes(rules, chairId, date)) open = open.flatMap((one) => without(one, closed))
  return open
}

/** The hours and closed times of a chair on a local day. Entries are not considered. */
export interface OpenDay {
  /** The hours of the day, in order. */
  readonly openTimes: readonly Interval[]
  /** The closed times, in no order. */
  readonly closed: readonly Interval[]
}

/** The local day `date` (`YYYY-MM-DD`) of a chair. Chairs without hours and closures of their own have the same day. */
export const openDay = (rules: OpenRules, chairId: string, date: string): OpenDay => ({
  openTimes: openTimesOn(hoursOf(rules, chairId), date, rules.timezone),
  closed: closedTimes(rules, chairId, date),
})

/** The slots that are wanted, and the times that are taken. */
interface SlotWish {
  /** How far apart slots start, in milliseconds. */
  readonly step: number
  /** How long a slot is, in milliseconds. */
  readonly duration: number
  /** The intervals in which the chair is taken, by start. */
  readonly blocks: readonly Interval[]
  /** When slots may start. Left out means `slots`: on the grid. */
  readonly grid?: SlotGrid
}

/**
 * With `slots`, slots start on the grid of the practice. With `close`, slots touch booked times, so that days stay
 * compact.
 */
export const slotGrids = ['slots', 'close'] as const
export type SlotGrid = (typeof slotGrids)[number]

/**
 * The free slots of a day, by start (RULES §4.3, §20). The grid begins at the time when the hours open. A closure takes
 * away the slots that it touches and does not shift the others.
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
 * The free slots of an open stretch of time that touch a booked time or an end of the stretch. When nothing is booked,
 * the slots of the grid are returned (RULES §21).
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

/** The closed times of a chair on a local day, in no order. The times may overlap, and are cut to the day. */
function closedTimes(rules: OpenRules, chairId: string | null, date: string): Interval[] {
  const { about, timesOn } = workedOut(rules)
  return about(chairId).flatMap((closure) => timesOn(closure, date))
}

/**
 * The closed times of a chair during an interval, sorted by start. A closure with times of day gives one part for each
 * of its days. A closure of whole days gives one part for days that follow each other. Every part is cut to the
 * interval.
 * @param chairId null for the closures of the whole practice
 * @param during epoch milliseconds; each closure can give one part for every day of the interval
 */
export function closuresDuring(rules: OpenRules, chairId: string | null, during: Interval): ClosedTime[] {
  const { about, partsIn } = workedOut(rules)
  return about(chairId)
    .flatMap((closure) => partsIn(closure, during))
    .sort((a, b) => a.startAt - b.startAt)
}

/** The closures of a chair that overlap an interval of any length. `chairId` is as in `closuresDuring`. */
export const closuresTouching = (
  { timezone, closures }: Pick<OpenRules, 'timezone' | 'closures'>,
  chairId: string | null,
  during: Interval,
): Closure[] => {
  const [first, last] = [localDate(during.startAt, timezone), localDate(during.endAt - 1, timezone)]
  return closures.filter(
    (closure) =>
      // Most closures are on other days, and comparing days is fast.
      touchesDays(closure, first, last) &&
      isAbout(closure, chairId) &&
      !partsOf(closure, during, timezone).next().done,
  )
}

/** Whether a closure closes a chair. Null asks whether it closes the whole practice. */
export const isAbout = ({ chairIds }: Closure, chairId: string | null): boolean =>
  chairIds === null || (chairId !== null && chairIds.includes(chairId))

/** Whether a chair has hours or closures of its own. */
export const isSpecial = (rules: OpenRules, chairId: string): boolean =>
  rules.chairHours.has(chairId) || workedOut(rules).ofChair.has(chairId)

/** The closures of an `OpenRules` in a form that makes questions about many chairs fast. */
interface WorkedOut {
  /** The closures that name single chairs, by the id of the chair. */
  readonly ofChair: ReadonlyMap<string, readonly Closure[]>
  /** The closures that close a chair, also those of the whole practice. */
  readonly about: (chairId: string | null) => readonly Closure[]
  /** The times of a closure on a day. The times on the day of the last call are cached. */
  readonly timesOn: (closure: Closure, date: string) => readonly Interval[]
  /** The parts of a closure in an interval. The parts in the interval of the last call are cached. */
  readonly partsIn: (closure: Closure, during: Interval) => readonly ClosedTime[]
}
const known = new WeakMap<OpenRules, WorkedOut>()

/**
 * A practice can have 1,000 closures that name 500 chairs each. So the times of each closure are calculated once for
 * all chairs.
 */
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
        touchesDays(closure, date, date) ? timesOfDay(date, [wallTimes(closure)], timezone) : [],
    ),
    partsIn: keptForOne(
      ({ startAt, endAt }: Interval) => `${startAt} ${endAt}`,
      (closure, during) => [...partsOf(closure, during, timezone)].map((part) => ({ closure, ...part })),
    ),
  }
  known.set(rules, now)
  return now
}

/** `make` with a cache of its results for the last `place`, which is a day or an interval. */
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

/** An interval without the time of another interval: unchanged, shortened, in two parts, or nothing. */
function without(interval: Interval, { startAt, endAt }: Interval): Interval[] {
  const left = { startAt: interval.startAt, endAt: Math.min(interval.endAt, startAt) }
  const right = { startAt: Math.max(interval.startAt, endAt), endAt: interval.endAt }
  if (left.endAt >= interval.endAt || right.startAt <= interval.startAt) return [interval]
  return [left, right].filter((part) => part.startAt < part.endAt)
}
