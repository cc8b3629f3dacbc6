/** The day on the board: read from the server, and changed at once by what is done here. */
import { computed, effect, signal } from '@preact/signals'
import { ask } from '../api/api.ts'
import type { Day, DayEntry } from '../api/names.ts'
import { whenChanged } from '../live/changes.ts'
import { zone } from '../shell/me.ts'
import { now } from '../shell/now.ts'
import { route } from '../shell/route.ts'
import { isDate } from '../time/dates.ts'
import { dateOf } from '../time/say.ts'

/** The day of now in the time zone of the practice. */
export const today = computed(() => dateOf(now.value, zone()))

/** The day that the place names, today without one. */
export const date = computed(() => {
  const [screen, named] = route.value
  return (screen === undefined || screen === 'day') && isDate(named) ? named : today.value
})

/** The last picture of the day; undefined until the first one is there. It may still be of the day before. */
export const day = signal<Day | undefined>(undefined)
/** Why the day could not be read; undefined when it could. */
export const trouble = signal<unknown>(undefined)

let asked = 0

/** Reads the day anew. Of several answers, only the one to the newest question is shown. Failures go to `trouble`. */
export async function readDay(): Promise<void> {
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

/** Changes the picture at once, before the server has answered. Answers of questions asked before are not shown. */
export function paint(change: (entries: readonly DayEntry[]) => readonly DayEntry[]): void {
  if (day.value === undefined) return
  asked++
  const all = change([...day.value.entries, ...day.value.withoutChair])
  const [withoutChair, entries] = [all.filter(isWithoutChair), all.filter((entry) => !isWithoutChair(entry))]
  day.value = {
    ...day.value,
    entries: [...entries].sort(byStart),
    withoutChair: [...withoutChair].sort(byStart),
  }
}

const isWithoutChair = ({ chairId }: DayEntry) => chairId === null
const byStart = (a: DayEntry, b: DayEntry) =>
  Date.parse(a.startAt) - Date.parse(b.startAt) || (a.id < b.id ? -1 : 1)

/** The entry of the day with this id. */
export const entryOf = (id: string): DayEntry | undefined =>
  day.value?.entries.find((entry) => entry.id === id) ??
  day.value?.withoutChair.find((entry) => entry.id === id)

/** Keeps the picture true while the board is open, until the answered function is called. */
export function followDay(): () => void {
  const stops = [
    effect(() => {
      void date.value
      void readDay()
    }),
    whenChanged(() => void readDay()),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
