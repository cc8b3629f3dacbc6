import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'

interface Props {
  readonly title: string
  readonly about?: string
  readonly children: ComponentChildren
}

/** A part of a page of the settings. When what had the focus is gone, its heading gets it. */
export function Page({ title, about, children }: Props) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const section = heading.current!.parentElement!
    let last: EventTarget | null = null
    section.addEventListener('focusin', ({ target }) => {
      last = target
    })
    // An element that is removed takes the focus with it, and tells nobody.
    const observer = new MutationObserver(() => {
      if (!(last instanceof Node) || last.isConnected || document.activeElement !== document.body) return
      last = null
      heading.current?.focus()
    })
    observer.observe(section, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [])
  return (
    <section class="part" aria-labelledby={id}>
      <h2 ref={heading} id={id} tabIndex={-1}>
        {title}
      </h2>
      {about && <p class="soft">{about}</p>}
      {children}
    </section>
  )
}
