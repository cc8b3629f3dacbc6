import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { isFree } from '../../parts/dialog.tsx'
import { focusEntry } from './opening.ts'
import { focused } from './roving.ts'

/**
 * Remembers which entry has the focus. `tabStop` gets the focus when the entry moved to another column or went away
 * while the board was drawn again. While a dialog is above the board, this waits until the dialog is closed.
 */
export function useFocusKept(place: RefObject<HTMLElement | null>, tabStop: string | null): void {
  const had = useRef<HTMLElement | null>(null)
  useLayoutEffect(() => {
    const element = place.current!
    const onFocus = ({ target }: FocusEvent) => {
      had.current = target as HTMLElement
      const id = had.current.dataset.entry
      if (id !== undefined) focused.value = id
    }
    const onBlur = () =>
      queueMicrotask(() => {
        // An element that was taken away did not give up the focus. A dialog gives the focus back.
        if (!isFree.peek()) return
        if (had.current?.isConnected && !element.contains(document.activeElement)) had.current = null
      })
    element.addEventListener('focusin', onFocus)
    element.addEventListener('focusout', onBlur)
    return () => {
      element.removeEventListener('focusin', onFocus)
      element.removeEventListener('focusout', onBlur)
    }
  }, [])
  const stop = useRef(tabStop)
  stop.current = tabStop
  const giveBack = () => {
    // A dialog is closed after its board when another screen comes.
    if (place.current === null) return
    if (had.current === null || had.current.isConnected || document.activeElement !== document.body) return
    had.current = null
    if (stop.current !== null) focusEntry(place.current, stop.current)
  }
  useLayoutEffect(giveBack)
  useEffect(() => isFree.subscribe(giveBack), [])
}
