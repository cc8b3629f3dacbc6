/** The time and the place that somebody chooses for an entry. Pure. */
import { clockOf, instantNear, instantsOf } from '../../../base/time/wall-time.ts'
import type { Day } from '../../../contract/names.ts'
import type { Where } from './move.ts'

/** The place and time that an entry is to get. While the time is unclear, `startAt` is only close to it. */
export interface Wanted extends Where {
  /**
   * A time `HH:MM` that is not one instant of its day, and the instants that it can mean: none, or two. `noDay` stands while
   * nobody can read the day.
   */
  readonly unclear?:
    | { readonly time: string; readonly times: readonly number[]; readonly noDay?: true }
    | undefined
}

/** What a form holds that chooses a time and a place. */
export interface Placed {
  readonly where: Wanted
}

/** Where the entry is to stand; undefined while its time is unclear. */
export const clearOf = ({ unclear, startAt, endAt, chairId }: Wanted): Where | undefined =>
  unclear === undefined ? { startAt, endAt, chairId } : undefined

/** Moves the wanted time to another instant, in epoch milliseconds, and keeps the length. An instant is never unclear. */
export const startingAt = (wanted: Wanted, from: number): Wanted => ({
  ...wanted,
  startAt: new Date(from).toISOString(),
  endAt: new Date(from + lengthOf(wanted)).toISOString(),
  unclear: undefined,
})

/**
 * Moves the wanted time to another day and keeps the time on the clock. The time is unclear where the clocks skip it or
 * show it twice.
 */
export function onDay(wanted: Wanted, day: Pick<Day, 'date' | 'timezone' | 'grid'>): Wanted {
  const time = wanted.unclear?.time ?? clockOf(Date.parse(wanted.startAt), day.timezone)
  const times = instantsOf(day, time)
  const near = startingAt(wanted, instantNear(day, time) ?? Date.parse(`${day.date}T${time}:00Z`))
  return times.length === 1 ? near : { ...near, unclear: { time, times } }
}

/** Moves the wanted time to a time on the clock of its day. An empty time is one that nobody can read. */
export const atTime = (wanted: Wanted, day: Pick<Day, 'date' | 'timezone' | 'grid'>, time: string): Wanted =>
  onDay({ ...wanted, unclear: { time, times: [] } }, day)

/** Waits for a day, because nobody can read the one that was typed. The time on the clock stays. */
export const withoutDay = (wanted: Wanted, time: string): Wanted => ({
  ...wanted,
  unclear: { time, times: [], noDay: true },
})

/** How long the entry is, in milliseconds. */
export const lengthOf = ({ startAt, endAt }: Where): number => Date.parse(endAt) - Date.parse(startAt)
