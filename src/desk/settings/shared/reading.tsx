/** What a page of the settings reads from the server, and how it looks until it is there. */
import { type Signal, signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { type Change, whenChanged } from '../../live/changes.ts'
import { newest } from '../../live/newest.ts'
import { Trouble } from '../../shell/trouble.tsx'
import { words } from '../../words/words.ts'

export interface Reading<T> {
  /** Undefined until the first answer is there. */
  readonly value: Signal<T | undefined>
  /** Why the newest question has no answer; undefined when it has one. */
  readonly trouble: Signal<unknown>
  /** Reads anew. It does not throw. */
  readonly again: () => Promise<void>
}

/** Something that is read when a page opens, and again after each change. */
export function reading<T>(read: () => Promise<T>): Reading<T> {
  const value = signal<T | undefined>(undefined)
  const trouble = signal<unknown>(undefined)
  const again = newest(
    read,
    (answer) => {
      value.value = answer
    },
    (error) => {
      trouble.value = error
    },
  )
  return { value, trouble, again }
}

interface Props<T> {
  readonly of: Reading<T>
  /** The kinds of records whose changes at any desk are read anew. */
  readonly kinds?: readonly string[]
  readonly children: (value: T) => ComponentChildren
}

/** Reads when it appears, and draws what was read. */
export function Read<T>({ of, kinds = [], children }: Props<T>) {
  useEffect(() => {
    void of.again()
    return whenChanged((changes) => {
      if (concerns(changes, kinds)) void of.again()
    })
  }, [])
  if (of.value.value !== undefined) return <>{children(of.value.value)}</>
  if (of.trouble.value !== undefined)
    return <Trouble error={of.trouble.value} again={() => void of.again()} />
  return (
    <p class="loading" role="status">
      {words.value.shell.loading}
    </p>
  )
}

/** An empty batch says that anything may have changed. */
const concerns = (changes: readonly Change[], kinds: readonly string[]): boolean =>
  changes.length === 0 || changes.some(({ kind }) => kinds.includes(kind))
