/** What waits for the front desk: read from the server, and changed at once by what is done here. */

import { signal } from '@preact/signals'
import { ask } from '../../api/api.ts'
import type { Inbox, InboxItem } from '../../contract/names.ts'
import { needNames } from '../../live/known-names.ts'
import { newest } from '../../live/newest.ts'
import { followSeldom } from '../../live/seldom.ts'
import { turns } from '../../live/turns.ts'
import { countWaiting } from './count.ts'

export type InboxKind = InboxItem['kind']
export type Mark = NonNullable<InboxItem['mark']>

/** The kinds in the order in which they are shown. */
export const kinds: readonly InboxKind[] = [
  'cancel_requested',
  'unanswered',
  'failed',
  'uncertain',
  'fits_gap',
  'note_next',
]

/** The last picture of the inbox; undefined until the first one is there. */
export const inbox = signal<Inbox | undefined>(undefined)
/** Why the inbox could not be read; undefined when it could. */
export const trouble = signal<unknown>(undefined)

const acts = turns()
/** Whether a picture came while an act was on its way. */
let isMissed = false

/** Reads the inbox anew. Failures go to `trouble`. */
export const readInbox = newest(
  () => ask((api) => api.GET('/api/v1/inbox', {})),
  (picture) => {
    // An older picture would bring back for a moment what was just done.
    if (acts.changesAhead()) isMissed = true
    else show(picture)
  },
  (error) => {
    trouble.value = error
  },
)

/** Sends an act that is shown already, after the acts before it. @throws what `send` throws. */
export async function sendAct<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await acts.inTurn(send)
  } finally {
    if (isMissed && !acts.changesAhead()) {
      isMissed = false
      void readInbox()
    }
  }
}

function show(picture: Inbox): void {
  inbox.value = picture
  countWaiting(picture)
}

const sameItem = (a: InboxItem, b: InboxItem): boolean => a.kind === b.kind && a.recordId === b.recordId

/** Shows at once that an item is marked, or is no longer. Answers of questions asked before are not shown. */
export const paintMark = (item: InboxItem, mark: Mark | null): void =>
  paint((each) => (sameItem(each, item) ? { ...each, mark } : each))

/** Takes an item out of the picture at once. */
export const paintGone = (item: InboxItem): void => paint((each) => (sameItem(each, item) ? null : each))

function paint(change: (item: InboxItem) => InboxItem | null): void {
  if (inbox.value === undefined) return
  readInbox.forget()
  const counts = { ...inbox.value.counts }
  const items = inbox.value.items.flatMap((before) => {
    const after = change(before)
    counts[before.kind] += Number(after?.mark === null) - Number(before.mark === null)
    return after === null ? [] : [after]
  })
  show({ ...inbox.value, items, counts })
}

const leastPauseMs = 1_000

/** Keeps the picture true while the inbox is open, until the answered function is called. */
export function followItems(): () => void {
  needNames()
  return followSeldom(() => void readInbox(), leastPauseMs)
}
