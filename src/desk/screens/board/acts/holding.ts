/** The hand of this desk, and what is said about it for those who do not see the board. */
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

/** What is in the hand now. Only `happen` changes it. */
export const hand: ReadonlySignal<Hand> = state

/** What is in the hand and has a place on the board. A press has none yet, so it draws nothing. */
export const placed = computed(() => ('place' in state.value ? state.value : undefined))

/** The first of two entries that change places. */
export const swapping = computed(() => (state.value.is === 'swap' ? state.value.entry : undefined))

/** Lets the hand follow an event. Answers what it held before. */
export function happen(event: HandEvent): Hand {
  const before = state.peek()
  state.value = next(before, event)
  return before
}

/** Puts everything back without a word. */
export const letGo = (): void => void happen({ is: 'let go' })

/** The entry that the user is holding, if there is one. */
export const entryIn = (hand: Hand): DayEntry | undefined => ('entry' in hand ? hand.entry : undefined)

/** What is in the way of the entry at a place. Undefined when the column is no longer there. */
export function standingOf(place: Place, entry: DayEntry | undefined): Standing | undefined {
  const column = columnOf(place.column)
  return column && standingAt(column, place, entry ?? visit, entry && [entry.id])
}

/** Whether a place is free, in a few words. */
export function sayStanding({ taken, closure, away, outsideHours }: Standing): string {
  const { acts } = words.value
  if (taken) return acts.takenBy(nameOf(taken))
  if (closure !== undefined) return acts.closedFor(closure)
  if (away !== undefined) return acts.awayThen(away)
  return outsideHours ? acts.outsideHours : acts.free
}

/** Lets keys put something at a place: shows it, and says where that is. */
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

/** Ends the holding, and says so when there was something in the hand. Answers the entry. */
export function putBack(event: HandEvent = { is: 'let go' }): DayEntry | undefined {
  const before = happen(event)
  if (hand.peek().is !== 'empty') return undefined
  const entry = before.is === 'carry' || before.is === 'swap' ? before.entry : undefined
  const { acts } = words.value
  if (entry) announce(acts.putBack(nameOf(entry)))
  else if (before.is === 'mark') announce(acts.markGone)
  return entry
}
