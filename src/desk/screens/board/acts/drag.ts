/** Dragging with mouse, pen or finger. It begins after six pixels, or after a long press of a finger. */
import type { DayEntry } from '../../../contract/names.ts'
import { openBooking } from '../../booking/open.tsx'
import { entryOf } from '../day.ts'
import { columnOf } from './board-now.ts'
import { edgeScroller } from './edge-scroll.ts'
import { held, letGo } from './hand.ts'
import { drop, placeOf, whereOf } from './move.ts'
import { dragged, type Hold, type Place, spanned } from './place.ts'
import { columnAt, holdAt, instantAt, isControl } from './under-pointer.ts'

/** A pointer that trembles less than this does not drag, in pixels. */
const tremblePx = 6
const longPressMs = 400
/** A finger is less steady than a mouse. One that moves further before the long press scrolls. */
const fingerTremblePx = 10

interface Pressed {
  readonly surface: HTMLElement
  readonly pointerId: number
  readonly x: number
  readonly y: number
  readonly touch: boolean
  readonly entry: DayEntry | undefined
  readonly start: Place
  readonly hold: Hold
  /** The instant that the pointer took hold of. */
  readonly grabbed: number
}

let pressed: Pressed | undefined
let dragging = false
let pointer = { x: 0, y: 0 }
let timer: ReturnType<typeof setTimeout> | undefined
let frame = 0
let scroll: ReturnType<typeof edgeScroller>
/** A click follows when the button of a drag is released. It is no click on what is there. */
let clickFollows = false

export const justDragged = (event: MouseEvent): boolean => clickFollows && event.detail > 0

/**
 * Stands above everything during a drag. So nothing below is hovered, and the shape of the pointer changes without a new
 * style for each card.
 */
const shield = document.createElement('div')

export function press(event: PointerEvent): void {
  clickFollows = false
  if (event.button !== 0 || !event.isPrimary || held.value !== undefined) return
  const target = event.target as HTMLElement
  if (isControl(target)) return
  const found = columnAt(event.clientX)
  if (found === undefined) return
  const grabbed = instantAt(found, event.clientY)
  const card = target.closest<HTMLElement>('[data-entry]')
  const entry = card === null ? undefined : entryOf(card.dataset.entry!)
  if (card !== null && entry === undefined) return
  const touch = event.pointerType === 'touch'
  const start = entry === undefined ? spanned(found, grabbed, grabbed) : placeOf(entry)
  if (start === undefined) return
  pressed = {
    surface: event.currentTarget as HTMLElement,
    pointerId: event.pointerId,
    touch,
    entry,
    start,
    grabbed,
    x: event.clientX,
    y: event.clientY,
    hold: card === null ? 'end' : holdAt(card, event.clientY, touch),
  }
  pointer = { x: event.clientX, y: event.clientY }
  // Not every browser gives the focus to a button that is pressed.
  card?.focus({ preventScroll: true })
  if (touch) timer = setTimeout(begin, longPressMs)
  addEventListener('pointermove', follow)
  addEventListener('pointerup', release)
  addEventListener('pointercancel', giveUp)
  addEventListener('keydown', onEscape, true)
  // A finger that drags must not scroll. Only a listener that is not passive can say so.
  addEventListener('touchmove', keepStill, { passive: false })
}

function follow(event: PointerEvent): void {
  if (pressed === undefined || event.pointerId !== pressed.pointerId) return
  pointer = { x: event.clientX, y: event.clientY }
  if (dragging) return
  const far = Math.hypot(pointer.x - pressed.x, pointer.y - pressed.y)
  if (pressed.touch) {
    if (far > fingerTremblePx) stop()
  } else if (far >= tremblePx) begin()
}

function begin(): void {
  if (pressed === undefined) return
  dragging = true
  scroll = edgeScroller(pressed.surface)
  clickFollows = true
  shield.className = `drag-shield ${pressed.entry === undefined ? 'span' : pressed.hold}`
  document.body.append(shield)
  shield.setPointerCapture(pressed.pointerId)
  if (pressed.touch) navigator.vibrate?.(10)
  draw()
}

/** Once a frame: scrolls at the edges, and shows where the pointer leads. */
function draw(): void {
  if (pressed === undefined) return
  scroll(pointer)
  const place = placeUnder(pressed)
  const now = held.value?.place
  if (now === undefined || now.column !== place.column || now.from !== place.from || now.to !== place.to)
    held.value = { kind: 'drag', place, ...(pressed.entry && { entry: pressed.entry }) }
  frame = requestAnimationFrame(draw)
}

/** Where the pointer leads. Only a whole entry can go to another column. */
function placeUnder({ entry, start, hold, grabbed }: Pressed): Place {
  const own = columnOf(start.column)
  if (own === undefined) return start
  if (entry === undefined) return spanned(own, grabbed, instantAt(own, pointer.y))
  const column = (hold === 'whole' ? columnAt(pointer.x) : undefined) ?? own
  return dragged(start, hold, column, instantAt(column, pointer.y), grabbed)
}

function release(event: PointerEvent): void {
  if (event.pointerId !== pressed?.pointerId) return
  const { entry, start } = pressed
  // The last frame may be of before the last move.
  pointer = { x: event.clientX, y: event.clientY }
  const place = dragging ? placeUnder(pressed) : undefined
  stop()
  if (place === undefined) return
  if (entry === undefined) openBooking(whereOf(place))
  else if (place !== start) void drop(entry, place)
}

const giveUp = (event: PointerEvent): void => {
  if (event.pointerId === pressed?.pointerId) stop()
}

function onEscape(event: KeyboardEvent): void {
  if (!dragging || event.key !== 'Escape') return
  event.preventDefault()
  event.stopPropagation()
  stop()
}

const keepStill = (event: TouchEvent): void => {
  if (dragging) event.preventDefault()
}

function stop(): void {
  clearTimeout(timer)
  cancelAnimationFrame(frame)
  removeEventListener('pointermove', follow)
  removeEventListener('pointerup', release)
  removeEventListener('pointercancel', giveUp)
  removeEventListener('keydown', onEscape, true)
  removeEventListener('touchmove', keepStill)
  shield.remove()
  if (dragging) letGo()
  pressed = undefined
  dragging = false
}

/** Whether a finger is down that may become a long press. */
export const isPressing = (): boolean => pressed?.touch === true
