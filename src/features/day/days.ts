import { type DayCount, DayCounter, lengthOf } from '../../domain/day-counts.ts'
import { dayOf } from '../../domain/day-grid.ts'
import { mostClosuresNamed, mostDays } from '../../domain/limits.ts'
import { type Closure, openTimes } from '../../domain/open-times.ts'
import { perChair } from '../../domain/per-chair.ts'
import { found, invalid } from '../../domain/problem.ts'
import { touchesDays } from '../../domain/recurring-times.ts'
import { countCancelled, pagesToCount } from '../../store/calendar/day-counts.ts'
import { findChair, listChairs } from '../../store/practice/chairs.ts'
import { findOpenRules } from '../../store/practice/closures.ts'
import { findPractice } from '../../store/practice/practice.ts'
import type { ReadablePractice } from '../../store/store.ts'

/** The days to count, `YYYY-MM-DD`; `to` is exclusive. */
interface DaysToCount {
  readonly from: string
  readonly to: string
  readonly chairId?: string | undefined
}

/** The counts that a calendar of months shows for one day. */
export interface CountedDay extends DayCount {
  readonly date: string
  readonly cancelled: number
  /** The sum of the times that the chairs are open on the day, in milliseconds. */
  readonly openMs: number
  /** The names of the closures of the practice or a chair on this day, 20 at most. */
  readonly closures: readonly string[]
}

/**
 * Counts the entries and the free time of each day (RULES §24). It yields after each day and each page of entries, so
 * that other requests are answered in between.
 * @throws `validation_failed` when there are no days or too many, or when the chair is not the practice's;
 * `not_found` when the practice does not exist.
 */
export function* browseDays({ read }: ReadablePractice, asked: DaysToCount): Generator<void, CountedDay[]> {
  const { chairId } = asked
  const dates = datesOf(asked)
  const own = found(findPractice(read))
  const rules = findOpenRules(read, dates[0]!, dates.at(-1)!, own)
  const chairs = chairsOf(read, chairId).filter(({ active }) => active)
  const active = new Set(chairs.map(({ id }) => id))
  const days = []
  for (const date of dates) {
    const hoursOf = perChair(rules, (id) => openTimes(rules, id, date))
    const openOf = (id: string) => (active.has(id) ? hoursOf(id) : [])
    const openMs = chairs.reduce((sum, { id }) => sum + lengthOf(openOf(id)), 0)
    days.push({ ...dayOf(date, own.timezone), date, openOf, openMs })
    yield
  }
  const counter = new DayCounter(days)
  const whole = { startAt: days[0]!.startAt, endAt: days.at(-1)!.endAt }
  for (const page of pagesToCount(read, whole, chairId)) {
    for (const entry of page) counter.add(entry)
    yield
  }
  // The practice may have been removed since the first `yield`.
  found(findPractice(read))
  const cancelled = countCancelled(read, days, chairId)
  const closed = rules.closures.filter(
    ({ chairIds }) => chairId === undefined || chairIds === null || chairIds.includes(chairId),
  )
  return days.map(({ date, openMs }, i) => ({
    ...counter.counts[i]!,
    date,
    openMs,
    cancelled: cancelled[i]!,
    closures: namesOn(closed, date),
  }))
}

/** The names of the first 20 closures on a day. */
const namesOn = (closures: readonly Closure[], date: string): string[] =>
  [...new Set(closures.filter((one) => touchesDays(one, date, date)).map(({ name }) => name))].slice(
    0,
    mostClosuresNamed,
  )

/** @throws `validation_failed` when there are no days or too many. */
function datesOf({ from, to }: DaysToCount): string[] {
  const first = Temporal.PlainDate.from(from)
  const days = first.until(to).days
  if (days < 1 || days > mostDays)
    throw invalid([{ path: 'to', message: `must be after \`from\`, by ${mostDays} days at most` }])
  return Array.from({ length: days }, (_, i) => first.add({ days: i }).toString())
}

/** @throws `validation_failed` when the chair is not the practice's. */
function chairsOf(read: ReadablePractice['read'], chairId: string | undefined) {
  if (chairId === undefined) return listChairs(read)
  const chair = findChair(read, chairId)
  if (chair === null) throw invalid([{ path: 'chairId', message: 'must be a chair of the practice' }])
  return [chair]
}
