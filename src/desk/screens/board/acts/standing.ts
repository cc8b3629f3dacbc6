/** Whether something may be at a place: what is in the way, and what one should know. Pure. */
import type { DayEntry } from '../../../contract/names.ts'
import type { Column } from '../column.ts'
import { type Place, rowAt, within } from './place.ts'

export interface Standing {
  /** Who is in the way. Two entries cannot stand on one chair at the same time. */
  readonly taken: DayEntry | undefined
  /** The name of a closure. It is no obstacle, but one should know it. */
  readonly closure: string | undefined
  /** The name of who treats, where they are away. It is no obstacle either. */
  readonly away: string | undefined
  /** Whether a part of the time is outside the hours. A time outside the hours is no obstacle either. */
  readonly outsideHours: boolean
}

/** What is to stand somewhere, as far as it matters for the place. */
type Stands = Pick<DayEntry, 'type' | 'practitionerId'>

/** What a place in a column meets. The entries of `except` are not in the way. */
export function standingAt(
  column: Column,
  { from, to }: Place,
  { type, practitionerId }: Stands,
  except: readonly string[] = [],
): Standing {
  const blocks = type !== 'reminder' && column.chairId !== null
  const taken = blocks
    ? column.entries.find((entry) => occupies(entry) && !except.includes(entry.id) && meets(entry, from, to))
    : undefined
  const closure = column.closures.find((closed) => meets(closed, from, to))?.name
  const away =
    type === 'appointment'
      ? column.absences.find((one) => one.practitionerId === practitionerId && meets(one, from, to))?.name
      : undefined
  return { taken, closure, away, outsideHours: closure === undefined && !isOpen(column, from, to) }
}

/** Whether there is something that one should know before something is put there. */
export const warns = ({ closure, away, outsideHours }: Standing): boolean =>
  closure !== undefined || away !== undefined || outsideHours

/** An appointment of nobody yet. */
export const visit: Stands = { type: 'appointment', practitionerId: null }

const occupies = ({ type }: DayEntry) => type !== 'reminder'

const meets = (span: { readonly startAt: string; readonly endAt: string }, from: number, to: number) =>
  Date.parse(span.startAt) < to && Date.parse(span.endAt) > from

/** Whether the hours, which are in order and do not overlap, cover the whole time. */
function isOpen({ hours }: Column, from: number, to: number): boolean {
  let covered = from
  for (const { startAt, endAt } of hours)
    if (Date.parse(startAt) <= covered) covered = Math.max(covered, Date.parse(endAt))
  return covered >= to
}

/** The first row at or after an instant from which enough time is free. The instant's own row when there is none. */
export function firstFree(column: Column, from: number, length: number): Place {
  const { grid, key } = column
  const first = rowAt(grid, from)
  for (let at = first; at + length <= grid.to; at += grid.slotMs) {
    const place = { column: key, from: at, to: at + length }
    if (standingAt(column, place, visit).taken === undefined) return place
  }
  return within(grid, { column: key, from: first, to: 0 }, length)
}
