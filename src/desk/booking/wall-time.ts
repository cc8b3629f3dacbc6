/** What clocks on the wall show, and the instants that this means. Instants are epoch milliseconds. */
import type { Day } from '../api/names.ts'

/**
 * The instants of a day at which the clocks of the practice show a time `HH:MM`. None where the clocks skip the time, two
 * where they show it twice. The rows of the day say how far the clocks are ahead.
 */
export function instantsOf(
  day: Pick<Day, 'date' | 'timezone' | 'dayStart' | 'dayEnd' | 'grid'>,
  time: string,
): readonly number[] {
  const [from, to] = [Date.parse(day.dayStart), Date.parse(day.dayEnd)]
  return [...new Set(day.grid.map(({ offset }) => offset))]
    .map((offset) => Date.parse(`${day.date}T${time}:00${offset}`))
    .filter((at) => at >= from && at < to && clockOn(day, at) === time)
    .sort((a, b) => a - b)
}

/** The time `HH:MM` of an instant of a day, counted from the label of its row. */
function clockOn({ grid, timezone }: Pick<Day, 'grid' | 'timezone'>, at: number): string {
  const i = grid.findLastIndex((row) => Date.parse(row.at) <= at)
  const row = grid[i]!
  // Only the browser knows when the clocks change inside a row.
  if (grid[i + 1] !== undefined && grid[i + 1]!.offset !== row.offset) return clockOf(at, timezone)
  const [hours, minutes] = row.label.split(':').map(Number) as [number, number]
  const wall = hours * 60 + minutes + (at - Date.parse(row.at)) / 60_000
  return `${twoDigits(Math.floor(wall / 60) % 24)}:${twoDigits(wall % 60)}`
}

const twoDigits = (n: number): string => String(n).padStart(2, '0')

const clocks = new Map<string, Intl.DateTimeFormat>()

/** The time `HH:MM` that clocks of a time zone show. This is the form of a time field and of the API, for no language. */
export function clockOf(at: number, timeZone: string): string {
  let clock = clocks.get(timeZone)
  if (clock === undefined) {
    clock = new Intl.DateTimeFormat('en-GB', {
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZone,
    })
    clocks.set(timeZone, clock)
  }
  return clock.format(at)
}
