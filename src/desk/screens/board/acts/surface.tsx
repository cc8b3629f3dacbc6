/** The handlers for the pointer on the board. */

import { entryOf } from '../../../live/day.ts'
import { openBooking } from '../../booking/open.tsx'
import type { Column } from '../column.ts'
import { boardShows } from './board-now.ts'
import { press } from './drag.ts'
import { openFreeMenu } from './free-menu.tsx'
import { hand, happen, letGo } from './holding.ts'
import { openEntryMenu } from './menu.tsx'
import { whereOf } from './move.ts'
import { spanned } from './place.ts'
import { dropHeld, finishSwap } from './take-up.ts'
import { columnAt, instantAt, isControl } from './under-pointer.ts'

export { Ghosts } from './ghosts.tsx'

/** Handlers for the element that contains all columns. Columns have `data-column`, entries have `data-entry`. */
export function surfaceHandlers(columns: () => readonly Column[]) {
  boardShows(columns)
  return handlers
}

const handlers = {
  onPointerDown: press,
  onPointerMove: follow,
  onClickCapture: clickFirst,
  onClick: click,
  onDblClickCapture: dblClickFirst,
  onContextMenu: openMenu,
}

/** An entry that was taken up follows the pointer until a click drops it. */
function follow(event: PointerEvent): void {
  if (event.pointerType !== 'touch') hover(event)
}

function hover({ clientX, clientY }: MouseEvent): void {
  if (hand.peek().is !== 'carry') return
  const column = columnAt(clientX)
  if (column !== undefined) happen({ is: 'hover', column, at: instantAt(column, clientY) })
}

/** Whether the last single click, or first of two, dropped or swapped an entry or ended a drag. */
let clickDropped = false

/** A click while the user moves something does not reach the card below. A quick second click does not either. */
function clickFirst(event: MouseEvent): void {
  if (event.detail <= 1) clickDropped = clickWithHand(event)
  if (clickDropped) takeAway(event)
}

/** The second of two clicks opens a card, but not when the first one dropped something there. */
function dblClickFirst(event: MouseEvent): void {
  if (clickDropped) takeAway(event)
}

function takeAway(event: MouseEvent): void {
  event.preventDefault()
  event.stopPropagation()
}

function clickWithHand(event: MouseEvent): boolean {
  const now = hand.peek()
  if (now.is === 'empty') return now.clickFollows === true && event.detail > 0
  if (now.is === 'swap') {
    const card = (event.target as HTMLElement).closest<HTMLElement>('[data-entry]')
    const other = card && entryOf(card.dataset.entry!)
    if (other) void finishSwap(now.entry, other)
    else letGo()
    return true
  }
  if (now.is !== 'carry' || columnAt(event.clientX) === undefined) return false
  // A finger cannot hover. So its click first moves the entry to the place under it.
  hover(event)
  const there = hand.peek()
  if (there.is === 'carry') void dropHeld(there)
  return true
}

/** Whether an element is free time of a column. */
const isFreeAt = (target: HTMLElement): boolean =>
  target.closest('[data-entry], [data-taken]') === null && target.closest('[data-column]') !== null

/** A click on free time opens the booking for that time. */
function click(event: MouseEvent): void {
  const target = event.target as HTMLElement
  if (isControl(target) || !isFreeAt(target)) return
  const column = columnAt(event.clientX)
  if (column === undefined) return
  letGo()
  // Only the start is given. The dialogue chooses the length of the appointment.
  const at = instantAt(column, event.clientY)
  const { startAt, chairId } = whereOf(spanned(column, at, at))
  openBooking({ startAt, chairId })
}

/** Opens the menu of a card, or of free time. A long press of a finger drags instead. */
function openMenu(event: MouseEvent): void {
  const now = hand.peek()
  if ((now.is === 'pressed' || now.is === 'drag') && now.touch) {
    event.preventDefault()
    return
  }
  const target = event.target as HTMLElement
  const card = target.closest<HTMLElement>('[data-entry]')
  const entry = card && entryOf(card.dataset.entry!)
  const column = columnAt(event.clientX)
  if (entry) openEntryMenu(entry, card)
  else if (card === null && column && isFreeAt(target)) {
    const at = instantAt(column, event.clientY)
    openFreeMenu(spanned(column, at, at), { x: event.clientX, y: event.clientY })
  } else return
  event.preventDefault()
}
