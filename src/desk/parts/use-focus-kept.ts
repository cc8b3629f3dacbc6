import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { isFocusLost } from '../base/focus.ts'
import { isFree } from './dialog.tsx'

/**
 * Calls `giveOn` when the element with the focus inside `place` has disappeared because `place` was drawn again.
 * `giveOn` moves the focus to another element. A dialog that was opened above `place` gives the focus back first.
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
        // An element that was removed did not give up the focus. A dialog gives the focus back.
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
    // When another screen opens, a dialog is closed after its board.
    if (place.current === null || isAbove(place.current)) return
    if (had.current === null || had.current.isConnected || !isLost(place.current)) return
    had.current = null
    newest.current()
  }
  useLayoutEffect(giveBack)
  useEffect(() => isFree.subscribe(giveBack), [])
}

/** Whether a dialog is open above an element that is no part of the dialog. */
const isAbove = (element: HTMLElement): boolean => !isFree.peek() && element.closest('dialog') === null

/** Whether the focus is lost: the browser has given it to the page, or to the dialog around the element. */
const isLost = (element: HTMLElement): boolean =>
  isFocusLost() || document.activeElement === element.closest('dialog')
