import { cursorGone } from '../../domain/problem.ts'
import { type Cursor, formatCursor } from '../../domain/record-change.ts'
import {
  type EventStream,
  type EventStreams,
  event,
  type Source,
  type StreamOwner,
} from '../../http/event-stream.ts'
import { changesAfter, isKept, newestCursor } from '../../store/changes/changes.ts'
import type { Scope } from '../../store/engine/scope.ts'
import type { Store } from '../../store/store.ts'
import { viewChange } from './view.ts'

/** How many changes are sent in one piece. */
const mostAtOnce = 200
/** Readers are woken at most once in this time, in milliseconds, so that many of them cost little under load. */
const wakeEveryMs = 50

/**
 * Some consecutive changes of a practice, as the text of events. Readers that wait for the same changes share one
 * piece.
 */
interface Piece {
  readonly after: Cursor
  readonly text: string
  readonly last: number
}

/** A client that reads a stream. */
interface Reader {
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal
  /** @throws when the client may not read any more. */
  readonly check: () => void
  /** Does a part of the work for the client, and counts its time as the client's. */
  readonly work: <T>(part: () => T) => T
  readonly failed: (error: unknown) => void
}

/**
 * The event streams of all practices (RULES §28). This class listens to the changes of a practice only while a client
 * reads them.
 */
export class ChangeFeeds {
  readonly #feeds = new Map<string, Feed>()
  readonly #store: Pick<Store, 'practices' | 'changeLog'>
  readonly #streams: EventStreams

  constructor(store: Pick<Store, 'practices' | 'changeLog'>, streams: EventStreams) {
    this.#store = store
    this.#streams = streams
  }

  /** Opens a stream of the changes after `from`. @throws `rate_limited`, `unavailable`. */
  open(owner: StreamOwner, from: Cursor, reader: Reader): ReadableStream<Uint8Array> {
    const feed = this.#feedOf(owner.practiceId)
    let stream: EventStream | undefined
    const leave = () => {
      if (stream !== undefined) feed.readers.delete(stream.wake)
      if (feed.readers.size > 0) return
      feed.end()
      this.#feeds.delete(owner.practiceId)
    }
    try {
      stream = this.#streams.open(owner, feed.source(from, reader), reader.signal, leave)
      if (stream.isOpen) feed.readers.add(stream.wake)
      return stream.body
    } catch (error) {
      leave()
      throw error
    }
  }

  #feedOf(practiceId: string): Feed {
    return this.#feeds.getOrInsertComputed(practiceId, () => {
      const { read } = this.#store.practices.of(practiceId)
      return new Feed(read, (wake) => this.#store.changeLog.listen(practiceId, wake))
    })
  }

  /** The changes of how many practices this class listens to. */
  get size(): number {
    return this.#feeds.size
  }
}

/** The changes of one practice, for the clients that read them now. */
class Feed {
  readonly readers = new Set<() => void>()
  readonly #scope: Scope
  #piece: Piece | undefined
  /** The newest cursor, when it is known that nothing was written after it; else undefined. */
  #upTo: Cursor | undefined
  #wokenAt = Number.NEGATIVE_INFINITY
  #timer: ReturnType<typeof setTimeout> | undefined
  /** Stops listening to the changes. */
  readonly end: () => void

  constructor(scope: Scope, listen: (wake: () => void) => () => void) {
    this.#scope = scope
    this.end = listen(() => this.#wakeSoon())
  }

  /** Wakes the readers at once, or as soon as `wakeEveryMs` have passed since they were last woken. */
  #wakeSoon(): void {
    this.#upTo = undefined
    if (this.#timer !== undefined) return
    const wait = Math.max(0, this.#wokenAt + wakeEveryMs - performance.now())
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#wokenAt = performance.now()
      for (const wake of this.readers) wake()
    }, wait)
  }

  /** The source of events for one reader, from the cursor `from` on. The first event contains this cursor. */
  source(from: Cursor, { check, work, failed }: Reader): Source {
    let { seq } = from
    let begun = false
    const next = () => {
      if (!begun) {
        begun = true
        const cursor = formatCursor(from)
        return event('cursor', cursor, { cursor })
      }
      const piece = this.#pieceAfter({ epoch: from.epoch, seq })
      if (piece === null) return null
      check()
      seq = piece.last
      return piece.text
    }
    const poll = () => {
      this.#upTo = undefined
      return next()
    }
    return { next: () => work(next), poll: () => work(poll), check: () => work(check), failed }
  }

  #pieceAfter(place: Cursor): Piece | null {
    const known = this.#piece
    if (isSame(known?.after, place)) return known!
    if (isSame(this.#upTo, place)) return null
    const piece = this.#scope.snapshot((): Piece | null => {
      if (isSame(newestCursor(this.#scope), place)) {
        this.#upTo = place
        return null
      }
      if (!isKept(this.#scope, place)) throw cursorGone()
      const rows = changesAfter(this.#scope, place.seq, mostAtOnce)
      const told = rows.map((row) => viewChange(place.epoch, row))
      return {
        after: place,
        text: told.map((one) => event('change', one.cursor, one)).join(''),
        last: rows.at(-1)!.seq,
      }
    })
    if (piece !== null) this.#piece = piece
    return piece
  }
}

/** Whether both cursors are the same. A practice that was imported again has the same numbers in another epoch. */
const isSame = (a: Cursor | undefined, b: Cursor): boolean => a?.epoch === b.epoch && a.seq === b.seq
