import { locale } from '../../words/words.ts'
import { type DateReading, isDayFirst } from './read-day.ts'
import { months } from './say.ts'
import { today } from './today.ts'

/** How typed dates are read here and now: by the day of today, and by the language of the practice. */
export const reading = (): DateReading => ({
  today: today.value,
  dayFirst: isDayFirst(locale.value),
  months: months(),
})
