import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

interface Props {
  readonly title: string
  /** Buttons beside the heading. */
  readonly actions?: ComponentChildren
  readonly children: ComponentChildren
}

/** A part of a patient's page, with a heading. */
export function Section({ title, actions, children }: Props) {
  const id = useId()
  return (
    <section class="sheet" aria-labelledby={id}>
      <header class="sheet-head">
        <h2 id={id}>{title}</h2>
        {actions}
      </header>
      {children}
    </section>
  )
}
