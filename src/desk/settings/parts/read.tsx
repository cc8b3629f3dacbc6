import { signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useMemo } from 'preact/hooks'
import { type ChangedKind, whenChanged } from '../../live/changes.ts'
import { newest } from '../../live/newest.ts'
import { Trouble } from '../../shell/trouble.tsx'
import { words } from '../../words/words.ts'

export interface Reading<T> {
  /** Undefined until the first answer comes. */
  readonly value: T | undefined
  readonly error: unknown
  readonly again: () => Promise<void>
}

/** Reads something when the component appears, and again when any desk changes records of these kinds. */
export function useRead<T>(read: () => Promise<T>, kinds: readonly ChangedKind[]): Reading<T> {
  const state = useMemo(() => {
    const value = signal<T | undefined>(undefined)
    const error = signal<unknown>(undefined)
    const again = newest(
      read,
      (answer) => {
        const wasFocused = document.activeElement !== document.body
        value.value = answer
        if (wasFocused) keepFocus()
      },
      (failure) => {
        error.value = failure
      },
    )
    return { value, error, again }
  }, [])
  useEffect(() => {
    void state.again()
    return whenChanged((changes) => {
      if (changes.length === 0 || changes.some(({ kind }) => kinds.includes(kind))) void state.again()
    })
  }, [])
  return { value: state.value.value, error: state.error.value, again: state.again }
}

/** Moves the focus to the heading of the page when what had the focus has gone with its row. */
function keepFocus(): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>('.settings-page h1')?.focus()
  })
}

/** Shows what was read, or why it could not be read. What stands already stays while it is read anew. */
export function Read<T>({
  from,
  children,
}: {
  readonly from: Reading<T>
  readonly children: (value: T) => ComponentChildren
}) {
  if (from.value !== undefined) return <>{children(from.value)}</>
  if (from.error !== undefined) return <Trouble error={from.error} again={() => void from.again()} />
  return (
    <p class="loading" role="status">
      {words.value.shell.loading}
    </p>
  )
}
