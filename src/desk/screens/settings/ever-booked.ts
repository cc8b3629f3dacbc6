import { api } from '../../api/api.ts'
import { now } from '../../api/now.ts'
import { zone } from '../../base/me.ts'
import { addDays } from '../../base/time/dates.ts'
import { dateOf } from '../../base/time/say.ts'

/** How many days before and after today are searched for an appointment. The API counts at most 62 days at once. */
const [daysBack, daysAhead] = [15, 47]

/** Whether there is an appointment near today, also a cancelled one. @throws Failure. */
export async function everBooked(): Promise<boolean> {
  const today = dateOf(now.value, zone())
  const query = { from: addDays(today, -daysBack), to: addDays(today, daysAhead) }
  const { days } = await api.GET('/api/v1/days', { params: { query } })
  return days.some(({ appointments, cancelled }) => appointments + cancelled > 0)
}
