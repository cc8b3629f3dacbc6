import { zone } from '../shell/me.ts'
import { sayDayOf, sayTime } from '../time/say.ts'

/** A day and a time of the practice, such as `Thu, 26 Mar 2030, 09:30`. */
export const sayMoment = (instant: string): string =>
  `${sayDayOf(instant, zone(), 'dated')}, ${sayTime(instant, zone())}`
