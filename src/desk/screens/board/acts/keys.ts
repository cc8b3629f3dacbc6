/** The keys of the board: for the card that has the focus, and for what is in the hand. */
import { now } from '../../../api/now.ts'
import { type Key, keyOf } from '../../../base/keys.ts'
import { say } from '../../../base/toasts.tsx'
import type { DayEntry } from '../../../contract/names.ts'
import { dialogTakesKeys } from '../../../parts/dialog.tsx'
import { words } from '../../../words/words.ts'
import { openBooking } from '../../booking/open.tsx'
import { entryOf } from '../day.ts'
import { askToCancel } from './ask-to-cancel.ts'
import { boardColumns, columnFor, columnOf, focusCard } from './board-now.ts'
import { openBlock, openMove } from './dialogs.tsx'
import { openEntry } from './entry-dialog.tsx'
import { type Held, held, hold, letGo, putBack, swapping } from './hand.ts'
import { entryKeys } from './key-names.ts'
import { drop, swap, whereOf } from './move.ts'
import { openNoShow } from './no-show-dialog.tsx'
import { current, cut, cutCards, unpin } from './pins.ts'
import { type Place, stepped, within } from './place.ts'
import { noteStep } from './progress.ts'
import { firstFree } from './standing.ts'
import { startSwap, takeFromPinboard, takeUp } from './take-up.ts'

/** The entry of the card that has the focus, or has a control with the focus. */
const focused = (): DayEntry | undefined => {
  const card = document.activeElement?.closest<HTMLElement>('[data-entry]')
  return card ? entryOf(card.dataset.entry!) : undefined
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
    { key: entryKeys.open, room, says: acts.open, run: on(openEntry) },
    { key: entryKeys.move, room, says: acts.keyMove, run: on(takeUp) },
    { key: entryKeys.dialog, room, says: acts.moveDialog, run: on(openMove) },
    { key: entryKeys.cut, room, says: acts.cut, run: on(cut) },
    { key: entryKeys.swap, room, says: acts.keySwap, run: on(startSwap) },
    { key: entryKeys.confirmed, room, says: acts.steps.confirmed, run: on((e) => noteStep(e, 'confirmed')) },
    { key: entryKeys.arrived, room, says: acts.steps.arrived, run: on((e) => noteStep(e, 'arrived')) },
    { key: entryKeys.inChair, room, says: acts.steps.in_chair, run: on((e) => noteStep(e, 'in_chair')) },
    { key: entryKeys.done, room, says: acts.steps.done, run: on((e) => noteStep(e, 'done')) },
    { key: entryKeys.noShow, room, says: acts.steps.no_show, run: on(openNoShow) },
    { key: entryKeys.cancel, room, says: acts.cancelOrDelete, run: on(askToCancel) },
    { key: 'f', room: acts.keysFree, says: acts.keyFree, run: () => markFree(focused()) },
    { key: 'v', room: acts.keysFree, says: acts.keyDrop, run: () => dropPinned(focused()) },
    { key: 'u', room: acts.keysFree, says: acts.block, run: () => openBlock(whereOfMark()) },
    { key: 'ArrowLeft ArrowUp ArrowDown ArrowRight', room: acts.keysHand, says: acts.keyArrows },
    { key: 'Shift+ArrowUp Shift+ArrowDown', room: acts.keysHand, says: acts.keyLength },
    { key: 'Enter', room: acts.keysHand, says: acts.keyEnter },
    { key: 'Escape', room: acts.keysHand, says: acts.keyEscape },
  ]
}

/** Marks the next free time: behind the focused card, else from now on, else from the first open hour on. */
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
  hold({ kind: 'free', place: firstFree(column, from, grid.slotMs) })
}

/** Drops the newest card of the pinboard at the mark, or takes it into the hand behind the focused card. */
function dropPinned(entry: DayEntry | undefined): void {
  const pinned = cutCards.value.at(-1)
  if (pinned === undefined) say(words.value.acts.pinboardEmpty)
  else takeFromPinboard(pinned, entry)
}

/** Where the mark of free time is, for a block. */
const whereOfMark = () => (held.value?.kind === 'free' ? whereOf(held.value.place) : undefined)

export async function finishSwap(other: DayEntry): Promise<void> {
  const one = swapping.value!
  letGo()
  // The answer may come when the person is at another card.
  focusCard(one.id)
  if (one.id !== other.id) await swap(one, other)
}

/** Drops what is in the hand, and leaves it there while its place is taken. */
export async function dropHeld({ entry, place }: Held): Promise<void> {
  if (entry === undefined) return
  letGo()
  // The answer may come when the person is at another card.
  focusCard(entry.id)
  if (await drop(entry, place)) unpin(entry)
}

/** Keys for what is in the hand come before all others. */
function onKeyDown(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  if (dialogTakesKeys()) return
  const now = held.value
  const handled = swapping.value !== undefined ? swapKey(event) : now !== undefined && handKey(event, now)
  if (!handled) return
  event.preventDefault()
  event.stopPropagation()
}
addEventListener('keydown', onKeyDown, true)

function swapKey(event: KeyboardEvent): boolean {
  const key = keyOf(event)
  if (key === 'Escape') giveBack(swapping.value!)
  else if (key === 'Enter' || key === ' ' || key === 's') {
    const other = focused()
    if (other) void finishSwap(other)
  } else return false
  return true
}

function handKey(event: KeyboardEvent, now: Held): boolean {
  const [key, { shiftKey }] = [keyOf(event), event]
  if (now.kind === 'drag') return false
  const isDrop = key === 'Enter' || key === ' '
  if (key === 'Escape') giveBack(now.entry)
  else if (isDrop && now.kind === 'carry') void dropHeld(now)
  else if (isDrop) bookAt(now.place)
  else if (key === 'Tab') {
    giveBack(now.entry)
    return false
  } else if (key === 'v' && now.kind === 'free' && cutCards.value.length > 0) dropOnMark(now.place)
  else {
    const place = stepped(now.place, boardColumns(), key, shiftKey)
    if (place === undefined) return false
    hold({ ...now, place })
  }
  return true
}

function giveBack(entry: DayEntry | undefined): void {
  putBack()
  if (entry) focusCard(entry.id)
}

function bookAt(place: Place): void {
  const { startAt, endAt, chairId } = whereOf(place)
  const slot = columnOf(place.column)!.grid.slotMs
  letGo()
  // A mark of one row says when the appointment begins, and nothing about how long it is.
  openBooking({ startAt, chairId, ...(place.to - place.from > slot && { endAt }) })
}

function dropOnMark(place: Place): void {
  const entry = current(cutCards.value.at(-1)!)
  const { grid } = columnOf(place.column)!
  const length = Date.parse(entry.endAt) - Date.parse(entry.startAt)
  void dropHeld({ kind: 'carry', entry, place: within(grid, place, length) })
}
