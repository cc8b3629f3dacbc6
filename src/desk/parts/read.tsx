/** Keeps data from the server up to date on a page, and shows that they are loading until they are there. */
import { effect } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { focusOn, isFocusLost } from '../base/focus.ts'
import { Trouble } from '../base/trouble.tsx'
import { type ChangedKind, whenChanged } from '../live/changes.ts'
import { type Resource, resource } from '../live/resource.ts'
import { words } from '../words/words.ts'

/** Reads when the component appears, and after changes. If the row with the focus disappears, the heading gets it. */
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

/** A resource that belongs to the component, and is forgotten with it. */
export const useRead = <T,>(read: () => Promise<T>, kinds: readonly ChangedKind[]): Resource<T> =>
  useResource(useMemo(() => resource({ read, kinds }), []))

/**
 * The answer of the server to a choice or a typed text. The request is sent when `asked` has stayed the same for
 * `pauseMs` milliseconds, and again after changes. For undefined, no request is sent. The last answer stays until the
 * next one is there.
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

/** Moves the focus to the heading of the page when the element with the focus has disappeared with its row. */
const keepFocus = (): void =>
  void requestAnimationFrame(() => {
    if (isFocusLost()) focusOn('heading')
  })

interface Props<T> {
  readonly from: Resource<T>
  readonly children: (value: T) => ComponentChildren
}

/** Shows the data, or why they could not be read. Data that are shown already stay while they are read again. */
export function Read<T>({ from, children }: Props<T>) {
  if (from.value !== undefined) return <>{children(from.value)}</>
  if (from.trouble !== undefined) return <Trouble error={from.trouble} again={() => void from.again()} />
  return (
    <p class="loading" role="status">
      {words.value.shell.loading}
    </p>
  )
}
