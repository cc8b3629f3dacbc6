/** What a page reads from the server, and how the page looks until it is there. */
import { signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useMemo } from 'preact/hooks'
import { Trouble } from '../base/trouble.tsx'
import { type ChangedKind, whenKindsChanged } from '../live/changes.ts'
import { newest } from '../live/newest.ts'
import { words } from '../words/words.ts'

/** A component that reads `value` or `trouble` is drawn anew when it changes. */
interface Reading<T> {
  /** Undefined until the first answer comes. */
  readonly value: T | undefined
  /** Why the newest question has no answer; undefined when it has one. */
  readonly trouble: unknown
  /** Reads anew. It does not throw. */
  readonly again: () => Promise<void>
  /** Reads now, and again when any desk changes records of the kinds, until the answered function is called. */
  readonly follow: () => () => void
}

/** Something that is read again and again. `kinds` are the records whose changes concern it. */
export function reading<T>(read: () => Promise<T>, kinds: readonly ChangedKind[]): Reading<T> {
  const value = signal<T | undefined>(undefined)
  const trouble = signal<unknown>(undefined)
  const again = newest(
    read,
    (answer) => {
      const wasFocused = document.activeElement !== document.body
      value.value = answer
      if (wasFocused) keepFocus()
    },
    (failure) => {
      trouble.value = failure
    },
  )
  return {
    get value() {
      return value.value
    },
    get trouble() {
      return trouble.value
    },
    again,
    follow() {
      void again()
      return whenKindsChanged(kinds, again)
    },
  }
}

/** Reads when the component appears, and after changes as long as it stays. */
export function useReading<T>(of: Reading<T>): Reading<T> {
  useEffect(of.follow, [])
  return of
}

/** A reading of the component's own: it is forgotten with the component. */
export const useRead = <T,>(read: () => Promise<T>, kinds: readonly ChangedKind[]): Reading<T> =>
  useReading(useMemo(() => reading(read, kinds), []))

/** Moves the focus to the heading of the page when what had the focus has gone with its row. */
function keepFocus(): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) document.querySelector<HTMLElement>('main h1')?.focus()
  })
}

interface Props<T> {
  readonly from: Reading<T>
  readonly children: (value: T) => ComponentChildren
}

/** Shows what was read, or why it could not be read. What stands already stays while it is read anew. */
export function Read<T>({ from, children }: Props<T>) {
  if (from.value !== undefined) return <>{children(from.value)}</>
  if (from.trouble !== undefined) return <Trouble error={from.trouble} again={() => void from.again()} />
  return (
    <p class="loading" role="status">
      {words.value.shell.loading}
    </p>
  )
}
