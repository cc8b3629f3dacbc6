/** Dates of birth as people type them, and ages. Days are `YYYY-MM-DD`. */
import { isDate } from '../../base/time/dates.ts'

/** What is needed to read a date: the day of now, and whether the day is before the month. */
export interface DateReading {
  readonly today: string
  readonly dayFirst: boolean
  /** The names of the months in small letters, the first one first. */
  readonly months: readonly string[]
}

const parted = /^(\d{1,2})\s?[./-]\s?(\d{1,2})\s?[./-]\s?(\d{4}|\d{2})$/
const bare = /^(\d{2})(\d{2})(\d{4}|\d{2})$/
const named = /^(?:(\d{1,2})\.?\s*(\p{L}{3,})\.?|(\p{L}{3,})\.?\s+(\d{1,2})),?\s+(\d{4}|\d{2})$/u
const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/

/** Reads `3.5.84`, `03/05/1984`, `030584`, `3 May 1984` or `1984-05-03`. Undefined where the text is no day of the past. */
export function parseBirth(text: string, reading: DateReading): string | undefined {
  const typed = text.trim()
  const [, isoYear, isoMonth, isoDay] = iso.exec(typed) ?? []
  if (isoYear !== undefined) return past(isoYear, isoMonth!, isoDay!, reading)
  const [, day1, month1, month2, day2, ofYear] = named.exec(typed) ?? []
  if (ofYear !== undefined) {
    const name = (month1 ?? month2)!.toLowerCase()
    const month = reading.months.findIndex((each) => each.startsWith(name)) + 1
    return past(ofYear, `${month}`, (day1 ?? day2)!, reading)
  }
  const [, first, second, year] = parted.exec(typed) ?? bare.exec(typed) ?? []
  if (first === undefined) return undefined
  // A point is German, where the day always is first.
  const dayFirst = reading.dayFirst || typed.includes('.')
  const [day, month] = dayFirst ? [first, second!] : [second!, first]
  return past(year!, month, day, reading) ?? past(year!, day, month, reading)
}

function past(year: string, month: string, day: string, { today }: DateReading): string | undefined {
  const century = Number(today.slice(0, 2))
  // Two digits mean the newest year that is not in the future.
  const years = year.length === 4 ? [year] : [`${century}${year}`, `${century - 1}${year}`]
  return years
    .map((whole) => `${whole}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)
    .find((date) => isDate(date) && date <= today)
}

/** Whether a locale writes the day before the month. */
export const isDayFirst = (locale: string): boolean =>
  new Intl.DateTimeFormat(locale).formatToParts(0).find(({ type }) => type === 'day' || type === 'month')!
    .type === 'day'

/** How many whole years somebody is old on a day. */
export const ageOn = (dob: string, today: string): number =>
  Number(today.slice(0, 4)) - Number(dob.slice(0, 4)) - (today.slice(5) < dob.slice(5, 10) ? 1 : 0)
