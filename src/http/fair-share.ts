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

/**
 * A millisecond of work counts as so many of waiting. So a credential takes at most a quarter of a processor core on
 * average, however much work its requests are.
 */
const workWeight = 4

/** Sums of moments are rounded. Without so much more, a full bucket would at times refuse its last request. */
const rounding = 1e-6

/** For so long, a refusal is held back. A client that never stops asking then costs little. */
const heldMs = 250
/** Each refusal that is held back already adds so much, so that they do not all end, and come again, at one time. */
const apartMs = 4

type Headers = Record<string, string | number>

/**
 * Gives each credential its share, so that a greedy one slows only itself. A credential begins one request in each turn
 * of the event loop, so that the requests of others come in between. Times are in milliseconds.
 */
export class FairShare {
  readonly #share: Share
  readonly #now: () => number
  readonly #nextTurn: (run: () => void) => void
  /** For each credential the moment at which its bucket is full again (GCRA's "theoretical arrival time"). */
  readonly #fullAt = new Map<string, number>()
  /** What each credential has going on. Those with nothing going on are not there. */
  readonly #queues = new Map<string, Queue>()
  readonly #policy: string
  #nextSweep = 1_000

  /**
   * @param now a clock that never runs backwards, such as `performance.now()`
   * @param nextTurn runs a function in the next turn of the event loop
   */
  constructor(share: Share, now: () => number, nextTurn: (run: () => void) => void = setImmediate) {
    this.#share = share
    this.#now = now
    this.#nextTurn = nextTurn
    this.#policy = `"credential";q=${share.burst};w=${Math.ceil(share.burst / share.perSecond)}`
  }

  /** How many credentials are remembered. */
  get remembered(): number {
    return Math.max(this.#fullAt.size, this.#queues.size)
  }

  /**
   * Takes one request out of a credential's bucket and says in the headers what is left
   * (draft-ietf-httpapi-ratelimit-headers-10). Answers false when the bucket is empty, with `Retry-After` in whole seconds.
   */
  take(credential: string, headers: Headers): boolean {
    const { perSecond, burst } = this.#share
    const each = 1_000 / perSecond
    const now = this.#now()
    const fullIn = Math.max(0, (this.#fullAt.get(credential) ?? 0) - now) + each
    const left = Math.floor((burst * each - fullIn) / each + rounding)
    headers['ratelimit-policy'] = this.#policy
    headers.ratelimit = `"credential";r=${Math.max(0, left)};t=${Math.ceil(fullIn / 1_000)}`
    if (left < 0) {
      headers['retry-after'] = Math.max(1, Math.ceil((fullIn - burst * each) / 1_000))
      return false
    }
    this.#fullAt.set(credential, now + fullIn)
    this.#sweep(now)
    return true
  }

  /**
   * Counts the work of a request that `take` let in, in milliseconds. Short work is paid for by the request's own place in
   * the bucket. No work costs more than a full bucket, because the whole machine may have stood still.
   */
  charge(credential: string, workMs: number): void {
    const { perSecond, burst } = this.#share
    const each = 1_000 / perSecond
    const more = Math.min(workMs * workWeight, burst * each) - each
    if (more <= 0) return
    this.#fullAt.set(credential, Math.max(this.#now(), this.#fullAt.get(credential) ?? 0) + more)
  }

  /** Holds back a refusal for a moment. Undefined when too many are held back already. */
  hold(credential: string): Promise<void> | undefined {
    const queue = this.#queueOf(credential)
    if (queue.held >= this.#share.waiting) return undefined
    return Bun.sleep(heldMs + apartMs * queue.held++).then(() => {
      queue.held--
      this.#goOn(credential, queue)
    })
  }

  /**
   * Waits for the credential's turn. Undefined means that it is its turn now. Call `leave` exactly once afterwards.
   * @throws `rate_limited` when too many of its requests wait already.
   */
  enter(credential: string): Promise<void> | undefined {
    const queue = this.#queueOf(credential)
    if (queue.waiting.length === 0 && this.#begin(credential, queue)) return undefined
    if (queue.waiting.length >= this.#share.waiting) throw tooMany()
    return new Promise((resolve) => queue.waiting.push(resolve))
  }

  /** Ends a request that `enter` let in. */
  leave(credential: string): void {
    const queue = this.#queues.get(credential)!
    queue.active--
    this.#goOn(credential, queue)
  }

  #queueOf(credential: string): Queue {
    return this.#queues.getOrInsertComputed(credential, () => ({
      active: 0,
      held: 0,
      begun: false,
      waiting: [],
    }))
  }

  /** Lets one request in, unless one has begun in this turn or enough are in. */
  #begin(credential: string, queue: Queue): boolean {
    if (queue.begun || queue.active >= this.#share.inFlight) return false
    queue.active++
    queue.begun = true
    this.#nextTurn(() => {
      queue.begun = false
      this.#goOn(credential, queue)
    })
    return true
  }

  /** Lets the next one in that waits, or forgets a credential that has nothing going on. */
  #goOn(credential: string, queue: Queue): void {
    if (queue.waiting.length > 0) {
      if (this.#begin(credential, queue)) queue.waiting.shift()!()
    } else if (queue.active === 0 && queue.held === 0 && !queue.begun) this.#queues.delete(credential)
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

  /** Counts so many milliseconds of work against the credential. */
  worked(ms: number): void {
    this.#share.charge(this.#credential, ms)
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
  /** Refusals that are held back. */
  held: number
  /** Whether a request has begun in this turn of the event loop. */
  begun: boolean
  readonly waiting: (() => void)[]
}

export const tooMany = () =>
  new Problem('rate_limited', 'Too many requests with this credential. Wait a little and try again.')
