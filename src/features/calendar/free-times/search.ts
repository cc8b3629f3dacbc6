/** The search for free times over chairs and days (RULES §21). */
import { mostBlocksSearched, mostChairDaysSearched } from '../../../domain/limits.ts'
import {
  type OpenDay,
  type OpenRules,
  openDay,
  type SlotGrid,
  slotsInDay,
} from '../../../domain/open-times.ts'
import { perChair } from '../../../domain/per-chair.ts'
import { touchesDays } from '../../../domain/recurring-times.ts'
import { type Interval, localDay } from '../../../domain/time.ts'
import type { Buffers } from '../../../domain/type-lanes.ts'
import type { Scope } from '../../../store/engine/scope.ts'
import { isBehind, nobody, type OpeningPlace, placeBefore } from './cursor.ts'
import { type Lane, TakenTimes } from './lanes.ts'

export interface Search {
  /** The lanes, in the order of the chairs and then of the members' ids. */
  readonly lanes: readonly Lane[]
  /** The buffers of the kind of appointment for which a time is searched; undefined when buffers do not count. */
  readonly buffers: Buffers | undefined
  /** The days to search, `YYYY-MM-DD`, in order. */
  readonly days: readonly string[]
  /** The rules that decide when the chairs are open on these days. */
  readonly rules: OpenRules
  /** How far apart free times start, in milliseconds. */
  readonly step: number
  readonly grid: SlotGrid
  /** The part of a day in which a free time must be; null when the day has no such part. */
  readonly within: (date: string) => Interval | null
  /** The position after which free times are wanted. */
  readonly behind: OpeningPlace
  /** How many free times are wanted. */
  readonly limit: number
  /** The ids of entries that do not count. */
  readonly without?: ReadonlySet<string>
}

export interface Opening extends Interval {
  readonly lane: Lane
}

export interface OpeningsPage {
  readonly openings: readonly Opening[]
  /** The position after which the next page begins; null when there is no next page. */
  readonly next: OpeningPlace | null
}

/**
 * About how many blocks and closed times are read together. The first days are read separately, because they are mostly
 * enough.
 */
const blocksAtOnce = 4_000
const mostDaysAtOnce = 28
const firstDays = 2

/**
 * Finds the next free times, by start, chair and member. The search reads in several statements, so call it in a
 * snapshot.
 */
export function searchOpenings(scope: Scope, search: Search): OpeningsPage {
  const { lanes, days, rules, limit } = search
  const found: Opening[] = []
  let [laneDays, blocks, daysRead] = [0, 0, 0]
  for (let first = 0; first < days.length; ) {
    const most = first === 0 ? firstDays : daysAtOnce(lanes.length + blocks / daysRead)
    const some = daysWithin(days, first, most)
    if (laneDays >= mostChairDaysSearched || blocks >= mostBlocksSearched)
      return { openings: found, next: placeBefore(localDay(some[0]!, rules.timezone).startAt) }
    laneDays += some.length * lanes.length
    blocks += searchDays(scope, search, some, found)
    daysRead += daysBetween(some[0]!, some.at(-1)!) + 1
    first += some.length
    if (found.length > limit) return { openings: found.slice(0, limit), next: placeOf(found[limit - 1]!) }
  }
  return { openings: found, next: null }
}

const placeOf = ({ startAt, lane }: Opening): OpeningPlace => ({
  startAt,
  position: lane.chair.position,
  id: lane.chair.id,
  practitionerId: lane.practitionerId ?? nobody,
})

/**
 * The next days of the search within `most` days of the calendar. The blocks on the days between them are read, too.
 */
function daysWithin(days: readonly string[], first: number, most: number): string[] {
  const end = Temporal.PlainDate.from(days[first]!).add({ days: most })
  return days.slice(first, first + most).filter((day) => Temporal.PlainDate.compare(day, end) < 0)
}

const daysBetween = (from: string, to: string): number => Temporal.PlainDate.from(from).until(to).days

/** How many days are read at a time, when one day has this number of blocks. */
const daysAtOnce = (costOfDay: number): number =>
  Math.max(1, Math.min(mostDaysAtOnce, Math.floor(blocksAtOnce / costOfDay)))

/**
 * Adds the free times on these days to `found`, up to one more than is wanted. Returns how many blocks and closed times
 * were read.
 */
function searchDays(scope: Scope, search: Search, days: readonly string[], found: Opening[]): number {
  const { lanes, limit, buffers } = search
  const rules = rulesOn(search.rules, days)
  const taken = new TakenTimes(
    scope,
    daysFrom(days[0]!, days.at(-1)!, rules.timezone),
    buffers,
    search.without,
  )
  const calendars = lanes.map((lane) => new LaneCalendar(lane, taken.of(lane)))
  let closed = 0
  for (const date of days) {
    const within = search.within(date)
    if (within === null) continue
    const dayOf = perChair(rules, (chairId) => openDay(rules, chairId, date))
    const ofDay = calendars.flatMap((calendar) => {
      const day = dayOf(calendar.lane.chair.id)
      closed += day.closed.length
      return openingsOn(day, calendar, within, search)
    })
    // The sort is stable, so lanes stay in their order.
    ofDay.sort((a, b) => a.startAt - b.startAt)
    for (const opening of ofDay) if (found.length <= limit) found.push(opening)
    if (found.length > limit) break
  }
  return taken.count + closed
}

/** The free times of a lane on one day, by start, up to the wanted number. */
function openingsOn(day: OpenDay, calendar: LaneCalendar, within: Interval, search: Search): Opening[] {
  if (day.openTimes.length === 0) return []
  const { step, grid, behind, limit } = search
  const { lane } = calendar
  const during = { startAt: day.openTimes[0]!.startAt, endAt: day.openTimes.at(-1)!.endAt }
  const wish = { step, grid, duration: lane.duration, blocks: calendar.during(during) }
  const openings: Opening[] = []
  for (const { startAt, endAt } of slotsInDay(day, wish)) {
    if (openings.length > limit) break
    if (startAt < within.startAt || endAt > within.endAt) continue
    const opening = { startAt, endAt, lane }
    if (isBehind(placeOf(opening), behind)) openings.push(opening)
  }
  return openings
}

/** The entries that take a lane on some days, by start. The caller reads them day by day. */
class LaneCalendar {
  readonly lane: Lane
  readonly blocks: readonly Interval[]
  #next = 0

  constructor(lane: Lane, blocks: readonly Interval[]) {
    this.lane = lane
    this.blocks = blocks
  }

  /** The blocks that overlap an interval. The interval must not start before that of the last call. */
  during({ startAt, endAt }: Interval): readonly Interval[] {
    while (this.#next < this.blocks.length && this.blocks[this.#next]!.endAt <= startAt) this.#next++
    let end = this.#next
    while (end < this.blocks.length && this.blocks[end]!.startAt < endAt) end++
    return this.blocks.slice(this.#next, end)
  }
}

/** The opening rules for the given days. Most closures are on other days. */
const rulesOn = (rules: OpenRules, days: readonly string[]): OpenRules => ({
  ...rules,
  closures: rules.closures.filter((closure) => touchesDays(closure, days[0]!, days.at(-1)!)),
})

/** The interval from the local midnight at which the first day begins to the one at which the last day ends. */
const daysFrom = (first: string, last: string, timeZone: string): Interval => ({
  startAt: localDay(first, timeZone).startAt,
  endAt: localDay(last, timeZone).endAt,
})
