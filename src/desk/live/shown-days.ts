/** The days that the place in the address names, and functions that go to other days. */
import { computed } from '@preact/signals'
import { go, route } from '../base/route.ts'
import { addDays, nearestDate, weekOf } from '../base/time/dates.ts'
import { firstWeekday } from '../base/time/say.ts'
import { today } from '../base/time/today.ts'

/** The day that the place names, or the nearest day; today when the place names no day. */
export const date = computed(() => {
  const [screen, named] = route.value
  return (screen === 'day' && nearestDate(named)) || today.value
})

/** The week that is shown, as the place names it; null while the board shows one day. */
export const week = computed(() => {
  const [screen, , view, of] = route.value
  return screen === 'day' && view === 'week' && of ? of : null
})

/** The chair or the member of a week. Without both, it is the week of all chairs. */
export interface WeekOf {
  readonly chairId?: string
  readonly memberId?: string
}

const ofMember = 'member-'

/** The week of all chairs, as a place names it. */
export const wholeWeek = 'all'
export const memberWeek = (memberId: string): string => ofMember + memberId

/** The chair or the member of the week that a place names. */
export function readWeek(of: string): WeekOf {
  if (of === wholeWeek) return {}
  return of.startsWith(ofMember) ? { memberId: of.slice(ofMember.length) } : { chairId: of }
}

/** The days on the board. */
export const dates = computed<readonly string[]>(() => {
  if (week.value === null) return [date.value]
  return weekOf(date.value, firstWeekday()).filter((each) => each !== null)
})

/** Shows another day, in the same view. */
export const goToDate = (to: string): void =>
  go(week.value === null ? ['day', to] : ['day', to, 'week', week.value])

/** Goes one day forward or back. When a week is shown, it goes one week. */
export const step = (by: 1 | -1): void => goToDate(addDays(date.value, week.value === null ? by : 7 * by))

export const showDay = (of: string): void => go(['day', of])
export const showWeek = (of: string): void => go(['day', date.value, 'week', of])
