/**
 * How the board is shown: the size of its rows, and the part of the day that is visible. Nothing here is about
 * patients.
 */
import { signal } from '@preact/signals'
import { keep, kept } from '../../base/kept.ts'
import { today } from '../../base/time/today.ts'
import { goToDate } from '../../live/shown-days.ts'

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

/** Makes the rows one size larger or smaller, and stores the size in the browser. */
export function resize(by: 1 | -1): void {
  const next = densities[densities.indexOf(density.value) + by]
  if (next === undefined) return
  density.value = next
  keep(densityKey, next)
}

/** The day in the month that has the focus; null while the month is closed. */
export const monthAt = signal<string | null>(null)

const phone = matchMedia('(max-width: 40rem)')
/** Whether the window is as narrow as a phone. The day is a list then. */
export const narrow = signal(phone.matches)
phone.addEventListener('change', () => {
  narrow.value = phone.matches
})

/** Whether the board should scroll to the line of the current time when it shows today. */
export const nowWanted = signal(true)

/** Shows today, and scrolls to the line of the current time. */
export function goToToday(): void {
  nowWanted.value = true
  goToDate(today.value)
}
