import type { ComponentChildren } from 'preact'
import { useLayoutEffect } from 'preact/hooks'
import { focusOn, isFocusLost, target } from './focus.ts'

const named = target('heading')

/** Whether a heading was drawn. On a page that was just loaded, the Tab key leads to the way past the bars. */
let isLater = false

/** The heading of a screen. It gets the focus when what had the focus is gone, as on the way from another screen. */
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
