/** Who waits for a free time: read from the server, and narrowed by what was chosen above the list. */

import { computed, signal } from '@preact/signals'
import { ask } from '../../api/api.ts'
import { addDays } from '../../base/time/dates.ts'
import { today } from '../../base/time/today.ts'
import type { InboxItem, WaitingItem } from '../../contract/names.ts'
import { needNames } from '../../live/known-names.ts'
import { newest } from '../../live/newest.ts'
import { followSeldom } from '../../live/seldom.ts'

export type Urgency = WaitingItem['urgency']

export const urgencies: readonly Urgency[] = ['urgent', 'soon', 'whenever']

/** Everybody who waits, in the order in which to call them; undefined until they are read. */
export const waiting = signal<readonly WaitingItem[] | undefined>(undefined)
/** The first free time that suits, by the id of who waits, and who has called them because of it. */
export const fitting = signal<ReadonlyMap<string, InboxItem>>(new Map())
/** Why the list could not be read; undefined when it could. */
export const trouble = signal<unknown>(undefined)

/** What narrows the list. Empty texts do not. */
export const filter = signal({ urgency: '', chairId: '', minutes: '', lastDay: '' })

/** Whose last day comes in the next week counts as soon, in days. */
const soonDays = 7

export const shown = computed(() => {
  const { urgency, chairId, minutes, lastDay } = filter.value
  const soon = addDays(today.value, soonDays)
  return waiting.value?.filter(
    (item) =>
      (urgency === '' || item.urgency === urgency) &&
      (chairId === '' || item.chairIds === null || item.chairIds.includes(chairId)) &&
      (minutes === '' || item.durationMinutes <= Number(minutes)) &&
      (lastDay === '' ||
        (lastDay === 'over'
          ? item.expired
          : !item.expired && item.throughDate !== null && item.throughDate <= soon)),
  )
})

/** Reads the list anew. Failures go to `trouble`. */
export const readWaiting = newest(
  () =>
    Promise.all([
      ask((api) => api.GET('/api/v1/waiting-list', {})),
      ask((api) => api.GET('/api/v1/inbox', { params: { query: { kind: 'fits_gap' } } })),
    ]),
  ([list, { items }]) => {
    waiting.value = list.waiting
    fitting.value = new Map(items.map((item) => [item.recordId, item]))
  },
  (error) => {
    trouble.value = error
  },
)

/** Changes the list at once. Answers of questions asked before are not shown. */
export function paint(change: (list: readonly WaitingItem[]) => readonly WaitingItem[]): void {
  readWaiting.forget()
  if (waiting.value !== undefined) waiting.value = change(waiting.value)
}

/** Shows at once that somebody was called, or was not. */
export function paintCalled(item: InboxItem): void {
  readWaiting.forget()
  fitting.value = new Map(fitting.value).set(item.recordId, item)
}

const leastPauseMs = 1_000

/** Keeps the list true while it is open, until the answered function is called. */
export function followWaiting(): () => void {
  needNames()
  return followSeldom(() => void readWaiting(), leastPauseMs)
}
