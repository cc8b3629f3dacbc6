/** Places on the board: a column and a span of time. Pure: nothing here draws or sends. */
import { clockOf, instantNear } from '../../../base/time/wall-time.ts'
import type { Column } from '../column.ts'
import type { Grid } from '../grid.ts'

/** A column and a span of time. Instants are epoch milliseconds. */
export interface Place {
  /** The key of the column. */
  readonly column: string
  readonly from: number
  readonly to: number
}

/** The part of an entry that a drag moves: the whole, its start or its end. */
export type Hold = 'whole' | 'start' | 'end'

/** The instant of the nearest line between two rows. */
export const snap = ({ from, to, slotMs }: Grid, at: number): number =>
  Math.min(Math.max(from + Math.round((at - from) / slotMs) * slotMs, from), to)

/** When the row that contains an instant begins. */
export const rowAt = ({ from, to, slotMs }: Grid, at: number): number =>
  Math.min(Math.max(from + Math.floor((at - from) / slotMs) * slotMs, from), to - slotMs)

/**
 * The place to which a drag moves an entry. `at` is the instant under the pointer in the column. `grabbed` is the
 * instant that was under the pointer when it went down. A drag of less than half a row in the same column changes
 * nothing, so that an entry can keep a time between two rows.
 */
export function dragged(start: Place, hold: Hold, column: Column, at: number, grabbed: number): Place {
  const { grid } = column
  const by = at - grabbed
  const least = grid.slotMs
  const moved = (instant: number) => (Math.abs(by) < grid.slotMs / 2 ? instant : snap(grid, instant + by))
  if (hold === 'start') return { ...start, from: Math.min(moved(start.from), start.to - least) }
  if (hold === 'end') return { ...start, to: Math.max(moved(start.to), start.from + least) }
  if (column.key === start.column && moved(start.from) === start.from) return start
  return within(grid, { column: column.key, from: moved(start.from), to: 0 }, start.to - start.from)
}

/** A place of this length that begins at the same row. The place is moved up when it would end below the grid. */
export function within(grid: Grid, place: Place, length: number): Place {
  const from = Math.max(grid.from, Math.min(place.from, grid.to - length))
  return { ...place, from, to: from + length }
}

/** The span of free time between two instants of a drag: whole rows, at least one. */
export function spanned({ key, grid }: Column, one: number, other: number): Place {
  const [first, last] = one < other ? [one, other] : [other, one]
  return { column: key, from: rowAt(grid, first), to: rowAt(grid, last) + grid.slotMs }
}

/**
 * The place to which a key moves an entry or a mark. Arrows move it by a row or a column, and Page Up and Page Down by
 * an hour. Arrows with Shift change its length. Undefined for a key that moves nothing.
 */
export function stepped(
  place: Place,
  columns: readonly Column[],
  key: string,
  shift: boolean,
): Place | undefined {
  const index = columns.findIndex((column) => column.key === place.column)
  const column = columns[index]
  if (column === undefined) return undefined
  const { grid } = column
  const length = place.to - place.from
  const rows = { ArrowUp: -1, ArrowDown: 1, PageUp: -hourMs / grid.slotMs, PageDown: hourMs / grid.slotMs }[
    key
  ]
  if (rows !== undefined && shift) {
    const to = snap(grid, place.to + rows * grid.slotMs)
    return { ...place, to: Math.max(to, place.from + grid.slotMs) }
  }
  if (rows !== undefined) {
    const from = snap(grid, place.from + rows * grid.slotMs)
    return within(grid, { ...place, from }, length)
  }
  const next = columns[index + ({ ArrowLeft: -1, ArrowRight: 1 }[key] ?? 0)]
  if (next === undefined || next === column) return key.startsWith('Arrow') ? place : undefined
  // In a column of another day, the place gets the same local time on that day.
  const from =
    next.date === column.date
      ? place.from
      : (instantNear({ ...next, grid: next.grid.rows }, clockOf(place.from, column.timezone)) ?? place.from)
  return within(next.grid, { ...place, column: next.key, from }, length)
}

const hourMs = 3_600_000
