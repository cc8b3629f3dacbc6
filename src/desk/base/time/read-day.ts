/** Reads days as people type them. Days are `YYYY-MM-DD`. */
import { addDays, isDate } from './dates.ts'

/** What is needed to read a date: the present day, and whether the day is written before the month. */
export interface DateReading {
  readonly today: string
  readonly dayFirst: boolean
  /** The names of the months in lower case, from January on. */
  readonly months: readonly string[]
}

/** A date in figures, as it was typed. The year is empty when none was typed. Otherwise it has two or four digits. */
interface TypedDate {
  readonly year: string
  readonly month: string
  readonly day: string
}

const parted = /^(\d{1,2})\s?[./-]\s?(\d{1,2})(?:\s?[./-]\s?(\d{4}|\d{2})?)?$/
const bare = /^(\d{2})(\d{2})(\d{4}|\d{2})$/
const named = /^(?:(\d{1,2})\.?\s*(\p{L}{3,})\.?|(\p{L}{3,})\.?\s+(\d{1,2})),?(?:\s+(\d{4}|\d{2}))?$/u
const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/

/** The dates that a text such as `3.5.84`, `03/05`, `030584`, `3 May` or `1984-05-03` can mean, the likeliest first. */
export function datesIn(text: string, { dayFirst, months }: DateReading): readonly TypedDate[] {
  const typed = text.trim()
  const [, isoYear, isoMonth, isoDay] = iso.exec(typed) ?? []
  if (isoYear !== undefined) return [{ year: isoYear, month: isoMonth!, day: isoDay! }]
  const [isNamed, day1, month1, month2, day2, ofYear = ''] = named.exec(typed) ?? []
  if (isNamed !== undefined) {
    const name = (month1 ?? month2)!.toLowerCase()
    const month = months.findIndex((each) => each.startsWith(name)) + 1
    return [{ year: ofYear, month: `${month}`, day: (day1 ?? day2)! }]
  }
  const [, first, second, year = ''] = parted.exec(typed) ?? bare.exec(typed) ?? []
  if (first === undefined) return []
  const both = [
    { year, month: second!, day: first },
    { year, month: first, day: second! },
  ]
  // A point is the German form, in which the day always comes first.
  return dayFirst || typed.includes('.') ? both : both.reverse()
}

/** The day that a typed date names in a year of four digits, which may be no day of the calendar. */
export const dateIn = (year: string, { month, day }: TypedDate): string =>
  `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`

const weekday = /^\p{L}+\.?,?\s+/u

/**
 * Reads a day near today, also in the form of the desk: `Mon, 2 Mar 2026`. Without a year, it is the first such day
 * from `min` on. If `min` is left out, it is 30 days ago. Undefined when the text is no day.
 */
export function readDay(
  text: string,
  reading: DateReading,
  min = addDays(reading.today, -30),
): string | undefined {
  const { today } = reading
  const thisYear = Number(today.slice(0, 4))
  const yearsOf = ({ year }: TypedDate) => {
    if (year.length === 4) return [year]
    if (year.length === 2) return [`${today.slice(0, 2)}${year}`]
    return Array.from({ length: 9 }, (_, i) => `${thisYear - 1 + i}`)
  }
  const typed = text.trim()
  for (const date of [...datesIn(typed, reading), ...datesIn(typed.replace(weekday, ''), reading)]) {
    const days = yearsOf(date)
      .map((year) => dateIn(year, date))
      .filter(isDate)
    const found = days.find((day) => day >= min) ?? days[0]
    if (found !== undefined) return found
  }
  return undefined
}

/** Whether a locale writes the day before the month. */
export const isDayFirst = (locale: string): boolean =>
  new Intl.DateTimeFormat(locale).formatToParts(0).find(({ type }) => type === 'day' || type === 'month')!
    .type === 'day'
