import type { RefObject } from 'preact'
import { useLayoutEffect, useState } from 'preact/hooks'
import { focusOn, targetOf } from '../../base/focus.ts'

/** A wait that is shorter needs no sign on the screen, in milliseconds. */
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
 * Lets nobody act on a picture while a newer one is being read. Returns handlers for the element, and whether the wait
 * is long. `inert` would be enough, but it makes the browser draw every card twice. So `inert` is only for a long wait.
 */
export function useWaiting(place: RefObject<HTMLElement | null>, waiting: boolean) {
  const [isLong, setLong] = useState(false)
  useLayoutEffect(() => {
    if (!waiting) return
    // Keys act on the card that has the focus. So the heading gets the focus meanwhile.
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
