import { shortDates } from './compose.ts'
import type { Language } from './language.ts'

/** A first name that is as long as first names usually get. */
export const longFirstName = 'Christabelle'
/** A last name that is longer than most last names. */
export const longLastName = 'Müller-Lüdenscheidt'

/** An instant in the year from `now` on, at the same time of day, whose short date is as long as any other. */
export function longestDayFrom(now: number, language: Language, timeZone: string): number {
  const days = Array.from({ length: 366 }, (_, day) => now + day * 86_400_000)
  const shortDate = shortDates(language, timeZone)
  const lengths = days.map((day) => shortDate(day).length)
  return days[lengths.indexOf(Math.max(...lengths))]!
}
