/** What is read from the API and kept true. Each list, record and number on a screen that others can change is one of these. */
import { batch, effect, signal, untracked } from '@preact/signals'
import { type ChangedKind, whenChanged, whenKindsChanged } from './changes.ts'
import { seldom } from './seldom.ts'
import { turns } from './turns.ts'

/** Something that is read again and again. A component that reads `value` or `trouble` is drawn again when it changes. */
export interface Resource<T> {
  /** The answer to the newest question, with what was painted since; undefined until there is one. */
  readonly value: T | undefined
  /** Why the newest question has no answer; undefined when it has one. The value stays as it was then. */
  readonly trouble: unknown
  /** The value of now, for code that is not run again when the value changes. */
  readonly peek: () => T | undefined
  /** Reads again. It does not throw. */
  readonly again: () => Promise<void>
  /**
   * Shows a value before the server has answered, or one that the server has just answered. The answer to a question from
   * before would take it back for a moment, so that question is asked once more.
   */
  readonly show: (value: T) => void
  /** Shows what `change` makes of the value. Without a value it does nothing. */
  readonly paint: (change: (value: T) => T) => void
  /**
   * Sends a change that is painted already, after the changes before it. Answers to questions from before its end are not
   * shown. Instead, the value is read again after the last change. @throws what `send` throws.
   */
  readonly inTurn: <A>(send: () => Promise<A>) => Promise<A>
  /** Whether changes are on their way. */
  readonly changesAhead: () => boolean
  /** Adds the next page of a list. The page is lost if the list changed meanwhile. One page is asked for at a time. */
  readonly grow: (readMore: (value: T) => Promise<T>) => Promise<void>
  /** Lets no answer count to what was asked before. */
  readonly drop: () => void
  /** Forgets the value, too. */
  readonly clear: () => void
  /** Reads now and keeps the value true, until the answered function is called. */
  readonly follow: () => () => void
  /** Reads now, unless it is read already, and keeps the value true as long as the page is open. */
  readonly need: () => void
}

interface Options<T> {
  /** Asks the server. `signal` is aborted when a newer question is asked. */
  readonly read: (signal: AbortSignal) => Promise<T>
  /** The kinds of records with changes that concern it. Left out for all. */
  readonly kinds?: readonly ChangedKind[]
  /** Reads the signals that the question depends on. It is read again at once when one of them changes. */
  readonly by?: () => unknown
  /** The shortest time between two questions after changes, in milliseconds. Changes come in bursts. */
  readonly pauseMs?: number
  /** Reads again after this time, in milliseconds, for what changes only by the clock. */
  readonly everyMs?: number
  /** Makes what is shown of the value before and the answer. Left out where that is the answer. */
  readonly keep?: (before: T | undefined, answer: T) => T
}

/** Makes a resource. Nothing is read before it is asked for or followed. */
export function resource<T>({ read, kinds, by, pauseMs, everyMs, keep }: Options<T>): Resource<T> {
  const value = signal<T | undefined>(undefined)
  const trouble = signal<unknown>(undefined)
  const { changesAhead, inTurn } = turns()
  let asked = 0
  let painted = 0
  let giveUp = new AbortController()
  /** Whether an answer came while a change was on its way. */
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
