/** The time and the chair that a member chooses for an entry in a form. Pure. */
import { clockOf, instantNear, instantsOf } from '../../../base/time/wall-time.ts'
import type { Day } from '../../../contract/names.ts'
import type { Where } from './move.ts'

/** The chosen time and chair of an entry. While the time is unclear, `startAt` is only near the typed time. */
export interface Wanted extends Where {
  /**
   * A typed time `HH:MM` that is not exactly one instant of its day, and the instants that it can mean: none, or two.
   * `noDay` is true while the typed day is incomplete.
   */
  readonly unclear?:
    | { readonly time: string; readonly times: readonly number[]; readonly noDay?: true }
    | undefined
}

/** The fields of a form in which a member chooses a time and a chair. */
export interface Placed {
  readonly where: Wanted
}

/** The chosen time and chair; undefined while the time is unclear. */
export const clearOf = ({ unclear, startAt, endAt, chairId }: Wanted): Where | undefined =>
  unclear === undefined ? { startAt, endAt, chairId } : undefined

/** Moves the wanted time to an instant in epoch milliseconds, and keeps the length. The result is never unclear. */
export const startingAt = (wanted: Wanted, from: number): Wanted => ({
  ...wanted,
  startAt: new Date(from).toISOString(),
  endAt: new Date(from + lengthOf(wanted)).toISOString(),
  unclear: undefined,
})

/**
 * Moves the wanted time to another day and keeps the local time. The result is unclear when the clocks skip the time on
 * that day or show it twice.
 */
export function onDay(wanted: Wanted, day: Pick<Day, 'date' | 'timezone' | 'grid'>): Wanted {
  const time = wanted.unclear?.time ?? clockOf(Date.parse(wanted.startAt), day.timezone)
  const times = instantsOf(day, time)
  const near = startingAt(wanted, instantNear(day, time) ?? Date.parse(`${day.date}T${time}:00Z`))
  return times.length === 1 ? near : { ...near, unclear: { time, times } }
}

/** Moves the wanted time to a local time of its day. The time is empty while the typed time is incomplete. */
export const atTime = (wanted: Wanted, day: Pick<Day, 'date' | 'timezone' | 'grid'>, time: string): Wanted =>
  onDay({ ...wanted, unclear: { time, times: [] } }, day)

/** Makes the wanted time unclear because the typed day is incomplete. The local time stays. */
export const withoutDay = (wanted: Wanted, time: string): Wanted => ({
  ...wanted,
  unclear: { time, times: [], noDay: true },
})

/** How long the entry is, in milliseconds. */
export const lengthOf = ({ startAt, endAt }: Where): number => Date.parse(endAt) - Date.parse(startAt)
