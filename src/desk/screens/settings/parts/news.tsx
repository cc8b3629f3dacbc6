import type { Signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { Copyable } from './copyable.tsx'

/** The result of an act, such as a new link. The section gets the focus when it appears. */
export function News({ label, children }: { readonly label: string; readonly children: ComponentChildren }) {
  const ref = useRef<HTMLElement>(null)
  // A layout effect is early enough. One frame later, the user may already have moved the focus.
  useLayoutEffect(() => ref.current!.focus(), [])
  return (
    <section ref={ref} class="news" tabIndex={-1} aria-label={label}>
      {children}
    </section>
  )
}

interface SecretProps {
  readonly label: string
  readonly value: string
  readonly says: { readonly copyNow: string; readonly notAgain: string }
}

/** A secret that is shown only once. */
export const NewSecret = ({ label, value, says }: SecretProps) => (
  <News label={label}>
    <p>
      <strong>{says.copyNow}</strong> {says.notAgain}
    </p>
    <Copyable label={label} value={value} />
  </News>
)

/** Clears the result of an act when its page is left. */
export const useForgotten = (news: Signal<unknown>): void =>
  useEffect(
    () => () => {
      news.value = undefined
    },
    [],
  )
