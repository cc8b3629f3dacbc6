import { Problem } from '../domain/problem.ts'

/**
 * How much one credential may ask: `perSecond` requests on average and `burst` at once. At most `inFlight` of its requests
 * are worked on at a time; up to `waiting` more wait in turn.
 */
export interface Share {
  readonly perSecond: number
  readonly burst: number
  readonly inFlight: number
  readonly waiting: number
}

/** The share of each credential (RULES §8). */
export const ordinaryShare: Share = { perSecond: 300, burst: 3_000, inFlight: 32, waiting: 256 }

type Headers = Record<string, string | number>

/** Gives each credential its share, so that a greedy one slows only itself. Times are in milliseconds. */
export class FairShare {
  readonly #share: Share
  readonly #now: () => number
  /** For each credential the moment at which its bucket is full again (GCRA's "theoretical arrival time"). */
  readonly #fullAt = new Map<string, number>()
  readonly #queues = new Map<string, Queue>()
  readonly #policy: string
  #nextSweep = 1_000

  /** `now` is a clock that never runs backwards, such as `performance.now()`. */
  constructor(share: Share, now: () => number) {
    this.#share = share
    this.#now = now
    this.#policy = `"credential";q=${share.burst};w=${Math.ceil(share.burst / share.perSecond)}`
  }

  /** How many credentials are remembered. */
  get remembered(): number {
    return this.#fullAt.size
  }

  /**
   * Takes one request out of a credential's bucket and says in the headers what is left
   * (draft-ietf-httpapi-ratelimit-headers-10).
   * @throws `rate_limited` when the bucket is empty, with `Retry-After` in whole seconds.
   */
  take(credential: string, headers: Headers): void {
    const { perSecond, burst } = this.#share
    const each = 1_000 / perSecond
    const now = this.#now()
    const fullAt = Math.max(now, this.#fullAt.get(credential) ?? 0) + each
    const left = Math.floor((burst * each - (fullAt - now)) / each)
    headers['ratelimit-policy'] = this.#policy
    headers.ratelimit = `"credential";r=${Math.max(0, left)};t=${Math.ceil((fullAt - now) / 1_000)}`
    if (left < 0) {
      headers['retry-after'] = Math.max(1, Math.ceil((fullAt - now - burst * each) / 1_000))
      throw tooMany()
    }
    this.#fullAt.set(credential, fullAt)
    this.#sweep(now)
  }

  /**
   * Waits for the credential's turn. Undefined means that it is its turn now. Call `leave` exactly once afterwards.
   * @throws `rate_limited` when too many of its requests wait already.
   */
  enter(credential: string): Promise<void> | undefined {
    const queue = this.#queues.getOrInsertComputed(credential, () => ({ active: 0, waiting: [] }))
    if (queue.active < this.#share.inFlight) {
      queue.active++
      return undefined
    }
    if (queue.waiting.length >= this.#share.waiting) throw tooMany()
    return new Promise((resolve) => queue.waiting.push(resolve))
  }

  /** Ends a request that `enter` let in, and lets the next one in its place. */
  leave(credential: string): void {
    const queue = this.#queues.get(credential)!
    const next = queue.waiting.shift()
    if (next) next()
    else if (--queue.active === 0) this.#queues.delete(credential)
  }

  /** Forgets credentials whose bucket is full. The work is bounded: it is done once for each doubling. */
  #sweep(now: number): void {
    if (this.#fullAt.size < this.#nextSweep) return
    for (const [credential, fullAt] of this.#fullAt) if (fullAt <= now) this.#fullAt.delete(credential)
    this.#nextSweep = Math.max(1_000, this.#fullAt.size * 2)
  }
}

/** One request's place among those of its credential. `end` may be called more than once, and without `begin`. */
export class Turn {
  readonly #share: FairShare
  readonly #credential: string
  #entered = false
  #keptOpen = false

  constructor(share: FairShare, credential: string) {
    this.#share = share
    this.#credential = credential
  }

  /** Waits until it is this request's turn; undefined means at once. @throws `rate_limited`. */
  begin(): Promise<void> | undefined {
    if (this.#entered) return undefined
    const waiting = this.#share.enter(this.#credential)
    this.#entered = true
    return waiting
  }

  /** Lets `end` wait for an answer that is still being sent. The answer calls the function that is returned. */
  keepOpen(): () => void {
    this.#keptOpen = true
    return () => {
      this.#keptOpen = false
      this.end()
    }
  }

  end(): void {
    if (!this.#entered || this.#keptOpen) return
    this.#entered = false
    this.#share.leave(this.#credential)
  }
}

interface Queue {
  active: number
  readonly waiting: (() => void)[]
}

export const tooMany = () =>
  new Problem('rate_limited', 'Too many requests with this credential. Wait a little and try again.')
