/** Takes entries into the hand to move or swap them, and drops them at a new place. */
import { announce } from '../../../base/announce.tsx'
import { say, sayProblem } from '../../../base/toasts.tsx'
import type { DayEntry } from '../../../contract/names.ts'
import { words } from '../../../words/words.ts'
import { boardColumns, columnFor, focusCard } from './board-now.ts'
import { openMove } from './dialogs.tsx'
import type { Hand } from './hand.ts'
import { happen, hold, letGo } from './holding.ts'
import { drop, placeOf, swap } from './move.ts'
import { nameOf } from './names.ts'
import { current, unpin } from './pins.ts'
import { rowAt, within } from './place.ts'

/** Takes up an entry: then the arrow keys or the pointer move it. When no column shows the entry, a dialogue opens. */
export function takeUp(entry: DayEntry): void {
  const place = placeOf(entry)
  if (place === undefined) return void openMove(entry)
  hold({ is: 'take up', entry, place })
  announce(words.value.acts.takenUp(nameOf(entry)))
}

/**
 * Takes a card of the pinboard into the hand: after the card `behind`, or else on its own chair at its own time of day.
 */
export function takeFromPinboard(card: DayEntry, behind?: DayEntry): void {
  const entry = current(card)
  const columns = boardColumns()
  const column =
    (behind && columnFor(behind)) ?? columns.find(({ chairId }) => chairId === entry.chairId) ?? columns[0]
  if (column === undefined) return void openMove(entry)
  const { grid } = column
  const start = Date.parse(entry.startAt)
  const dayMs = 86_400_000
  const sameTime = start + Math.round((grid.from - start) / dayMs) * dayMs
  const wanted = behind && behind.id !== entry.id ? Date.parse(behind.endAt) : sameTime
  const from = rowAt(grid, wanted < grid.from ? wanted + dayMs : wanted)
  const place = within(grid, { column: column.key, from, to: 0 }, Date.parse(entry.endAt) - start)
  announce(words.value.acts.takenUp(nameOf(entry)))
  hold({ is: 'take up', entry, place })
}

/** Whether an entry can change places with another. Only appointments can. A block, such as lunch, stays. */
export const maySwap = ({ type }: DayEntry): boolean => type === 'appointment'

/** Waits for the second of two entries that change places. */
export function startSwap(entry: DayEntry): void {
  const { acts } = words.value
  if (!maySwap(entry)) {
    sayProblem(acts.noSteps)
    return
  }
  happen({ is: 'swap', entry })
  say(acts.swapWith(nameOf(entry)))
}

export async function finishSwap(one: DayEntry, other: DayEntry): Promise<void> {
  letGo()
  // The answer may come when the person is at another card.
  focusCard(one.id)
  if (!maySwap(other)) sayProblem(words.value.acts.noSteps)
  else if (one.id !== other.id) await swap(one, other)
}

/** Drops an entry at a place. When the place is taken, the entry stays at its old place. */
export async function dropHeld({
  entry,
  place,
}: Pick<Hand & { is: 'carry' }, 'entry' | 'place'>): Promise<void> {
  letGo()
  // The answer may come when the person is at another card.
  focusCard(entry.id)
  if (await drop(entry, place)) unpin(entry)
}
