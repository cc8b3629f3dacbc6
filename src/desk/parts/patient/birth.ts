/** Dates of birth as people type them, and ages. Days are `YYYY-MM-DD`. */
import { isDate } from '../../base/time/dates.ts'
import { type DateReading, dateIn, datesIn } from '../../base/time/read-day.ts'

/** Reads `3.5.84`, `03/05/1984`, `030584`, `3 May 1984` or `1984-05-03`. Undefined if the text is no past day. */
export function parseBirth(text: string, reading: DateReading): string | undefined {
  const { today } = reading
  const century = Number(today.slice(0, 2))
  return datesIn(text, reading)
    .filter(({ year }) => year !== '')
    .flatMap((date) => {
      const { year } = date
      // Two digits mean the newest year that is not in the future.
      const years = year.length === 4 ? [year] : [`${century}${year}`, `${century - 1}${year}`]
      return years.map((whole) => dateIn(whole, date))
    })
    .find((day) => isDate(day) && day <= today)
}

/** The age in whole years on a day. */
export const ageOn = (dob: string, today: string): number =>
  Number(today.slice(0, 4)) - Number(dob.slice(0, 4)) - (today.slice(5) < dob.slice(5, 10) ? 1 : 0)
