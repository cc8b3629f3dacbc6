import type { ComponentChildren } from 'preact'
import { target } from './focus.ts'

const named = target('heading')

/** The heading of a screen. It gets the focus when what had the focus is gone. */
export const Heading = ({ children }: { readonly children: ComponentChildren }) => (
  <h1 ref={named} tabIndex={-1}>
    {children}
  </h1>
)
