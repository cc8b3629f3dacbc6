/** The keys of the board: for the card that has the focus, and for an entry or a mark that the user is moving. */
import { now } from '../../../api/now.ts'
import { type Key, keyOf } from '../../../base/keys.ts'
import { say } from '../../../base/toasts.tsx'
import type { DayEntry } from '../../../contract/names.ts'
import { entryOf } from '../../../live/day.ts'
import { dialogTakesKeys } from '../../../parts/dialog.tsx'
import { words } from '../../../words/words.ts'
import { openBooking } from '../../booking/open.tsx'
import { boardColumns, columnFor, columnOf, focusCard } from './board-now.ts'
import { entryActs } from './entry-acts.ts'
import { hand, hold, letGo, putBack } from './holding.ts'
import { whereOf } from './move.ts'
import { current, cutCards } from './pins.ts'
import { type Place, stepped, within } from './place.ts'
import { firstFree } from './standing.ts'
import { dropHeld, finishSwap, takeFromPinboard } from './take-up.ts'

/** The entry of the card that has the focus, or of the card's popup that has the focus. */
const focused = (): DayEntry | undefined => {
  const card = document.activeElement?.closest<HTMLElement>('[data-entry], [data-glance]')
  return card ? entryOf((card.dataset.entry ?? card.dataset.glance)!) : undefined
}

/** The keys of the board, for `useKeys`. */
export function actKeys(): readonly Key[] {
  const { acts } = words.value
  const room = acts.keysCard
  const on =
    (run: (entry: DayEntry) => unknown): NonNullable<Key['run']> =>
    () => {
      const entry = focused()
      if (entry === undefined) say(acts.chooseFirst)
      else run(entry)
    }
  return [
    ...Object.values(entryActs).flatMap(({ key, says, run }) =>
      key ? [{ key, room, says: says(), run: on(run) }] : [],
    ),
    { key: 'Space', room, says: acts.keyLook },
    { key: 'f', room: acts.keysFree, says: acts.keyFree, run: () => markFree(focused()) },
    { key: 'v', room: acts.keysFree, says: acts.keyDrop, run: () => dropPinned(focused()) },
    {
      key: 'u',
      room: acts.keysFree,
      says: acts.block,
      run: () => openBooking({ type: 'unavailable', ...whereOfMark() }),
    },
    { key: 'ArrowLeft ArrowUp ArrowDown ArrowRight', room: acts.keysHand, says: acts.keyArrows },
    { key: 'Shift+ArrowUp Shift+ArrowDown', room: acts.keysHand, says: acts.keyLength },
    { key: 'Enter', room: acts.keysHand, says: acts.keyEnter },
    { key: 'Escape', room: acts.keysHand, says: acts.keyEscape },
  ]
}

/** Marks the next free time: after the focused card, else from now on, else from the first open hour on. */
function markFree(entry: DayEntry | undefined): void {
  const columns = boardColumns()
  const column = (entry && columnFor(entry)) ?? columns[0]
  if (column === undefined) {
    openBooking({})
    return
  }
  const { grid, hours } = column
  const time = now.value
  const isNow = time >= grid.from && time < grid.to
  const open = hours[0] ? Date.parse(hours[0].startAt) : grid.from
  const from = entry ? Date.parse(entry.endAt) : isNow ? time : open
  hold({ is: 'mark', place: firstFree(column, from, grid.slotMs) })
}

/** Takes the newest card of the pinboard into the hand, at the time after the focused card if there is one. */
function dropPinned(entry: DayEntry | undefined): void {
  const pinned = cutCards.value.at(-1)
  if (pinned === undefined) say(words.value.acts.pinboardEmpty)
  else takeFromPinboard(pinned, entry)
}

/** The time and the chair of the mark on free time, for a block; undefined without a mark. */
function whereOfMark() {
  const now = hand.peek()
  return now.is === 'mark' ? whereOf(now.place) : undefined
}

/** Gives each key to the hand first. A key that the hand uses does nothing else. */
function onKeyDown(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || dialogTakesKeys()) return
  if (!handTakes(event)) return
  event.preventDefault()
  event.stopPropagation()
}
addEventListener('keydown', onKeyDown, true)

/** Gives a key to the hand. Returns whether the hand used the key. */
function handTakes(event: KeyboardEvent): boolean {
  const now = hand.peek()
  const key = keyOf(event)
  if (now.is === 'empty' || now.is === 'pressed') return false
  if (key === 'Escape') {
    giveBack()
    return true
  }
  const isDrop = key === 'Enter' || key === ' '
  switch (now.is) {
    case 'drag':
      return false
    case 'swap': {
      const other = isDrop || key === 's' ? focused() : undefined
      if (other) void finishSwap(now.entry, other)
      return isDrop || key === 's'
    }
    default:
      if (key === 'Tab') giveBack()
      else if (isDrop && now.is === 'carry') void dropHeld(now)
      else if (isDrop) bookAt(now.place)
      else if (key === 'v' && now.is === 'mark' && cutCards.value.length > 0) dropOnMark(now.place)
      else {
        const columns = boardColumns()
        if (stepped(now.place, columns, key, event.shiftKey) === undefined) return false
        hold({ is: 'key', key, shift: event.shiftKey, columns })
      }
      return key !== 'Tab'
  }
}

function giveBack(): void {
  const entry = putBack()
  if (entry) focusCard(entry.id)
}

function bookAt(place: Place): void {
  const { startAt, endAt, chairId } = whereOf(place)
  const slot = columnOf(place.column)!.grid.slotMs
  letGo()
  // A mark of one row gives only the start of the appointment, not its length.
  openBooking({ startAt, chairId, ...(place.to - place.from > slot && { endAt }) })
}

function dropOnMark(place: Place): void {
  const entry = current(cutCards.value.at(-1)!)
  const { grid } = columnOf(place.column)!
  const length = Date.parse(entry.endAt) - Date.parse(entry.startAt)
  void dropHeld({ entry, place: within(grid, place, length) })
}
