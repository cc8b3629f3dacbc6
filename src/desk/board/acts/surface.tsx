/** What one can do on the board, by pointer and by key. The board hands in its columns and spreads the handlers. */
import type { VNode } from 'preact'
import { openBooking } from '../../booking/open.tsx'
import { zone } from '../../shell/me.ts'
import { saySpan } from '../../time/say.ts'
import type { Column } from '../column.ts'
import { entryOf } from '../day.ts'
import { rowsTo } from '../grid.ts'
import { boardShows } from './board-now.ts'
import { columnAt, instantAt, isControl, isPressing, justDragged, press } from './drag.ts'
import { openFreeMenu } from './free-menu.tsx'
import { held, letGo, sayStanding, standingOf, swapping } from './hand.ts'
import { dropHeld, finishSwap } from './keys.ts'
import { openEntryMenu } from './menu.tsx'
import { whereOf } from './move.ts'
import { nameOf } from './names.ts'
import { rowAt, spanned, within } from './place.ts'

/** Handlers for the element that holds all columns. Columns carry `data-column`, entries `data-entry`. */
export function surfaceHandlers(columns: () => readonly Column[]) {
  boardShows(columns)
  return handlers
}

const handlers = {
  onPointerDown: press,
  onPointerMove: follow,
  onClickCapture: clickFirst,
  onClick: click,
  onContextMenu: openMenu,
}

/** What was taken up follows the pointer until a click drops it. */
function follow(event: PointerEvent): void {
  const now = held.value
  if (now?.kind !== 'carry' || event.pointerType === 'touch') return
  const column = columnAt(event.clientX)
  if (column === undefined) return
  const from = rowAt(column.grid, instantAt(column, event.clientY))
  if (now.place.column === column.key && now.place.from === from) return
  const place = within(column.grid, { column: column.key, from, to: 0 }, now.place.to - now.place.from)
  held.value = { ...now, place }
}

/** A click while something is in the hand is no click on what lies there. */
function clickFirst(event: MouseEvent): void {
  const handled = justDragged(event) || clickWithHand(event)
  if (!handled) return
  event.preventDefault()
  event.stopPropagation()
}

function clickWithHand(event: MouseEvent): boolean {
  const target = event.target as HTMLElement
  if (swapping.value !== undefined) {
    const card = target.closest<HTMLElement>('[data-entry]')
    const other = card && entryOf(card.dataset.entry!)
    if (other) void finishSwap(other)
    else letGo()
    return true
  }
  const now = held.value
  const column = columnAt(event.clientX)
  if (now?.kind !== 'carry' || column === undefined) return false
  // A pointer that can hover has shown the place already.
  const from = rowAt(column.grid, instantAt(column, event.clientY))
  const place = within(column.grid, { column: column.key, from, to: 0 }, now.place.to - now.place.from)
  void dropHeld({ ...now, place })
  return true
}

/** A click on free time books there. */
function click(event: MouseEvent): void {
  const target = event.target as HTMLElement
  if (isControl(target) || target.closest('[data-entry]') !== null) return
  const column = columnAt(event.clientX)
  if (column === undefined || target.closest('[data-column]') === null) return
  letGo()
  // The dialogue knows best how long the appointment will be.
  const at = instantAt(column, event.clientY)
  const { startAt, chairId } = whereOf(spanned(column, at, at))
  openBooking({ startAt, chairId })
}

/** The menu of a card, or of free time. A long press of a finger drags instead. */
function openMenu(event: MouseEvent): void {
  if (isPressing()) {
    event.preventDefault()
    return
  }
  const target = event.target as HTMLElement
  const card = target.closest<HTMLElement>('[data-entry]')
  const entry = card && entryOf(card.dataset.entry!)
  const column = columnAt(event.clientX)
  if (entry) openEntryMenu(entry, card)
  else if (card === null && column && target.closest('[data-column]') !== null) {
    const at = instantAt(column, event.clientY)
    openFreeMenu(spanned(column, at, at), { x: event.clientX, y: event.clientY })
  } else return
  event.preventDefault()
}

/** What is being dragged, moved or booked on a column now, drawn above its entries. */
export function Ghosts({ column }: { readonly column: Column }): VNode | null {
  const now = held.value
  if (now === undefined || now.place.column !== column.key) return null
  const standing = standingOf(now)
  if (standing === undefined) return null
  const { from, to } = now.place
  const top = rowsTo(column.grid, from)
  const tone = standing.taken
    ? 'taken'
    : standing.closure !== undefined || standing.outsideHours
      ? 'warns'
      : 'free'
  return (
    <div
      class={`ghost ${tone} ${now.kind}`}
      style={{ '--top': top, '--rows': rowsTo(column.grid, to) - top }}
      aria-hidden="true"
    >
      <strong>{saySpan(from, to, zone())}</strong>
      <span>{sayStanding(standing)}</span>
      {now.entry && <span>{nameOf(now.entry)}</span>}
    </div>
  )
}
