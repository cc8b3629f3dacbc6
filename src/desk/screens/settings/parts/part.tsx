import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { focusOn, isFocusLost } from '../../../base/focus.ts'

interface Props {
  /** Left out where the heading of the page says it already. */
  readonly title?: string
  readonly about?: string
  readonly children: ComponentChildren
}

/** A part of a page of the settings. When what had the focus is gone, the heading gets it. */
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
  // An element that is removed takes the focus with it, without an event.
  const observer = new MutationObserver(() => {
    if (!(last instanceof Node) || last.isConnected || !isFocusLost()) return
    last = null
    if (title === null) focusOn('heading')
    else title.focus()
  })
  observer.observe(section, { childList: true, subtree: true })
  return () => observer.disconnect()
}
