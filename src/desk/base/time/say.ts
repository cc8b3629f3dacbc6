/** Times and days in words, by the locale of the desk. Instants are epoch milliseconds or ISO 8601 texts. */
import { locale } from '../../words/words.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

/** Formats are kept, because making a format takes much longer than using it. */
function format(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale.value} ${JSON.stringify(options)}`
  let made = formats.get(key)
  if (made === undefined) {
    made = new Intl.DateTimeFormat(locale.value, options)
    formats.set(key, made)
  }
  return made
}

const ms = (instant: string | number) => (typeof instant === 'string' ? Date.parse(instant) : instant)

/** The time that a clock on the wall shows, such as `09:30` or `9:30 AM`. */
export const sayTime = (instant: string | number, timeZone: string): string =>
  format({ hour: 'numeric', minute: '2-digit', timeZone }).format(ms(instant))

/** From when to when, such as `09:30–10:00`. */
export const saySpan = (from: string | number, to: string | number, timeZone: string): string =>
  `${sayTime(from, timeZone)}–${sayTime(to, timeZone)}`

const dateStyles = {
  /** Thursday, 26 March 2030 */
  full: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  /** Thu, 26 Mar */
  short: { weekday: 'short', day: 'numeric', month: 'short' },
  /** Thu, 26 Mar 2030 */
  dated: { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
  /** 26 Mar 2030. A month in figures could be read as the day. */
  number: { day: 'numeric', month: 'short', year: 'numeric' },
  /** 26 March */
  yearless: { day: 'numeric', month: 'long' },
  month: { month: 'long', year: 'numeric' },
  weekday: { weekday: 'short' },
  weekdayLong: { weekday: 'long' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

/** A day `YYYY-MM-DD` in words. */
export const sayDate = (date: string, style: keyof typeof dateStyles = 'full'): string =>
  format({ ...dateStyles[style], timeZone: 'UTC' }).format(Date.parse(`${date}T00:00:00Z`))

/** A range of days, such as `2–8 March 2026`. */
export const sayDates = (from: string, to: string): string =>
  format({ day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }).formatRange(
    Date.parse(`${from}T00:00:00Z`),
    Date.parse(`${to}T00:00:00Z`),
  )

/** The day of an instant, in words. */
export const sayDayOf = (
  instant: string | number,
  timeZone: string,
  style: keyof typeof dateStyles = 'short',
): string => format({ ...dateStyles[style], timeZone }).format(ms(instant))

/** The day and the time of an instant, such as `Thu, 26 Mar, 09:30`. */
export const sayWhen = (
  instant: string | number,
  timeZone: string,
  style: keyof typeof dateStyles = 'short',
): string => `${sayDayOf(instant, timeZone, style)}, ${sayTime(instant, timeZone)}`

/** The day `YYYY-MM-DD` on which an instant falls in a time zone. */
export function dateOf(instant: string | number, timeZone: string): string {
  let made = days.get(timeZone)
  if (made === undefined) {
    made = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
    days.set(timeZone, made)
  }
  // The first years have fewer than four digits.
  return made.format(ms(instant)).padStart(10, '0')
}
const days = new Map<string, Intl.DateTimeFormat>()

/** A date of birth in words. The API returns it as midnight UTC. */
export const sayDob = (dob: string): string => sayDate(dob.slice(0, 10), 'number')

/** The months in the language of the desk, from January on. */
export const months = (): readonly string[] =>
  Array.from({ length: 12 }, (_, i) =>
    format({ month: 'long', timeZone: 'UTC' }).format(Date.UTC(2026, i)).toLowerCase(),
  )

/** The day with which weeks begin, from 1 for Monday to 7 for Sunday. */
export function firstWeekday(): number {
  const asked = new Intl.Locale(locale.value) as Intl.Locale & {
    getWeekInfo?: () => { firstDay: number }
    weekInfo?: { firstDay: number }
  }
  return (asked.getWeekInfo?.() ?? asked.weekInfo)?.firstDay ?? 1
}
