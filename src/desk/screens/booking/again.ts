/** The day of the next appointment. Whole weeks keep the day of the week, which most patients want. */
import { zone } from '../../base/me.ts'
import { addDays } from '../../base/time/dates.ts'
import { dateOf } from '../../base/time/say.ts'
import { today } from '../../base/time/today.ts'

/** The steps that are offered, in weeks: 1, 2 and 4 weeks, 3 and 6 months, and a year. */
export const againWeeks = [1, 2, 4, 13, 26, 52] as const

/** The day that is `weeks` after an appointment. If that day has passed, `weeks` are added until it has not. */
export function againOn(startAt: string, weeks: number): string {
  let date = addDays(dateOf(startAt, zone()), 7 * weeks)
  while (date < today.peek() && date < '9999') date = addDays(date, 7 * weeks)
  return date
}

/** The number of weeks that is offered first: the recall interval of the appointment type, or else one week. */
export const usualWeeks = (recallMonths: number | null): number =>
  recallMonths === null ? 1 : Math.max(1, Math.round((recallMonths * 52) / 12))
