import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { isFocusLost } from '../base/focus.ts'
import { isFree } from './dialog.tsx'

/**
 * Runs `giveOn` when what had the focus in a place has gone while the place was drawn again. `giveOn` gives the focus to
 * what is meant then. A dialog that was opened above the place gives the focus back first.
 */
export function useFocusKept(place: RefObject<HTMLElement | null>, giveOn: () => void): void {
  const had = useRef<HTMLElement | null>(null)
  const newest = useRef(giveOn)
  newest.current = giveOn
  useLayoutEffect(() => {
    const element = place.current!
    const onFocus = ({ target }: FocusEvent) => {
      had.current = target as HTMLElement
    }
    const onBlur = () =>
      queueMicrotask(() => {
        // An element that was taken away did not give up the focus. A dialog gives the focus back.
        if (!element.isConnected || isAbove(element)) return
        if (had.current?.isConnected && !element.contains(document.activeElement)) had.current = null
      })
    element.addEventListener('focusin', onFocus)
    element.addEventListener('focusout', onBlur)
    return () => {
      element.removeEventListener('focusin', onFocus)
      element.removeEventListener('focusout', onBlur)
    }
  }, [])
  const giveBack = () => {
    // A dialog is closed after its board when another screen comes.
    if (place.current === null || isAbove(place.current)) return
    if (had.current === null || had.current.isConnected || !isLost(place.current)) return
    had.current = null
    newest.current()
  }
  useLayoutEffect(giveBack)
  useEffect(() => isFree.subscribe(giveBack), [])
}

/** Whether a dialog stands above an element, which is no part of it. */
const isAbove = (element: HTMLElement): boolean => !isFree.peek() && element.closest('dialog') === null

/** The browser leaves the focus with the page, or with the dialog around the element. */
const isLost = (element: HTMLElement): boolean =>
  isFocusLost() || document.activeElement === element.closest('dialog')
