/** What the day sheet shows. Nothing of it is kept in the browser. */
import { computed, effect, signal } from '@preact/signals'
import { ask } from '../../api/api.ts'
import { me } from '../../base/me.ts'
import { route } from '../../base/route.ts'
import { nearestDate } from '../../base/time/dates.ts'
import { today } from '../../base/time/today.ts'
import type { Day } from '../../contract/names.ts'
import { whenChanged } from '../../live/changes.ts'
import { newest } from '../../live/newest.ts'

/** The day that the place of the sheet names, or the nearest one; today without a day. */
export const date = computed(() => {
  const [screen, named] = route.value
  return (screen === 'day-sheet' && nearestDate(named)) || today.value
})

/** Each chair on its own page, the whole practice on one page, or the id of one chair. */
export const pages = signal<'each' | 'whole' | (string & {})>('each')

/** What was chosen here; undefined for what the practice has set. */
const chosenPhones = signal<boolean | undefined>(undefined)
/** Whether the sheet shows telephone numbers. */
export const phones = computed(() => chosenPhones.value ?? me.value.practice.daySheetPhones)
export const choosePhones = (shown: boolean): void => {
  chosenPhones.value = shown
}

/** The day as it was read last; undefined while another day is read. */
export const day = signal<Day | undefined>(undefined)
/** Why the day could not be read; undefined when it could. */
export const trouble = signal<unknown>(undefined)

/** Reads the day anew. Failures go to `trouble`. */
export const readSheet = newest(
  () => ask((api) => api.GET('/api/v1/day', { params: { query: { date: date.value } } })),
  (read) => {
    day.value = read
  },
  (error) => {
    trouble.value = error
  },
)

/** Keeps the sheet true while it is open, until the answered function is called. Then nothing of it is left. */
export function followSheet(): () => void {
  const stops = [
    effect(() => {
      void date.value
      void readSheet()
    }),
    whenChanged(() => void readSheet()),
  ]
  return () => {
    for (const stop of stops) stop()
    readSheet.forget()
    day.value = undefined
  }
}
