/**
 * The grid of the board. A row is one slot of the practice. Every row lasts equally long in elapsed time. So a day can
 * have 23 or 25 hours.
 */
import type { Day, DayEntry } from '../../contract/names.ts'

type GridRow = Day['grid'][number]

export interface Grid {
  /** The start of the first row that is shown, in epoch milliseconds. */
  readonly from: number
  /** The end of the last row that is shown, in epoch milliseconds. */
  readonly to: number
  readonly slotMs: number
  readonly rows: readonly GridRow[]
}

type Span = Pick<DayEntry, 'startAt' | 'endAt'>

/**
 * The grid of one day. It begins an hour before the earliest working hours, entry or span of `more`. It ends an hour
 * after the latest of these.
 */
export function gridOf(day: Day, slotMinutes: number, more: readonly Span[] = []): Grid {
  const { first, last } = labelsOf(day, more)
  return gridBetween(day, slotMinutes, first, last)
}

/**
 * The grids of days that are side by side. All begin and end at the same local time, also on a day with a clock change.
 * `more` contains the further spans that each day shows.
 */
export function gridsOf(
  days: readonly Day[],
  slotMinutes: number,
  more: readonly (readonly Span[])[],
): readonly Grid[] {
  const labels = days.map((day, i) => labelsOf(day, more[i]!))
  const first = labels.map((one) => one.first).sort()[0]!
  const last = labels
    .map((one) => one.last)
    .sort()
    .at(-1)!
  return days.map((day) => gridBetween(day, slotMinutes, first, last))
}

/** The labels of the first and the last row that the board shows. */
function labelsOf(day: Day, more: readonly Span[]): { readonly first: string; readonly last: string } {
  const hours = day.chairs.flatMap(({ hours }) => hours)
  const times = [...hours, ...day.entries, ...day.withoutChair, ...more].flatMap(({ startAt, endAt }) => [
    Date.parse(startAt),
    Date.parse(endAt),
  ])
  if (times.length === 0) return { first: '08:00', last: '17:59' }
  const start = Math.min(...times) - hourMs
  const end = Math.max(...times) + hourMs
  const rows = day.grid
  // The last row that has begun at the instant, or else the first row of the day.
  const at = (instant: number) => rows.findLast((row) => Date.parse(row.at) <= instant) ?? rows[0]!
  return { first: at(start).label, last: at(end - 1).label }
}

function gridBetween({ grid, dayEnd }: Day, slotMinutes: number, first: string, last: string): Grid {
  const begin = Math.max(
    0,
    grid.findIndex(({ label }) => label >= first),
  )
  const end = grid.findLastIndex(({ label }) => label <= last) + 1
  const rows = grid.slice(begin, end)
  return {
    // A day that the time zone skipped has no rows.
    from: Date.parse(rows[0]?.at ?? dayEnd),
    to: Date.parse(grid[end]?.at ?? dayEnd),
    slotMs: slotMinutes * 60_000,
    rows,
  }
}

const hourMs = 3_600_000

/**
 * How many rows there are between the top of the board and an instant, in parts of rows. An instant before or after the
 * board counts as the board's first or last instant.
 */
export const rowsTo = (grid: Grid, at: number): number =>
  (Math.min(Math.max(at, grid.from), grid.to) - grid.from) / grid.slotMs

/** The top and the height of a span, in rows, as CSS variables. */
export function placeOf(grid: Grid, { startAt, endAt }: Span) {
  const top = rowsTo(grid, Date.parse(startAt))
  return { '--top': top, '--rows': rowsTo(grid, Date.parse(endAt)) - top }
}

/** How many rows the board has, in parts of rows. */
export const rowsOf = ({ from, to, slotMs }: Grid): number => (to - from) / slotMs

/** The rows at which an hour of local time begins. An hour that the clocks show twice begins twice. */
export const hoursOf = ({ rows }: Grid): readonly GridRow[] =>
  rows.filter((row, i) => {
    const before = rows[i - 1]
    return before === undefined
      ? row.label.endsWith(':00')
      : before.label.slice(0, 2) !== row.label.slice(0, 2) || before.offset !== row.offset
  })

/** A change of the clocks: its instant in epoch milliseconds, and by how many minutes local time jumps. */
export interface ClockChange {
  readonly at: number
  readonly minutes: number
}

/** The change of the clocks on a day; undefined on a day without one. Minutes are positive when an hour is left out. */
export function clockChangeOf({ grid }: Pick<Day, 'grid'>): ClockChange | undefined {
  const i = grid.findIndex((row, i) => i > 0 && row.offset !== grid[i - 1]!.offset)
  if (i < 0) return undefined
  return { at: Date.parse(grid[i]!.at), minutes: aheadOf(grid[i]!) - aheadOf(grid[i - 1]!) }
}

/** How many minutes a clock is ahead of UTC. */
function aheadOf({ offset }: GridRow): number {
  const [hours, minutes] = offset.slice(1).split(':').map(Number) as [number, number]
  return (offset[0] === '-' ? -1 : 1) * (hours * 60 + minutes)
}
