/** The pinboard's cards. A cut entry keeps its place in the calendar until it is dropped, so nothing can be lost. */
import { signal } from '@preact/signals'
import { announce } from '../../../base/announce.tsx'
import type { DayEntry } from '../../../contract/names.ts'
import { entryOf } from '../../../live/day.ts'
import { words } from '../../../words/words.ts'
import { nameOf } from './names.ts'

/** The most cards on the pinboard. A further card removes the oldest one. */
const mostCards = 8

export const cutCards = signal<readonly DayEntry[]>([])

/** Puts a card on the pinboard, or takes it off again. */
export function cut(entry: DayEntry): void {
  const { acts } = words.value
  const wasThere = unpin(entry)
  if (!wasThere) cutCards.value = [...cutCards.value, entry].slice(-mostCards)
  announce((wasThere ? acts.unpinned : acts.cutOut)(nameOf(entry)))
}

/** Takes a card off the pinboard. Returns whether the card was there. */
export function unpin({ id }: Pick<DayEntry, 'id'>): boolean {
  const left = cutCards.value.filter((card) => card.id !== id)
  const was = left.length < cutCards.value.length
  cutCards.value = left
  return was
}

/** The current state of a cut entry, if its day is read; else the state when the entry was cut. */
export const current = (card: DayEntry): DayEntry => entryOf(card.id) ?? card
