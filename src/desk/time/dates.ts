/** Days without a time zone, as `YYYY-MM-DD`. */

const dayMs = 86_400_000
const midnightUtc = (date: string): number => Date.parse(`${date}T00:00:00Z`)
const dateAt = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

export const addDays = (date: string, days: number): string => dateAt(midnightUtc(date) + days * dayMs)

/** How many days lie between, negative when `to` is earlier. */
export const daysBetween = (from: string, to: string): number => (midnightUtc(to) - midnightUtc(from)) / dayMs

/** The first day of the month of a day. */
export const monthOf = (date: string): string => `${date.slice(0, 8)}01`

/** The first day of a month that lies so many months later. `month` is the first day of a month. */
export function addMonths(month: string, count: number): string {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return dateAt(Date.UTC(year, number - 1 + count, 1))
}

/** The day of the week from 1 for Monday to 7 for Sunday (ISO 8601). */
const weekdayOf = (date: string): number => new Date(midnightUtc(date)).getUTCDay() || 7

/** The day with which the week of a day begins, where weeks begin with `first` (1 for Monday). */
export const weekStart = (date: string, first: number): string =>
  addDays(date, -((weekdayOf(date) - first + 7) % 7))

/** Whether a text is a day of the calendar. */
export const isDate = (text: string | undefined): text is string =>
  text !== undefined &&
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(midnightUtc(text)) &&
  dateAt(midnightUtc(text)) === text
