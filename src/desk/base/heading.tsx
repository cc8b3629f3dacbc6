import type { ComponentChildren } from 'preact'
import { useLayoutEffect } from 'preact/hooks'
import { focusOn, isFocusLost, target } from './focus.ts'

const named = target('heading')

/**
 * Whether a heading was drawn before. The first heading gets no focus, so that the Tab key first reaches the skip
 * button.
 */
let isLater = false

/** The heading of a screen. It gets the focus when the element with the focus is gone, as after a change of screens. */
export function Heading({ children }: { readonly children: ComponentChildren }) {
  useLayoutEffect(() => {
    if (isLater && isFocusLost()) focusOn('heading')
    isLater = true
  }, [])
  return (
    <h1 ref={named} tabIndex={-1}>
      {children}
    </h1>
  )
}
