/** The items of the inbox, as the server answered them. Acts on this desk change the items at once. */

import { effect } from '@preact/signals'
import { api } from '../../api/api.ts'
import type { Inbox, InboxItem } from '../../contract/names.ts'
import { needNames } from '../../live/known-names.ts'
import { resource } from '../../live/resource.ts'
import { counts } from './count.ts'

export type InboxKind = InboxItem['kind']
export type Mark = NonNullable<InboxItem['mark']>

/** The kinds in the order in which they are shown. */
export const kinds: readonly InboxKind[] = [
  'online_flood',
  'online_request',
  'displaced',
  'cancel_requested',
  'unanswered',
  'failed',
  'uncertain',
  'fits_gap',
  'online_patient',
  'note_next',
  'webhook_stopped',
]

/** The inbox as the server answered it last, with the later acts of this desk. */
export const inbox = resource<Inbox>({
  read: () => api.GET('/api/v1/inbox', {}),
  pauseMs: 1_000,
})

/** Keeps the inbox and the numbers of `counts` up to date until the returned function is called. */
export function followInbox(): () => void {
  needNames()
  // The inbox of the last visit is older than the numbers that are shown, so its numbers are not used.
  const before = inbox.peek()
  const stops = [
    effect(() => {
      const now = inbox.value
      if (now !== undefined && now !== before) counts.show(now.counts)
    }),
    inbox.follow(),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

const sameItem = (a: InboxItem, b: InboxItem): boolean => a.kind === b.kind && a.recordId === b.recordId

/** Shows at once that an item was marked as done, or that its mark was removed. */
export const paintMark = (item: InboxItem, mark: Mark | null): void =>
  paint((each) => (sameItem(each, item) ? { ...each, mark } : each))

/** Shows at once that somebody called. */
export const paintCall = (item: InboxItem, call: InboxItem['calls'][number]): void =>
  paint((each) =>
    sameItem(each, item) ? { ...each, calls: [call, ...each.calls], tries: each.tries + 1 } : each,
  )

/** Removes an item from the list at once. */
export const paintGone = (item: InboxItem): void => paint((each) => (sameItem(each, item) ? null : each))

const paint = (change: (item: InboxItem) => InboxItem | null): void =>
  inbox.paint((picture) => {
    const left = { ...picture.counts }
    const items = picture.items.flatMap((before) => {
      const after = change(before)
      left[before.kind] += Number(after?.mark === null) - Number(before.mark === null)
      return after === null ? [] : [after]
    })
    return { ...picture, items, counts: left }
  })
