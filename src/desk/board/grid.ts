/** Where things stand on the board. A row is a slot of the practice; rows count elapsed time, so no day is too long. */
import type { Day } from '../api/names.ts'

export interface Grid {
  /** Epoch milliseconds of the first row that is shown. */
  readonly from: number
  /** Epoch milliseconds after the last row that is shown. */
  readonly to: number
  readonly slotMs: number
  readonly rows: Day['grid']
}

/** The rows from an hour before the first thing of the day to an hour after the last one. */
export function gridOf(day: Day, slotMinutes: number): Grid {
  const slotMs = slotMinutes * 60_000
  const dayStart = Date.parse(day.dayStart)
  const dayEnd = Date.parse(day.dayEnd)
  const times = [...day.chairs.flatMap(({ hours }) => hours), ...day.entries, ...day.withoutChair].flatMap(
    ({ startAt, endAt }) => [Date.parse(startAt), Date.parse(endAt)],
  )
  const first = times.length === 0 ? dayStart + 8 * hourMs : Math.min(...times) - hourMs
  const last = times.length === 0 ? dayStart + 18 * hourMs : Math.max(...times) + hourMs
  const rowOf = (at: number) => Math.floor((at - dayStart) / slotMs)
  const from = dayStart + Math.max(0, rowOf(first)) * slotMs
  const to = Math.min(dayEnd, dayStart + (rowOf(last - 1) + 1) * slotMs)
  return {
    from,
    to,
    slotMs,
    rows: day.grid.filter(({ at }) => Date.parse(at) >= from && Date.parse(at) < to),
  }
}

const hourMs = 3_600_000

/** How many rows lie between the top of the board and an instant, in parts of rows. It is cut to the board. */
export const rowsTo = (grid: Grid, at: number): number =>
  (Math.min(Math.max(at, grid.from), grid.to) - grid.from) / grid.slotMs
