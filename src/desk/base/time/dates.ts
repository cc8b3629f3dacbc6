/** Days without a time zone, as `YYYY-MM-DD`. */

const dayMs = 86_400_000
const midnightUtc = (date: string): number => Date.parse(`${date}T00:00:00Z`)
const dateAt = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** The first and the last day of the calendar that the API knows, for fields of days. */
export const calendar = { min: '0001-01-01', max: '9999-12-31' } as const
const first = midnightUtc(calendar.min)
const last = midnightUtc(calendar.max)
const within = (ms: number): number => Math.min(Math.max(ms, first), last)

/** The day that is `days` later. Beyond the calendar, it is the first or the last day of the calendar. */
export const addDays = (date: string, days: number): string =>
  dateAt(within(midnightUtc(date) + days * dayMs))

/** How many days there are from `from` to `to`, negative when `to` is earlier. */
export const daysBetween = (from: string, to: string): number => (midnightUtc(to) - midnightUtc(from)) / dayMs

/** The first day of the month to which a day belongs. */
export const monthOf = (date: string): string => `${date.slice(0, 8)}01`

/** The first day of the month that is `count` months later. Beyond the calendar, its first or last month is used. */
export function addMonths(month: string, count: number): string {
  const at = new Date(midnightUtc(month))
  at.setUTCMonth(at.getUTCMonth() + count)
  return monthOf(dateAt(within(at.getTime())))
}

/** The day of the week from 1 for Monday to 7 for Sunday (ISO 8601). */
const weekdayOf = (date: string): number => new Date(midnightUtc(date)).getUTCDay() || 7

/** The seven days of the week of a day. Weeks begin with `first` (1 for Monday). Days beyond the calendar are null. */
export function weekOf(date: string, first: number): readonly (string | null)[] {
  const start = midnightUtc(date) - ((weekdayOf(date) - first + 7) % 7) * dayMs
  return Array.from({ length: 7 }, (_, i) => {
    const ms = start + i * dayMs
    return ms === within(ms) ? dateAt(ms) : null
  })
}

/** Whether a text is a day of the calendar. */
export const isDate = (text: string | undefined): text is string =>
  text !== undefined && nearestDate(text) === text

/** The day that a text names. If there is no such day, it is the nearest day. Undefined for any other text. */
export function nearestDate(text: string | undefined): string | undefined {
  const parts = /^(\d{4,6})-(\d\d)-(\d\d)$/.exec(text ?? '')
  if (parts === null) return undefined
  const [year, month, day] = parts.slice(1).map(Number) as [number, number, number]
  if (year > 9999) return calendar.max
  if (year < 1) return calendar.min
  const begin = `${parts[1]!.slice(-4)}-${String(Math.min(Math.max(month, 1), 12)).padStart(2, '0')}-01`
  const end = new Date(midnightUtc(begin))
  end.setUTCMonth(end.getUTCMonth() + 1, 0)
  return addDays(begin, Math.min(Math.max(day, 1), end.getUTCDate()) - 1)
}
