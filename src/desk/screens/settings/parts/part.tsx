import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { focusOn, isFocusLost } from '../../../base/focus.ts'

interface Props {
  /** Left out when the heading of the page is the same. */
  readonly title?: string
  readonly about?: string
  readonly children: ComponentChildren
}

/** A part of a settings page. When the element with the focus is removed, the heading of the part gets the focus. */
export function Part({ title, about, children }: Props) {
  const id = useId()
  const ref = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => keepFocus(ref.current!, heading.current), [])
  return (
    <section ref={ref} class="card stack" aria-labelledby={title && id}>
      {title && (
        <h2 ref={heading} id={id} tabIndex={-1}>
          {title}
        </h2>
      )}
      {about && <p class="soft">{about}</p>}
      {children}
    </section>
  )
}

function keepFocus(section: HTMLElement, title: HTMLElement | null): () => void {
  let last: EventTarget | null = null
  section.addEventListener('focusin', ({ target }) => {
    last = target
  })
  // When an element with the focus is removed, the focus is lost without an event.
  const observer = new MutationObserver(() => {
    if (!(last instanceof Node) || last.isConnected || !isFocusLost()) return
    last = null
    if (title === null) focusOn('heading')
    else title.focus()
  })
  observer.observe(section, { childList: true, subtree: true })
  return () => observer.disconnect()
}
