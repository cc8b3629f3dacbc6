/** Converts between instants and the times that clocks on the wall show. Instants are epoch milliseconds. */
import type { Day } from '../../contract/names.ts'

/** A day with its rows, or some of them. The rows contain how far the clocks of the practice are ahead of UTC. */
type Clocks = Pick<Day, 'date' | 'timezone'> & { readonly grid: readonly Day['grid'][number][] }

/**
 * The instants of a day at which the clocks of the practice show a time `HH:MM`. There are none if the clocks skip the
 * time, and two if they show the time twice.
 */
export const instantsOf = (day: Clocks, time: string): readonly number[] =>
  [...new Set(day.grid.map(({ offset }) => offset))]
    .map((offset) => Date.parse(`${day.date}T${time}:00${offset}`))
    .filter((at) => clockOn(day, at) === time)
    .sort((a, b) => a - b)

/**
 * The first instant at which the clocks show a time. If they skip the time, it is the start of the next row. Undefined
 * for a day without rows.
 */
export function instantNear(day: Clocks, time: string): number | undefined {
  const [first] = instantsOf(day, time)
  if (first !== undefined) return first
  const row = day.grid.find(({ label }) => label > time) ?? day.grid.at(-1)
  return row && Date.parse(row.at)
}

/** The time `HH:MM` of an instant of a day, counted from the label of its row. Undefined before the first row. */
function clockOn({ grid, timezone }: Clocks, at: number): string | undefined {
  const i = grid.findLastIndex((row) => Date.parse(row.at) <= at)
  const row = grid[i]
  if (row === undefined) return undefined
  // Only the browser knows when the clocks change inside a row.
  if (grid[i + 1] !== undefined && grid[i + 1]!.offset !== row.offset) return clockOf(at, timezone)
  const [hours, minutes] = row.label.split(':').map(Number) as [number, number]
  return clockAt((hours * 60 + minutes) * minuteMs + at - Date.parse(row.at))
}

/** The time `HH:MM` that clocks of a time zone show. Time fields and the API use this form in every language. */
export const clockOf = (at: number, timeZone: string): string => clockAt(wallTime(at, timeZone))

/** The beginning of the day that is `days` days after `YYYY-MM-DD` in a time zone, in ISO 8601. */
export function dayBegins(date: string, timeZone: string, days = 0): string {
  const asUtc = Date.parse(`${date}T00:00:00Z`) + days * dayMs
  // Clocks change at most once in two days. So the day begins with the offset of the day before, or of the day after.
  const [first, second] = [-1, 1]
    .map((days) => asUtc - offsetAt(asUtc + days * dayMs, timeZone))
    .sort((a, b) => a - b) as [number, number]
  const isThere = wallTime(first, timeZone) >= asUtc
  return new Date(isThere ? first : second).toISOString()
}

const minuteMs = 60_000
const dayMs = 86_400_000

/** The time `HH:MM` of an instant in UTC. */
const clockAt = (ms: number): string => new Date(ms).toISOString().slice(11, 16)

/** How far clocks in the zone are ahead of UTC at an instant, in milliseconds. */
const offsetAt = (instant: number, timeZone: string): number => wallTime(instant, timeZone) - instant

/** Formats are kept, because making a format takes much longer than using it. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** The time that clocks in the zone show at a whole second, as if it were UTC. Not every browser has `Temporal`. */
function wallTime(instant: number, timeZone: string): number {
  let format = formats.get(timeZone)
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hourCycle: 'h23',
      ...({ year: 'numeric', month: 'numeric', day: 'numeric' } as const),
      ...({ hour: 'numeric', minute: 'numeric', second: 'numeric' } as const),
    })
    formats.set(timeZone, format)
  }
  const parts = format.formatToParts(instant)
  const part = (type: string) => Number(parts.find((part) => part.type === type)!.value)
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
}
