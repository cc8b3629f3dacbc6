import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

/** What has just come of an act, such as a new link. It gets the focus when it appears. */
export function News({ label, children }: { readonly label: string; readonly children: ComponentChildren }) {
  const ref = useRef<HTMLElement>(null)
  // One frame later, the user may have moved the focus.
  useLayoutEffect(() => ref.current!.focus(), [])
  return (
    <section ref={ref} class="news" tabIndex={-1} aria-label={label}>
      {children}
    </section>
  )
}
