/** The waiting list, as it was read from the server, and its filters. */

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
  /** All items, in the order in which to call the patients. */
  readonly list: readonly WaitingItem[]
  /** By the id of the waiting item: the inbox item with the first free time that suits and the mark of a call. */
  readonly fitting: ReadonlyMap<string, InboxItem>
}

/** The waiting list as the server answered it last, with the later acts of this desk. */
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

/** A patient's last day counts as soon when it is at most this many days ahead. */
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

/** Shows at once that a patient was called, or that the call was taken back. */
export const paintCalled = (item: InboxItem): void =>
  waiting.paint(({ list, fitting }) => ({ list, fitting: new Map(fitting).set(item.recordId, item) }))

/** Keeps the list up to date until the returned function is called. */
export function followWaiting(): () => void {
  needNames()
  return waiting.follow()
}
