/** What the day sheet shows. Nothing of it is kept in the browser. */
import { computed, signal } from '@preact/signals'
import { api } from '../../api/api.ts'
import { me } from '../../base/me.ts'
import { route } from '../../base/route.ts'
import { nearestDate } from '../../base/time/dates.ts'
import { today } from '../../base/time/today.ts'
import type { Day } from '../../contract/names.ts'
import { resource } from '../../live/resource.ts'

/** The day that the place of the sheet names, or the nearest one; today without a day. */
export const date = computed(() => {
  const [screen, named] = route.value
  return (screen === 'day-sheet' && nearestDate(named)) || today.value
})

/** What is printed: each chair on its own page, the whole practice on one page, or one chair, by its id. */
export const pages = signal<'each' | 'whole' | (string & {})>('each')

/** What was chosen here; undefined for what the practice has set. */
const chosenPhones = signal<boolean | undefined>(undefined)
/** Whether the sheet shows telephone numbers. */
export const phones = computed(() => chosenPhones.value ?? me.value.practice.daySheetPhones)
export const choosePhones = (shown: boolean): void => {
  chosenPhones.value = shown
}

/** The day of the sheet. Nothing of it is left when the sheet is left. */
export const sheet = resource<Day>({
  read: () => api.GET('/api/v1/day', { params: { query: { date: date.value } } }),
  by: () => date.value,
})
