/** Instants in words, on the calendar and the clocks of the practice. */
import { now } from '../../api/now.ts'
import { zone } from '../me.ts'
import { dateOf, sayDayOf, sayWhen } from './say.ts'

/** The day of an instant, such as `26/03/2030`. */
export const sayDay = (at: string | number): string => sayDayOf(at, zone(), 'number')

/** A day with its year, and the time, such as `26/03/2030, 09:30`. */
export const sayMoment = (at: string | number): string => sayWhen(at, zone(), 'number')

/** A day and the time, such as `Mon, 23 Nov, 09:30`. In another year than this one, the day is `26/03/2030`. */
export const sayMomentShort = (at: string | number): string =>
  yearOf(at) === yearOf(now.value) ? sayWhen(at, zone()) : sayMoment(at)

const yearOf = (at: string | number) => dateOf(at, zone()).slice(0, 4)
