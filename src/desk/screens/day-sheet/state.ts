/** The state of the day sheet. Nothing of this state is stored in the browser. */
import { computed, signal } from '@preact/signals'
import { api } from '../../api/api.ts'
import { me } from '../../base/me.ts'
import { route } from '../../base/route.ts'
import { nearestDate } from '../../base/time/dates.ts'
import { today } from '../../base/time/today.ts'
import type { Day } from '../../contract/names.ts'
import { resource } from '../../live/resource.ts'

/** The day in the address. When there is no such day, the nearest valid day. Today when the address has no day. */
export const date = computed(() => {
  const [screen, named] = route.value
  return (screen === 'day-sheet' && nearestDate(named)) || today.value
})

/** The pages to print: each chair on its own page, the whole practice on one page, or the id of one chair. */
export const pages = signal<'each' | 'whole' | (string & {})>('each')

/** The choice on this desk; undefined while the setting of the practice applies. */
const chosenPhones = signal<boolean | undefined>(undefined)
/** Whether the sheet shows telephone numbers. */
export const phones = computed(() => chosenPhones.value ?? me.value.practice.daySheetPhones)
export const choosePhones = (shown: boolean): void => {
  chosenPhones.value = shown
}

/** The day of the sheet as it was read. The day is cleared when the user leaves the sheet. */
export const sheet = resource<Day>({
  read: () => api.GET('/api/v1/day', { params: { query: { date: date.value } } }),
  by: () => date.value,
})
