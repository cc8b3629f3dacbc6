/** Who waits for a free time: read from the server, and narrowed by what was chosen above the list. */

import { computed, signal } from '@preact/signals'
import { api } from '../../api/api.ts'
import { addDays } from '../../base/time/dates.ts'
import { today } from '../../base/time/today.ts'
import type { InboxItem, WaitingItem } from '../../contract/names.ts'
import { needNames } from '../../live/known-names.ts'
import { resource } from '../../live/resource.ts'

export type Urgency = WaitingItem['urgency']

export const urgencies: readonly Urgency[] = ['urgent', 'soon', 'whenever']

interface Waiting {
  /** Everybody who waits, in the order in which to call them. */
  readonly list: readonly WaitingItem[]
  /** The first free time that suits, by the id of who waits, and who has called them because of it. */
  readonly fitting: ReadonlyMap<string, InboxItem>
}

/** The waiting list as the server answered it last, with the acts of this desk since. */
export const waiting = resource<Waiting>({
  read: async () => {
    const [{ waiting }, { items }] = await Promise.all([
      api.GET('/api/v1/waiting-list', {}),
      api.GET('/api/v1/inbox', { params: { query: { kind: 'fits_gap' } } }),
    ])
    return { list: waiting, fitting: new Map(items.map((item) => [item.recordId, item])) }
  },
  pauseMs: 1_000,
})

/** The filters of the list. An empty text filters nothing. */
export const filter = signal({ urgency: '', chairId: '', minutes: '', lastDay: '' })

/** Within how many days the last day of a patient counts as soon. */
const soonDays = 7

export const shown = computed(() => {
  const { urgency, chairId, minutes, lastDay } = filter.value
  const soon = addDays(today.value, soonDays)
  return waiting.value?.list.filter(
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

/** Changes the list at once. */
export const paint = (change: (list: readonly WaitingItem[]) => readonly WaitingItem[]): void =>
  waiting.paint(({ list, fitting }) => ({ list: change(list), fitting }))

/** Shows at once that somebody was called, or was not. */
export const paintCalled = (item: InboxItem): void =>
  waiting.paint(({ list, fitting }) => ({ list, fitting: new Map(fitting).set(item.recordId, item) }))

/** Keeps the list true while it is open, until the answered function is called. */
export function followWaiting(): () => void {
  needNames()
  return waiting.follow()
}
