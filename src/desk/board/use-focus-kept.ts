import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { focusEntry } from './opening.ts'
import { focused } from './roving.ts'

/**
 * Remembers which entry has the focus, and gives it back when the entry moved to another column or went away while the
 * board was drawn anew. Then `tabStop` gets it.
 */
export function useFocusKept(place: RefObject<HTMLElement | null>, tabStop: string | null): void {
  const had = useRef<HTMLElement | null>(null)
  useEffect(() => {
    const element = place.current!
    const onFocus = ({ target }: FocusEvent) => {
      had.current = target as HTMLElement
      const id = had.current.dataset.entry
      if (id !== undefined) focused.value = id
    }
    const onBlur = () =>
      queueMicrotask(() => {
        // An element that was taken away did not give up the focus.
        if (had.current?.isConnected && !element.contains(document.activeElement)) had.current = null
      })
    element.addEventListener('focusin', onFocus)
    element.addEventListener('focusout', onBlur)
    return () => {
      element.removeEventListener('focusin', onFocus)
      element.removeEventListener('focusout', onBlur)
    }
  }, [])
  useLayoutEffect(() => {
    if (had.current === null || had.current.isConnected || document.activeElement !== document.body) return
    had.current = null
    if (tabStop !== null) focusEntry(place.current!, tabStop)
  })
}
