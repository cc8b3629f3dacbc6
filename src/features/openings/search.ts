/** The search for free times over chairs and days (RULES §21). */
import { mostBlocksSearched, mostChairDaysSearched } from '../../domain/limits.ts'
import { type OpenDay, type OpenRules, openDay, slotsInDay, touchesDays } from '../../domain/open-times.ts'
import { perChair } from '../../domain/per-chair.ts'
import { type Interval, localDay } from '../../domain/time.ts'
import { busyTimes } from '../../store/calendar/busy-times.ts'
import type { Scope } from '../../store/engine/scope.ts'
import { type ChairPlace, isBehind, type OpeningPlace, placeBefore } from './cursor.ts'

export interface Search {
  /** In the order of their position and id. */
  readonly chairs: readonly ChairPlace[]
  /** The days to look at, `YYYY-MM-DD`, in order. */
  readonly days: readonly string[]
  /** What decides when the chairs are open on these days. */
  readonly rules: OpenRules
  /** How far apart free times start, and how long they are, in milliseconds. */
  readonly step: number
  readonly duration: number
  /** The part of a day in which a free time must be; null where the day gives none. */
  readonly within: (date: string) => Interval | null
  /** Only free times behind this place. */
  readonly behind: OpeningPlace
  /** How many are wanted. */
  readonly limit: number
}

export interface Opening extends Interval {
  readonly chair: ChairPlace
}

export interface Found {
  readonly openings: readonly Opening[]
  /** Where to go on; null when there is nothing more. */
  readonly next: OpeningPlace | null
}

/**
 * About how many blocks and closed times are looked at together. The first days are read by themselves, because they
 * mostly suffice.
 */
const blocksAtOnce = 4_000
const mostDaysAtOnce = 28
const firstDays = 2

/** Finds the next free times, by start and then by chair. It reads in several statements, so call it in a snapshot. */
export function searchOpenings(scope: Scope, search: Search): Found {
  const { chairs, days, rules, limit } = search
  const found: Opening[] = []
  let [chairDays, blocks, daysRead] = [0, 0, 0]
  for (let first = 0; first < days.length; ) {
    const most = first === 0 ? firstDays : daysAtOnce(chairs.length + blocks / daysRead)
    const some = daysWithin(days, first, most)
    if (chairDays >= mostChairDaysSearched || blocks >= mostBlocksSearched)
      return { openings: found, next: placeBefore(localDay(some[0]!, rules.timezone).startAt) }
    chairDays += some.length * chairs.length
    blocks += searchDays(scope, search, some, found)
    daysRead += daysBetween(some[0]!, some.at(-1)!) + 1
    first += some.length
    if (found.length > limit) {
      const { startAt, chair } = found[limit - 1]!
      return { openings: found.slice(0, limit), next: { startAt, position: chair.position, id: chair.id } }
    }
  }
  return { openings: found, next: null }
}

/**
 * The next days that are asked for, out of this number of days of the calendar. The blocks of the days between them are
 * read, too.
 */
const daysWithin = (days: readonly string[], first: number, most: number): string[] =>
  days.slice(first, first + most).filter((day) => daysBetween(days[first]!, day) < most)

const daysBetween = (from: string, to: string): number => Temporal.PlainDate.from(from).until(to).days

/** How many days are read at a time, where a day costs this number of blocks. */
const daysAtOnce = (costOfDay: number): number =>
  Math.max(1, Math.min(mostDaysAtOnce, Math.floor(blocksAtOnce / costOfDay)))

/**
 * Adds what is free on these days to `found`, up to one more than is wanted. Answers how many blocks and closed times were
 * looked at.
 */
function searchDays(scope: Scope, search: Search, days: readonly string[], found: Opening[]): number {
  const { chairs, limit } = search
  const rules = rulesOn(search.rules, days)
  const during = daysFrom(days[0]!, days.at(-1)!, rules.timezone)
  const calendars = chairs.map((chair) => new ChairCalendar(chair, busyTimes(scope, chair.id, during)))
  let closed = 0
  for (const date of days) {
    const within = search.within(date)
    if (within === null) continue
    const dayOf = perChair(rules, (chairId) => openDay(rules, chairId, date))
    const ofDay = calendars.flatMap((calendar) => {
      const day = dayOf(calendar.chair.id)
      closed += day.closed.length
      return openingsOn(day, calendar, within, search)
    })
    // The sort is stable, so chairs stay in their order.
    ofDay.sort((a, b) => a.startAt - b.startAt)
    for (const opening of ofDay) if (found.length <= limit) found.push(opening)
    if (found.length > limit) break
  }
  return calendars.reduce((sum, { blocks }) => sum + blocks.length, closed)
}

/** What is free on a chair on one day, by start. More than is wanted is left out. */
function openingsOn(day: OpenDay, calendar: ChairCalendar, within: Interval, search: Search): Opening[] {
  if (day.openings.length === 0) return []
  const { step, duration, behind, limit } = search
  const { chair } = calendar
  const during = { startAt: day.openings[0]!.startAt, endAt: day.openings.at(-1)!.endAt }
  const openings: Opening[] = []
  for (const { startAt, endAt } of slotsInDay(day, { step, duration, blocks: calendar.during(during) })) {
    if (openings.length > limit) break
    if (startAt < within.startAt || endAt > within.endAt || !isBehind(startAt, chair, behind)) continue
    openings.push({ startAt, endAt, chair })
  }
  return openings
}

/** The blocks of a chair over some days, by start. They are asked for day by day. */
class ChairCalendar {
  readonly chair: ChairPlace
  readonly blocks: readonly Interval[]
  #next = 0

  constructor(chair: ChairPlace, blocks: readonly Interval[]) {
    this.chair = chair
    this.blocks = blocks
  }

  /** The blocks that overlap an interval. It must not start before the one that was asked for last. */
  during({ startAt, endAt }: Interval): readonly Interval[] {
    while (this.#next < this.blocks.length && this.blocks[this.#next]!.endAt <= startAt) this.#next++
    let end = this.#next
    while (end < this.blocks.length && this.blocks[end]!.startAt < endAt) end++
    return this.blocks.slice(this.#next, end)
  }
}

/** The rules of some days. Most closures are on other days. */
const rulesOn = (rules: OpenRules, days: readonly string[]): OpenRules => ({
  ...rules,
  closures: rules.closures.filter((closure) => touchesDays(closure, days[0]!, days.at(-1)!)),
})

/** From the local midnight that begins a day to the one that ends another. */
const daysFrom = (first: string, last: string, timeZone: string): Interval => ({
  startAt: localDay(first, timeZone).startAt,
  endAt: localDay(last, timeZone).endAt,
})
