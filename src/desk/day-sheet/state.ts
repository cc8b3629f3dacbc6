/** What the day sheet shows. Nothing of it is kept in the browser. */
import { computed, effect, signal } from '@preact/signals'
import { ask } from '../api/api.ts'
import type { Day } from '../api/names.ts'
import { today } from '../board/day.ts'
import { whenChanged } from '../live/changes.ts'
import { me } from '../shell/me.ts'
import { route } from '../shell/route.ts'
import { isDate } from '../time/dates.ts'

/** The place of the sheet names its day; today without one. */
export const date = computed(() => {
  const [screen, named] = route.value
  return screen === 'day-sheet' && isDate(named) ? named : today.value
})

/** Each chair on its own page, the whole practice on one page, or the id of one chair. */
export const pages = signal<'each' | 'whole' | (string & {})>('each')

/** What was chosen here; undefined for what the practice has set. */
const chosenPhones = signal<boolean | undefined>(undefined)
/** Whether the sheet shows telephone numbers. */
export const phones = computed(() => chosenPhones.value ?? phonesOfPractice())
export const choosePhones = (shown: boolean): void => {
  chosenPhones.value = shown
}
const phonesOfPractice = (): boolean =>
  (me.value.practice as { readonly daySheetPhones?: boolean }).daySheetPhones ?? true

/** The day as it was read last; undefined while another day is read. */
export const day = signal<Day | undefined>(undefined)
/** Why the day could not be read; undefined when it could. */
export const trouble = signal<unknown>(undefined)

let asked = 0

/** Reads the day anew. Of several answers, only the one to the newest question is shown. Failures go to `trouble`. */
export async function readSheet(): Promise<void> {
  const question = ++asked
  try {
    const read = await ask((api) => api.GET('/api/v1/day', { params: { query: { date: date.value } } }))
    if (question !== asked) return
    day.value = read
    trouble.value = undefined
  } catch (error) {
    if (question === asked) trouble.value = error
  }
}

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
    asked++
    day.value = undefined
  }
}
