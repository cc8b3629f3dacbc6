/**
 * Resources: data that are read from the API and kept up to date. Each list, record and number on a screen that others
 * can change is a resource.
 */
import { batch, effect, signal, untracked } from '@preact/signals'
import { type ChangedKind, whenChanged, whenKindsChanged } from './changes.ts'
import { seldom } from './seldom.ts'
import { turns } from './turns.ts'

/** Data that are read again and again. A component that reads `value` or `trouble` is drawn again when it changes. */
export interface Resource<T> {
  /** The answer to the newest request, with the changes that were shown since; undefined until there is an answer. */
  readonly value: T | undefined
  /** The error of the newest request; undefined when it has an answer. After an error, the value stays as it was. */
  readonly trouble: unknown
  /** The present value, for code that is not run again when the value changes. */
  readonly peek: () => T | undefined
  /** Reads again. It does not throw. */
  readonly again: () => Promise<void>
  /**
   * Shows a value before the server has answered, or a value that the server has just returned. The answer to an
   * earlier request would replace this value for a moment. So that request is sent once more.
   */
  readonly show: (value: T) => void
  /** Shows the result of `change` for the present value. Without a value it does nothing. */
  readonly paint: (change: (value: T) => T) => void
  /**
   * Sends a change that is already shown, after the changes before it. Answers to requests from before its end are not
   * shown. Instead, the value is read again after the last change. @throws what `send` throws.
   */
  readonly inTurn: <A>(send: () => Promise<A>) => Promise<A>
  /** Whether the server has not answered some changes yet. */
  readonly changesAhead: () => boolean
  /** Adds the next page of a list. The page is lost if the list changed meanwhile. Only one page is read at a time. */
  readonly grow: (readMore: (value: T) => Promise<T>) => Promise<void>
  /** Ignores the answers to all earlier requests. */
  readonly drop: () => void
  /** Like `drop`, and also forgets the value. */
  readonly clear: () => void
  /** Reads now and keeps the value up to date, until the returned function is called. */
  readonly follow: () => () => void
  /** Reads now, unless the value is read already, and keeps it up to date as long as the page is open. */
  readonly need: () => void
}

interface Options<T> {
  /** Sends the request. `signal` is aborted when a newer request is sent. */
  readonly read: (signal: AbortSignal) => Promise<T>
  /** The kinds of records whose changes concern the value. Left out for all kinds. */
  readonly kinds?: readonly ChangedKind[]
  /** Reads the signals on which the request depends. When one of them changes, the value is read again at once. */
  readonly by?: () => unknown
  /** The shortest time between two requests after changes, in milliseconds. Many changes often happen together. */
  readonly pauseMs?: number
  /** Reads again after this time, in milliseconds. It is for data that change only with the time. */
  readonly everyMs?: number
  /** Makes the shown value from the value before and the answer. Left out when the answer itself is shown. */
  readonly keep?: (before: T | undefined, answer: T) => T
}

/** Makes a resource. Nothing is read before one of its functions reads it. */
export function resource<T>({ read, kinds, by, pauseMs, everyMs, keep }: Options<T>): Resource<T> {
  const value = signal<T | undefined>(undefined)
  const trouble = signal<unknown>(undefined)
  const { changesAhead, inTurn } = turns()
  let asked = 0
  let painted = 0
  let giveUp = new AbortController()
  /** Whether an answer came while the server had not answered a change yet. */
  let isMissed = false
  let isGrowing = false
  let isNeeded = false

  const put = (next: T | undefined) =>
    batch(() => {
      value.value = next
      trouble.value = undefined
    })

  const drop = () => {
    asked++
    giveUp.abort()
  }

  const again = async (): Promise<void> => {
    drop()
    giveUp = new AbortController()
    const question = asked
    const before = painted
    const isEarly = changesAhead()
    try {
      const answer = await read(giveUp.signal)
      if (question !== asked) return
      if (changesAhead()) isMissed = true
      else if (isEarly || before !== painted) await again()
      else put(keep === undefined ? answer : keep(value.peek(), answer))
    } catch (error) {
      if (question === asked) trouble.value = error
    }
  }

  const show = (next: T) => {
    if (value.peek() !== undefined) painted++
    value.value = next
  }

  const follow = () => {
    const run = seldom(() => void again(), pauseMs ?? 0)
    let isFirst = true
    const timer = everyMs === undefined ? undefined : setInterval(run, everyMs)
    const stops = [
      effect(() => {
        by?.()
        untracked(isFirst ? run : again)
        isFirst = false
      }),
      kinds === undefined ? whenChanged(run) : whenKindsChanged(kinds, run),
      run.stop,
    ]
    return () => {
      clearInterval(timer)
      for (const stop of stops) stop()
    }
  }

  return {
    get value() {
      return value.value
    },
    get trouble() {
      return trouble.value
    },
    peek: () => value.peek(),
    again,
    show,
    paint(change) {
      const now = value.peek()
      if (now !== undefined) show(change(now))
    },
    async inTurn(send) {
      try {
        return await inTurn(send)
      } finally {
        if (isMissed && !changesAhead()) {
          isMissed = false
          void again()
        }
      }
    },
    changesAhead,
    async grow(readMore) {
      const now = value.peek()
      if (now === undefined || isGrowing) return
      isGrowing = true
      const question = asked
      const isStill = () => question === asked && value.peek() === now
      try {
        const more = await readMore(now)
        if (isStill()) put(more)
      } catch (error) {
        if (isStill()) trouble.value = error
      } finally {
        isGrowing = false
      }
    },
    drop,
    clear() {
      drop()
      isMissed = false
      put(undefined)
    },
    follow,
    need() {
      if (!isNeeded) follow()
      else if (trouble.peek() !== undefined) void again()
      isNeeded = true
    },
  }
}
