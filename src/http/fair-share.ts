import { Problem } from '../domain/problem.ts'

/**
 * How much one credential may ask: `perSecond` requests on average and `burst` at once. At most `inFlight` of its
 * requests are worked on at a time. Up to `waiting` more requests wait until they can begin.
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
 * A millisecond of work counts as this many milliseconds of the credential's time. So a credential takes at most a
 * quarter of a processor core on average, however much work its requests need.
 */
const workWeight = 4

/** Sums of times are rounded. Without this margin, a full bucket would at times refuse its last request. */
const rounding = 1e-6

type Headers = Record<string, string | number>

/**
 * Gives each credential its share, so that a credential that asks too much slows only itself. The requests that a
 * credential may still send are its bucket. Times are in milliseconds.
 */
export class FairShare {
  readonly #share: Share
  readonly #now: () => number
  /** For each credential the moment at which its bucket is full again (GCRA's "theoretical arrival time"). */
  readonly #fullAt = new Map<string, number>()
  readonly #policy: string
  #nextSweep = 1_000

  /** @param now a clock that never runs backwards, such as `performance.now()` */
  constructor(share: Share, now: () => number) {
    this.#share = share
    this.#now = now
    this.#policy = `"credential";q=${share.burst};w=${Math.ceil(share.burst / share.perSecond)}`
  }

  /** How many credentials are remembered. */
  get remembered(): number {
    return this.#fullAt.size
  }

  /** How many milliseconds of a request's work cost nothing beyond what `take` took out of the bucket. */
  get freeMs(): number {
    return 1_000 / this.#share.perSecond / workWeight
  }

  /**
   * Takes one request out of a credential's bucket, and writes into the headers how many are left
   * (draft-ietf-httpapi-ratelimit-headers-10). Returns false when the bucket is empty, and sets `Retry-After` in whole
   * seconds.
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
   * Counts the work of a request for which `take` returned true. The request and its work cost at most a full bucket,
   * because the whole machine may have been paused during the work.
   */
  charge(credential: string, workMs: number): void {
    const { perSecond, burst } = this.#share
    const more = Math.min(workMs * workWeight, ((burst - 1) * 1_000) / perSecond)
    if (more <= 0) return
    this.#fullAt.set(credential, Math.max(this.#now(), this.#fullAt.get(credential) ?? 0) + more)
  }

  /**
   * Forgets credentials with a full bucket. This takes little time, as it is done only when their number has doubled.
   */
  #sweep(now: number): void {
    if (this.#fullAt.size < this.#nextSweep) return
    for (const [credential, fullAt] of this.#fullAt) if (fullAt <= now) this.#fullAt.delete(credential)
    this.#nextSweep = Math.max(1_000, this.#fullAt.size * 2)
  }
}

export const tooMany = () =>
  new Problem('rate_limited', 'Too many requests with this credential. Wait a little and try again.')
