/** What the board shows: which days, of which chair, how large. Nothing here is about patients. */
import { computed, signal } from '@preact/signals'
import { keep, kept } from '../../base/kept.ts'
import { go, route } from '../../base/route.ts'
import { addDays, nearestDate, weekOf } from '../../base/time/dates.ts'
import { firstWeekday } from '../../base/time/say.ts'
import { today } from '../../base/time/today.ts'

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

/** The sizes of rows, from small to large. */
const densities = ['small', 'medium', 'large'] as const
type Density = (typeof densities)[number]

/** The height of a row, in rem. */
export const rowRem: Record<Density, number> = { small: 1, medium: 1.5, large: 2.25 }

const densityKey = 'chairside.desk.density'
const chosen = kept(densityKey)
export const density = signal<Density>(densities.find((one) => one === chosen) ?? 'medium')

/** Whether rows can become larger (1) or smaller (-1). */
export const canResize = (by: 1 | -1): boolean =>
  densities[densities.indexOf(density.value) + by] !== undefined

/** Makes the rows one size larger or smaller, and remembers it. */
export function resize(by: 1 | -1): void {
  const next = densities[densities.indexOf(density.value) + by]
  if (next === undefined) return
  density.value = next
  keep(densityKey, next)
}

/** The member with entries that stand out; null for all. */
export const practitioner = signal<string | null>(null)

const phone = matchMedia('(max-width: 40rem)')
/** Whether the window is as narrow as a phone. The day is a list then. */
export const narrow = signal(phone.matches)
phone.addEventListener('change', () => {
  narrow.value = phone.matches
})

/** Whether the board is to scroll to the line of now when it shows today. */
export const nowWanted = signal(true)

/** Shows today with the line of now. */
export function goToToday(): void {
  nowWanted.value = true
  goToDate(today.value)
}
