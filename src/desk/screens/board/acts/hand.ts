/** What one holds in the hand: an entry that is being moved, free time that is being marked, or the first of two to swap. */
import { signal } from '@preact/signals'
import { announce } from '../../../base/announce.tsx'
import { zone } from '../../../base/me.ts'
import { saySpan } from '../../../base/time/say.ts'
import type { DayEntry } from '../../../contract/names.ts'
import { words } from '../../../words/words.ts'
import { columnOf } from './board-now.ts'
import { nameOf } from './names.ts'
import type { Place } from './place.ts'
import { type Standing, standingAt } from './standing.ts'

export interface Held {
  /**
   * `drag` while a pointer is down. `carry` for an entry that keys or the pointer move until it is dropped. `free` for a
   * mark on free time.
   */
  readonly kind: 'drag' | 'carry' | 'free'
  /** Undefined for free time. */
  readonly entry?: DayEntry
  readonly place: Place
}

export const held = signal<Held | undefined>(undefined)

/** The first of two entries that change places. */
export const swapping = signal<DayEntry | undefined>(undefined)

/** What the place of the hand meets. Undefined when the column is no longer there. */
export function standingOf({ entry, place }: Held): Standing | undefined {
  const column = columnOf(place.column)
  return column && standingAt(column, place, entry?.type ?? 'appointment', entry && [entry.id])
}

/** Whether a place is free, in a few words. */
export function sayStanding({ taken, closure, outsideHours }: Standing): string {
  const { acts } = words.value
  if (taken) return acts.takenBy(nameOf(taken))
  if (closure !== undefined) return acts.closedFor(closure)
  return outsideHours ? acts.outsideHours : acts.free
}

/** Puts something at a place by key: shows it, and says where that is. */
export function hold(next: Held): void {
  held.value = next
  requestAnimationFrame(() =>
    document.querySelector('.ghost')?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
  )
  const standing = standingOf(next)
  const column = columnOf(next.place.column)
  if (standing && column)
    announce(`${saySpan(next.place.from, next.place.to, zone())}, ${column.title}, ${sayStanding(standing)}`)
}

/** Ends the holding, and says so when there was something in the hand. */
export function putBack(): void {
  const now = held.peek()
  const entry = swapping.peek() ?? now?.entry
  letGo()
  const { acts } = words.value
  if (entry) announce(acts.putBack(nameOf(entry)))
  else if (now) announce(acts.markGone)
}

/** Puts everything back and ends the holding. */
export function letGo(): void {
  held.value = undefined
  swapping.value = undefined
}
