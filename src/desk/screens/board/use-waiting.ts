import type { RefObject } from 'preact'
import { useLayoutEffect, useState } from 'preact/hooks'
import { focusOn, targetOf } from '../../base/focus.ts'

/** A picture that comes sooner needs no sign that it is awaited, in milliseconds. */
const slowMs = 200

const refuse = (event: Event): void => {
  event.preventDefault()
  event.stopPropagation()
}

const refusing = {
  onPointerDownCapture: refuse,
  onClickCapture: refuse,
  onDblClickCapture: refuse,
  onContextMenuCapture: refuse,
}

/**
 * Lets nobody act on a picture while a newer one is on its way. Answers handlers for its element, and whether the wait is
 * long. `inert` would be enough, but the browser draws every card again for it, twice. So that is only for a long wait.
 */
export function useWaiting(place: RefObject<HTMLElement | null>, waiting: boolean) {
  const [isLong, setLong] = useState(false)
  useLayoutEffect(() => {
    if (!waiting) return
    // Keys act on the card that has the focus. So the heading has it meanwhile.
    const wasHere = place.current!.contains(document.activeElement)
    if (wasHere) focusOn('heading')
    const timer = setTimeout(() => setLong(true), slowMs)
    return () => {
      clearTimeout(timer)
      setLong(false)
      if (wasHere && document.activeElement === targetOf('heading')) focusOn('first card')
    }
  }, [waiting])
  return { isLong: waiting && isLong, handlers: waiting ? refusing : undefined }
}
