/** Times on the clock of the practice, on days of any length. Pure. */
import type { Day } from '../../api/names.ts'

type Grid = Readonly<Day['grid']>

/**
 * The instant at which the clock shows a time (`HH:MM`), in epoch milliseconds. The first one where the clock shows it
 * twice, and the jump where the clock skips it. Undefined for a day without rows.
 */
export function instantAtWall(grid: Grid, time: string): number | undefined {
  const wanted = minutesOf(time)
  let best: Grid[number] | undefined
  for (const row of grid) {
    const label = minutesOf(row.label)
    if (label <= wanted && (best === undefined || label > minutesOf(best.label))) best = row
  }
  best ??= grid[0]
  if (best === undefined) return undefined
  const next = grid[grid.indexOf(best) + 1]
  const at = Date.parse(best.at) + Math.max(0, wanted - minutesOf(best.label)) * minuteMs
  return next === undefined ? at : Math.min(at, Date.parse(next.at))
}

/** What the clock shows at an instant of the day: `HH:MM`. */
export function wallAt(grid: Grid, instant: number): string {
  const row = grid.findLast(({ at }) => Date.parse(at) <= instant) ?? grid[0]
  if (row === undefined) return '00:00'
  const minutes = minutesOf(row.label) + Math.floor((instant - Date.parse(row.at)) / minuteMs)
  return `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`
}

const minuteMs = 60_000
const pad = (n: number) => String(n).padStart(2, '0')

function minutesOf(label: string): number {
  const [hours, minutes] = label.split(':').map(Number) as [number, number]
  return hours * 60 + minutes
}
