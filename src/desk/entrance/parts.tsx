/** Pieces that setup, enrolment and sign-in share. */
import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'

/** Names the page for the browser's tab. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · chairside`
  }, [title])
}

/** A heading that takes the focus when it comes, so that people hear what the page has become. */
export function Heading({ children }: { readonly children: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => heading.current!.focus(), [])
  return (
    <h1 tabIndex={-1} ref={heading}>
      {children}
    </h1>
  )
}

/** A text with something at the place `{0}`. */
export function Around({ text, children }: { readonly text: string; readonly children: ComponentChildren }) {
  const [before, after] = text.split('{0}')
  return (
    <>
      {before}
      {children}
      {after}
    </>
  )
}

/** How the only owner gets a new link. */
export const OwnersCommand = ({ text }: { readonly text: string }) => (
  <p>
    <Around text={text}>
      <code>chairside link --email you@example.org</code>
    </Around>
  </p>
)

/** A sentence with a link to the sign-in page. */
export const ToSignIn = ({ text, says }: { readonly text: string; readonly says: string }) => (
  <p>
    <Around text={text}>
      <a href="/sign-in">{says}</a>
    </Around>
  </p>
)
