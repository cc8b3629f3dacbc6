import { ask } from '../api/api.ts'
import { zone } from '../shell/me.ts'
import { now } from '../shell/now.ts'
import { addDays } from '../time/dates.ts'
import { dateOf } from '../time/say.ts'

/** How far around today a booking is looked for, in days. The API counts 62 days at once. */
const [daysBack, daysAhead] = [15, 47]

/** Whether an appointment was booked around today. @throws Failure. */
export async function everBooked(): Promise<boolean> {
  const today = dateOf(now.value, zone())
  const query = { from: addDays(today, -daysBack), to: addDays(today, daysAhead) }
  const { days } = await ask((api) => api.GET('/api/v1/days', { params: { query } }))
  return days.some(({ appointments, cancelled }) => appointments + cancelled > 0)
}
