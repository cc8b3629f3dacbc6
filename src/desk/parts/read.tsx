/** How a page follows what it reads from the server, and how it looks until that is there. */
import { effect } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { focusOn, isFocusLost } from '../base/focus.ts'
import { Trouble } from '../base/trouble.tsx'
import { type ChangedKind, whenChanged } from '../live/changes.ts'
import { type Resource, resource } from '../live/resource.ts'
import { words } from '../words/words.ts'

/** Reads when the component appears, and after changes as long as it stays. The focus does not get lost with a row. */
export function useResource<T>(of: Resource<T>): Resource<T> {
  useEffect(() => {
    const stops = [
      effect(() => {
        if (of.value !== undefined && !isFocusLost()) keepFocus()
      }),
      of.follow(),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [of])
  return of
}

/** A resource of the component's own: it is forgotten with the component. */
export const useRead = <T,>(read: () => Promise<T>, kinds: readonly ChangedKind[]): Resource<T> =>
  useResource(useMemo(() => resource({ read, kinds }), []))

/**
 * What the server answers to what somebody chooses or types: it is asked when `asked` has stayed the same for `pauseMs`
 * milliseconds, and again after changes. Undefined asks nothing. The last answer stays until the next one is there.
 */
export function useAnswer<A, T>(
  asked: A | undefined,
  pauseMs: number,
  read: (asked: A, signal: AbortSignal) => Promise<T>,
): Resource<T> {
  const newest = useRef({ asked, read })
  newest.current = { asked, read }
  const of = useMemo(
    () => resource({ read: (signal) => newest.current.read(newest.current.asked!, signal) }),
    [],
  )
  useEffect(() => {
    if (asked === undefined) return
    const timer = setTimeout(of.again, pauseMs)
    const stop = whenChanged(of.again)
    return () => {
      clearTimeout(timer)
      stop()
      of.drop()
    }
  }, [JSON.stringify(asked)])
  return of
}

/** Moves the focus to the heading of the page when what had the focus has gone with its row. */
const keepFocus = (): void =>
  void requestAnimationFrame(() => {
    if (isFocusLost()) focusOn('heading')
  })

interface Props<T> {
  readonly from: Resource<T>
  readonly children: (value: T) => ComponentChildren
}

/** Shows what was read, or why it could not be read. What stands already stays while it is read again. */
export function Read<T>({ from, children }: Props<T>) {
  if (from.value !== undefined) return <>{children(from.value)}</>
  if (from.trouble !== undefined) return <Trouble error={from.trouble} again={() => void from.again()} />
  return (
    <p class="loading" role="status">
      {words.value.shell.loading}
    </p>
  )
}
