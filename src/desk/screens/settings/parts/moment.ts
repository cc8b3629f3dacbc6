import { zone } from '../../../base/me.ts'
import { sayDayOf, sayWhen } from '../../../base/time/say.ts'

/** The day of an instant, on the calendar of the practice. */
export const sayDay = (at: string | number): string => sayDayOf(at, zone(), 'number')

/** A day with its year, and the time, on the clocks of the practice. */
export const sayMoment = (at: string | number): string => sayWhen(at, zone(), 'number')
