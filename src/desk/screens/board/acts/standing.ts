/** Whether an entry may be at a place: the obstacles and the warnings. Pure. */
import type { DayEntry } from '../../../contract/names.ts'
import type { Column } from '../column.ts'
import { type Place, rowAt, within } from './place.ts'

export interface Standing {
  /** The entry that is in the way. Two entries cannot be on one chair at the same time. */
  readonly taken: DayEntry | undefined
  /** The name of a closure at that time. A closure is only a warning. */
  readonly closure: string | undefined
  /** The name of the practitioner when they are away. An absence is only a warning. */
  readonly away: string | undefined
  /** Whether a part of the time is outside the opening hours. A time outside the hours is only a warning. */
  readonly outsideHours: boolean
}

/** The fields of an entry that matter for its place. */
type Stands = Pick<DayEntry, 'type' | 'practitionerId'>

/** Returns the obstacles and warnings at a place in a column. The entries of `except` are no obstacles. */
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

/** Whether there is a warning for the place. */
export const warns = ({ closure, away, outsideHours }: Standing): boolean =>
  closure !== undefined || away !== undefined || outsideHours

/** An appointment without a practitioner, for a place that has no entry yet. */
export const visit: Stands = { type: 'appointment', practitionerId: null }

const occupies = ({ type }: DayEntry) => type !== 'reminder'

const meets = (span: { readonly startAt: string; readonly endAt: string }, from: number, to: number) =>
  Date.parse(span.startAt) < to && Date.parse(span.endAt) > from

/** Whether the opening hours cover the whole time. The hours are in order and do not overlap. */
function isOpen({ hours }: Column, from: number, to: number): boolean {
  let covered = from
  for (const { startAt, endAt } of hours)
    if (Date.parse(startAt) <= covered) covered = Math.max(covered, Date.parse(endAt))
  return covered >= to
}

/**
 * The first free place of this length at or after the row of an instant. When no place is free, the place at the row of
 * the instant.
 */
export function firstFree(column: Column, from: number, length: number): Place {
  const { grid, key } = column
  const first = rowAt(grid, from)
  for (let at = first; at + length <= grid.to; at += grid.slotMs) {
    const place = { column: key, from: at, to: at + length }
    if (standingAt(column, place, visit).taken === undefined) return place
  }
  return within(grid, { column: key, from: first, to: 0 }, length)
}
