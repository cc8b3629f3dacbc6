/** Reads days and times as other programs write them. A date that can be read in two ways is never guessed. */
import { isCalendarDate, parseInstant } from '../time.ts'
import type { DateOrder } from './kinds.ts'

/** The date in a cell: a day, a day with a local time of the practice, or an instant. */
export interface WrittenDate {
  /** `YYYY-MM-DD`. */
  readonly date: string
  /** `HH:MM`; null when the cell has no time. */
  readonly time: string | null
  /** Epoch milliseconds when the cell has an offset from UTC. Then `date` and `time` do not count. */
  readonly instant: number | null
}

/** How the dates of a column can be read, counted over all rows. */
export interface DateCount {
  /** How many dates are written in numbers with the year last. */
  readonly inNumbers: number
  /** How many of these dates do not exist when the day is first, and when the month is first. */
  readonly notDayFirst: number
  readonly notMonthFirst: number
  /** How many of these dates are different days in the two orders. */
  readonly different: number
}

export const noDates: DateCount = { inNumbers: 0, notDayFirst: 0, notMonthFirst: 0, different: 0 }

const numbers = /^(\d{1,2})([./-])\s?(\d{1,2})\2\s?(\d{4})(?![\d./-])(.*)$/s
const yearFirst = /^(\d{4})([./-]?)(\d{2})\2(\d{2})(?!\d)(.*)$/s
const dayNamed = /^(\d{1,2})\.?[ -]([\p{L}]{3,9})\.?,?[ -](\d{4})(?!\d)(.*)$/su
const monthNamed = /^([\p{L}]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})(?!\d)(.*)$/su
/** The longest text that may be a date. */
const longest = 40

/**
 * The orders in which the dates of a column can be read: one or both. Empty when no date is written in numbers with the
 * year last.
 */
export function ordersOf({ inNumbers, notDayFirst, notMonthFirst, different }: DateCount): DateOrder[] {
  if (inNumbers === 0) return []
  if (notDayFirst === 0 && notMonthFirst > 0) return ['day_first']
  if (notMonthFirst === 0 && notDayFirst > 0) return ['month_first']
  return different > 0 || notDayFirst > 0 ? ['day_first', 'month_first'] : ['day_first']
}

/** Adds a cell to the count of its column. */
export function countDate(count: DateCount, cell: string): DateCount {
  const found = cell.length <= longest ? numbers.exec(cell.trim()) : null
  if (found === null) return count
  const [, first, , second, year] = found
  const dayFirst = dayOf(year!, second!, first!)
  const monthFirst = dayOf(year!, first!, second!)
  if (dayFirst === null && monthFirst === null) return count
  return {
    inNumbers: count.inNumbers + 1,
    notDayFirst: count.notDayFirst + (dayFirst === null ? 1 : 0),
    notMonthFirst: count.notMonthFirst + (monthFirst === null ? 1 : 0),
    different:
      count.different + (dayFirst !== null && monthFirst !== null && dayFirst !== monthFirst ? 1 : 0),
  }
}

/**
 * Reads the date in a cell. Null when the cell has no date. A date with a year of two digits is refused, because nobody
 * knows the century.
 */
export function readDate(cell: string, order: DateOrder | null): WrittenDate | null {
  const text = cell.trim()
  if (text.length === 0 || text.length > longest) return null
  const instant = parseInstant(
    text.replace(/^(\d{4}-\d\d-\d\d) (\d\d:\d\d.*)$/, '$1T$2').replace(/ UTC$/, 'Z'),
  )
  if (instant !== undefined) return { date: text.slice(0, 10), time: null, instant }
  const [date, rest] = dayIn(text, order) ?? [null, '']
  if (date === null) return null
  const after = rest.trim().replace(/^[T,]\s*/, '')
  if (after === '') return { date, time: null, instant: null }
  const time = readTime(after)
  return time === null ? null : { date, time, instant: null }
}

function dayIn(text: string, order: DateOrder | null): [date: string | null, rest: string] | null {
  const iso = yearFirst.exec(text)
  if (iso !== null) return [dayOf(iso[1]!, iso[3]!, iso[4]!), iso[5]!]
  const plain = numbers.exec(text)
  if (plain !== null) {
    const [, first, , second, year, rest] = plain
    // Without an order, both readings give the same day.
    const date = order === 'month_first' ? dayOf(year!, first!, second!) : dayOf(year!, second!, first!)
    return [date, rest!]
  }
  const named = dayNamed.exec(text)
  if (named !== null) return [dayOf(named[3]!, monthOf(named[2]!), named[1]!), named[4]!]
  const american = monthNamed.exec(text)
  if (american !== null) return [dayOf(american[3]!, monthOf(american[1]!), american[2]!), american[4]!]
  return null
}

const clock = /^(\d{1,2})[:.](\d{2})(?:[:.]\d{2}(?:[.,]\d+)?)?\s*(?:([ap])\.?m\.?|uhr)?$/i

/** Reads a time such as `9:05`, `09.05 Uhr` or `2:30 pm`. Null when the cell is no time. */
export function readTime(cell: string): string | null {
  const found = clock.exec(cell.trim())
  if (found === null) return null
  const [, hours, minutes, half] = found
  const read = Number(hours)
  if (half !== undefined && (read < 1 || read > 12)) return null
  const hour = half === undefined ? read : (read % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  if (hour > 23 || Number(minutes) > 59) return null
  return `${String(hour).padStart(2, '0')}:${minutes}`
}

function dayOf(year: string, month: string, day: string): string | null {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isCalendarDate(date) ? date : null
}

const months = [
  ['jan', 'january', 'januar', 'janner', 'jänner'],
  ['feb', 'february', 'februar'],
  ['mar', 'march', 'märz', 'mär', 'mrz'],
  ['apr', 'april'],
  ['may', 'mai'],
  ['jun', 'june', 'juni'],
  ['jul', 'july', 'juli'],
  ['aug', 'august'],
  ['sep', 'sept', 'september'],
  ['oct', 'october', 'okt', 'oktober'],
  ['nov', 'november'],
  ['dec', 'december', 'dez', 'dezember'],
]

const monthOf = (name: string): string =>
  String(months.findIndex((names) => names.includes(name.toLowerCase())) + 1)
