/** When an appointment comes again. Whole weeks keep the day of the week, which most patients want. */
import { zone } from '../../base/me.ts'
import { addDays } from '../../base/time/dates.ts'
import { dateOf } from '../../base/time/say.ts'
import { today } from '../../base/time/today.ts'

/** The steps that are offered, in weeks: 1, 2 and 4 weeks, 3 and 6 months, and a year. */
export const againWeeks = [1, 2, 4, 13, 26, 52] as const

/** The day some weeks after an appointment; weeks later where that is over. */
export function againOn(startAt: string, weeks: number): string {
  let date = addDays(dateOf(startAt, zone()), 7 * weeks)
  while (date < today.peek() && date < '9999') date = addDays(date, 7 * weeks)
  return date
}

/** The step that is offered first: what the kind of appointment says, or a week. */
export const usualWeeks = (recallMonths: number | null): number =>
  recallMonths === null ? 1 : Math.max(1, Math.round((recallMonths * 52) / 12))
