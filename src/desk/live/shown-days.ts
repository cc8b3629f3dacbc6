/** Which days the place in the address names, and the ways to other days. */
import { computed } from '@preact/signals'
import { go, route } from '../base/route.ts'
import { addDays, nearestDate, weekOf } from '../base/time/dates.ts'
import { firstWeekday } from '../base/time/say.ts'
import { today } from '../base/time/today.ts'

/** The day that the place names, or the nearest one; today without a day. */
export const date = computed(() => {
  const [screen, named] = route.value
  return (screen === 'day' && nearestDate(named)) || today.value
})

/** The id of the chair, when its week is shown; null while the board shows all chairs of one day. */
export const weekChair = computed(() => {
  const [screen, , view, chairId] = route.value
  return screen === 'day' && view === 'week' && chairId ? chairId : null
})

/** The days on the board. */
export const dates = computed<readonly string[]>(() => {
  if (weekChair.value === null) return [date.value]
  return weekOf(date.value, firstWeekday()).filter((each) => each !== null)
})

/** Shows another day, in the same view. */
export const goToDate = (to: string): void =>
  go(weekChair.value === null ? ['day', to] : ['day', to, 'week', weekChair.value])

/** Goes one day on or back, or one week in the week of a chair. */
export const step = (by: 1 | -1): void =>
  goToDate(addDays(date.value, weekChair.value === null ? by : 7 * by))

export const showDay = (of: string): void => go(['day', of])
export const showWeek = (chairId: string): void => go(['day', date.value, 'week', chairId])
