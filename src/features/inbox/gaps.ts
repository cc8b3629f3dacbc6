import { openTimes } from '../../domain/open-times.ts'
import { perChair } from '../../domain/per-chair.ts'
import { type Interval, localDate } from '../../domain/time.ts'
import { busyTimes } from '../../store/calendar/busy-times.ts'
import type { Scope } from '../../store/engine/scope.ts'
import { listChairs } from '../../store/practice/chairs.ts'
import { findOpenRules } from '../../store/practice/closures.ts'

/** How far ahead free times are searched, in days. Today is the first day. */
const daysAhead = 7
/** How many free times are used at most (RULES §8). */
export const mostGaps = 50

/** A time in which a chair is open and has no appointment and no block. */
export interface FreeTime extends Interval {
  readonly chairId: string
  /** When the whole free time began, in epoch milliseconds. `startAt` is not before now, but `freeSince` may be. */
  readonly freeSince: number
}

/**
 * The free times of the active chairs from `now` on that have at least `shortest` milliseconds. At most 50 times are
 * returned, by day and start, then in the order of the chairs.
 * @param now epoch milliseconds
 */
export function freeTimes(read: Scope, timezone: string, now: number, shortest: number): FreeTime[] {
  const today = Temporal.PlainDate.from(localDate(now, timezone))
  const days = Array.from({ length: daysAhead }, (_, i) => today.add({ days: i }).toString())
  const rules = findOpenRules(read, days[0]!, days.at(-1)!)
  const chairs = listChairs(read).filter(({ active }) => active)
  const all: FreeTime[] = []
  for (const date of days) {
    const open = perChair(rules, (chairId) => openTimes(rules, chairId, date))
    const ofDay = chairs.flatMap(({ id }) =>
      open(id)
        .flatMap((openTime) => freeIn(read, id, openTime, now))
        .filter(({ startAt, endAt }) => endAt - startAt >= shortest)
        .map((free) => ({ ...free, chairId: id })),
    )
    all.push(...ofDay.sort((a, b) => a.startAt - b.startAt))
    if (all.length >= mostGaps) break
  }
  return all.slice(0, mostGaps)
}

/** The free parts of an open time from `now` on: the open time without the entries that take the chair. */
function freeIn(read: Scope, chairId: string, openTime: Interval, now: number) {
  if (openTime.endAt <= now) return []
  let from = openTime.startAt
  const free: Interval[] = []
  for (const block of busyTimes(read, chairId, openTime)) {
    if (block.startAt > from) free.push({ startAt: from, endAt: block.startAt })
    from = Math.max(from, block.endAt)
  }
  if (from < openTime.endAt) free.push({ startAt: from, endAt: openTime.endAt })
  return free.map(({ startAt, endAt }) => ({ startAt: Math.max(startAt, now), endAt, freeSince: startAt }))
}
