/** The hand, that is what the user is doing on the board, and its announcements for screen readers. */
import { computed, type ReadonlySignal, signal } from '@preact/signals'
import { announce } from '../../../base/announce.tsx'
import { zone } from '../../../base/me.ts'
import { saySpan } from '../../../base/time/say.ts'
import type { DayEntry } from '../../../contract/names.ts'
import { words } from '../../../words/words.ts'
import { columnOf } from './board-now.ts'
import { empty, type Hand, type HandEvent, next } from './hand.ts'
import { nameOf } from './names.ts'
import type { Place } from './place.ts'
import { type Standing, standingAt, visit } from './standing.ts'

const state = signal<Hand>(empty)

/** The hand now. Only `happen` changes it. */
export const hand: ReadonlySignal<Hand> = state

/** The hand, when it has a place on the board; else undefined. A press has no place yet, so nothing is drawn for it. */
export const placed = computed(() => ('place' in state.value ? state.value : undefined))

/** The first of two entries that change places. */
export const swapping = computed(() => (state.value.is === 'swap' ? state.value.entry : undefined))

/** Changes the hand as `next` computes it for an event. Returns the hand before the event. */
export function happen(event: HandEvent): Hand {
  const before = state.peek()
  state.value = next(before, event)
  return before
}

/** Empties the hand without an announcement. */
export const letGo = (): void => void happen({ is: 'let go' })

/** The entry that the user is holding, if there is one. */
export const entryIn = (hand: Hand): DayEntry | undefined => ('entry' in hand ? hand.entry : undefined)

/** The obstacles and warnings for an entry at a place. Undefined when the column is no longer there. */
export function standingOf(place: Place, entry: DayEntry | undefined): Standing | undefined {
  const column = columnOf(place.column)
  return column && standingAt(column, place, entry ?? visit, entry && [entry.id])
}

/** Whether a place is free, as a short text. */
export function sayStanding({ taken, closure, away, outsideHours }: Standing): string {
  const { acts } = words.value
  if (taken) return acts.takenBy(nameOf(taken))
  if (closure !== undefined) return acts.closedFor(closure)
  if (away !== undefined) return acts.awayThen(away)
  return outsideHours ? acts.outsideHours : acts.free
}

/** Changes the hand by an event of a key: scrolls to the new place, and announces it to screen readers. */
export function hold(event: HandEvent): void {
  happen(event)
  const now = placed.peek()
  if (now === undefined) return
  requestAnimationFrame(() =>
    document.querySelector('.ghost')?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
  )
  const { place } = now
  const standing = standingOf(place, entryIn(now))
  const column = columnOf(place.column)
  if (standing && column)
    announce(`${saySpan(place.from, place.to, zone())}, ${column.title}, ${sayStanding(standing)}`)
}

/** Empties the hand, and announces it when the hand held an entry or a mark. Returns the entry. */
export function putBack(event: HandEvent = { is: 'let go' }): DayEntry | undefined {
  const before = happen(event)
  if (hand.peek().is !== 'empty') return undefined
  const entry = before.is === 'carry' || before.is === 'swap' ? before.entry : undefined
  const { acts } = words.value
  if (entry) announce(acts.putBack(nameOf(entry)))
  else if (before.is === 'mark') announce(acts.markGone)
  return entry
}
