/** Dragging with mouse, pen or finger. A drag begins after six pixels, or after a long press of a finger. */
import { effect, untracked } from '@preact/signals'
import { entryOf } from '../../../live/day.ts'
import { openBooking } from '../../booking/open.tsx'
import { columnOf } from './board-now.ts'
import { edgeScroller } from './edge-scroll.ts'
import type { Press } from './hand.ts'
import { hand, happen, letGo } from './holding.ts'
import { drop, placeOf, whereOf } from './move.ts'
import { dragged, type Place, spanned } from './place.ts'
import { columnAt, holdAt, instantAt, isControl } from './under-pointer.ts'

const longPressMs = 400

export function press(event: PointerEvent): void {
  happen({ is: 'down' })
  if (event.button !== 0 || !event.isPrimary || hand.peek().is !== 'empty') return
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
  const hold = card === null ? 'end' : holdAt(card, event.clientY, touch)
  // Not every browser gives the focus to a button that is pressed.
  card?.focus({ preventScroll: true })
  happen({
    is: 'press',
    press: { entry, start, hold, grabbed, touch, x: event.clientX, y: event.clientY },
  })
  follow(event.currentTarget as HTMLElement, event)
}

/** Follows a pointer until the press or the drag ends. */
function follow(surface: HTMLElement, down: PointerEvent): void {
  const gesture = new AbortController()
  const { signal } = gesture
  let pointer = { x: down.clientX, y: down.clientY }
  const listen = <K extends keyof WindowEventMap>(
    name: K,
    run: (event: WindowEventMap[K]) => void,
    options?: AddEventListenerOptions,
  ) => addEventListener(name, run, { signal, ...options })
  const onPointer = (name: 'pointermove' | 'pointerup' | 'pointercancel', run: () => void) =>
    listen(name, (event) => {
      if (event.pointerId !== down.pointerId) return
      pointer = { x: event.clientX, y: event.clientY }
      run()
    })
  onPointer('pointermove', () => happen({ is: 'pointer', ...pointer }))
  onPointer('pointercancel', letGo)
  onPointer('pointerup', () => {
    const now = hand.peek()
    // The last drawn place may be older than the last move of the pointer, so the place is computed again.
    const place = now.is === 'drag' ? placeUnder(now, pointer) : undefined
    letGo()
    if (now.is !== 'drag' || place === undefined) return
    if (now.entry === undefined) openBooking(whereOf(place))
    else if (place !== now.start) void drop(now.entry, place)
  })
  // A finger that drags must not scroll. Only a listener that is not passive can prevent that.
  listen('touchmove', (event) => hand.peek().is === 'drag' && event.preventDefault(), { passive: false })
  const timer = down.pointerType === 'touch' && setTimeout(() => happen({ is: 'long press' }), longPressMs)
  let isDragging = false
  const stopWatching = effect(() => {
    const now = hand.value
    if (now.is === 'drag' && !isDragging) {
      isDragging = true
      untracked(() => show(surface, down.pointerId, now, () => pointer, signal))
    } else if (now.is !== 'drag' && now.is !== 'pressed') gesture.abort()
  })
  signal.addEventListener('abort', () => {
    if (timer) clearTimeout(timer)
    stopWatching()
  })
}

/** In each frame of a drag: scrolls at the edges, and shows the place under the pointer. */
function show(
  surface: HTMLElement,
  pointerId: number,
  press: Press,
  pointerNow: () => Pointer,
  signal: AbortSignal,
): void {
  // The shield is an element over the whole page. So nothing below is hovered, and no card needs a new cursor style.
  const shield = document.createElement('div')
  shield.className = `drag-shield ${press.entry === undefined ? 'span' : press.hold}`
  document.body.append(shield)
  signal.addEventListener('abort', () => shield.remove())
  try {
    shield.setPointerCapture(pointerId)
  } catch {
    // The pointer is gone already, such as a finger that was lifted. No event would end the drag, so the drag ends
    // here.
    letGo()
    return
  }
  if (press.touch) navigator.vibrate?.(10)
  const scroll = edgeScroller(surface)
  let frame = 0
  const draw = () => {
    scroll(pointerNow())
    happen({ is: 'lead', place: placeUnder(press, pointerNow()) })
    frame = requestAnimationFrame(draw)
  }
  signal.addEventListener('abort', () => {
    cancelAnimationFrame(frame)
  })
  draw()
}

interface Pointer {
  readonly x: number
  readonly y: number
}

/** The place under the pointer. Only a drag of a whole entry can go to another column. */
function placeUnder({ entry, start, hold, grabbed }: Press, { x, y }: Pointer): Place {
  const own = columnOf(start.column)
  if (own === undefined) return start
  if (entry === undefined) return spanned(own, grabbed, instantAt(own, y))
  const column = (hold === 'whole' ? columnAt(x) : undefined) ?? own
  return dragged(start, hold, column, instantAt(column, y), grabbed)
}
