import { Problem } from '../domain/problem.ts'
import { networkOf } from './address.ts'
import { exchangeOf } from './exchange.ts'
import type { Share } from './fair-share.ts'
import type { HourlyBytes } from './write-share.ts'

export interface RateLimit {
  /**
   * How many requests one address may make in a minute. An IPv6 network of 64 bits counts as one address. A network of 48
   * bits may make ten times as many.
   */
  readonly perMinute: number
  /** What each credential may ask; `ordinaryShare` when left out. */
  readonly share?: Share
  /** How much may be written; `hourlyBytes` when left out. */
  readonly written?: HourlyBytes
}

interface Arriving {
  readonly request: Request
  readonly set: { headers: Record<string, string | number> }
}

/** A hook, for `parse` or `transform`. @throws `rate_limited`, with `Retry-After` in whole seconds. */
export type LimitRate = (arriving: Arriving) => undefined

const addressesOfNetwork = 10

/**
 * Makes a hook that limits how often one network calls (RULES §8). All routes with the same hook share one count.
 * As the first `parse` hook of a route, it refuses a request before its body is read.
 * Without a limit, the hook lets every request pass.
 * @param now a clock in milliseconds that never runs backwards
 */
export function limitRate(limit: RateLimit | undefined, now = () => performance.now()): LimitRate {
  if (limit === undefined) return () => undefined
  const addresses = new Windows(limit.perMinute, now)
  const networks = new Windows(limit.perMinute * addressesOfNetwork, now)
  const policy = `"address";q=${addresses.quota};w=60, "network";q=${networks.quota};w=60`
  return ({ request, set: { headers } }) => {
    const address = exchangeOf(request).address()
    add(headers, 'ratelimit-policy', policy)
    const near = addresses.take(networkOf(address, 64))
    add(headers, 'ratelimit', `"address";${said(near)}`)
    if (near.left < 0) throw tooMany(headers, near)
    // What was refused above is not counted here: one address must not use up the share of its network.
    const wide = networks.take(networkOf(address, 48))
    add(headers, 'ratelimit', `"network";${said(wide)}`)
    if (wide.left < 0) throw tooMany(headers, wide)
  }
}

/** Adds to a list, in which the credential's limit may stand already. */
function add(headers: Record<string, string | number>, name: string, value: string): void {
  headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`
}

/** In the form of draft-ietf-httpapi-ratelimit-headers-10. */
const said = ({ left, seconds }: Taken) => `r=${Math.max(0, left)};t=${seconds}`

function tooMany(headers: Record<string, string | number>, { seconds }: Taken): Problem {
  headers['retry-after'] = seconds
  return new Problem('rate_limited', 'Too many requests from here. Wait a little and try again.')
}

interface Taken {
  /** How many more requests the window allows. Below 0 for a request that is one too many. */
  readonly left: number
  /** Until the window ends. */
  readonly seconds: number
}

const minute = 60_000
/** A flood from ever new networks must not fill the memory: the oldest windows are forgotten. */
const mostRemembered = 50_000

/** Counts requests by key, each in windows that begin with its first request. They last a minute unless `windowMs` says otherwise. */
export class Windows {
  readonly quota: number
  readonly #now: () => number
  readonly #windowMs: number
  /** In the order in which the windows began, and so in the order in which they end. */
  readonly #windows = new Map<string, { taken: number; readonly endsAt: number }>()

  constructor(quota: number, now: () => number, windowMs = minute) {
    this.quota = quota
    this.#now = now
    this.#windowMs = windowMs
  }

  get remembered(): number {
    return this.#windows.size
  }

  take(key: string, amount = 1): Taken {
    const now = this.#now()
    let window = this.#windows.get(key)
    if (window === undefined || window.endsAt <= now) {
      this.#windows.delete(key)
      this.#forget(now)
      window = { taken: 0, endsAt: now + this.#windowMs }
      this.#windows.set(key, window)
    }
    window.taken += amount
    return this.look(key)
  }

  /** What is left, without taking anything. */
  look(key: string): Taken {
    const now = this.#now()
    const { taken, endsAt } = this.#windows.get(key) ?? { taken: 0, endsAt: now }
    if (endsAt <= now) return { left: this.quota, seconds: 0 }
    return { left: this.quota - taken, seconds: Math.ceil((endsAt - now) / 1000) }
  }

  #forget(now: number): void {
    for (const [key, { endsAt }] of this.#windows) {
      if (endsAt > now && this.#windows.size < mostRemembered) return
      this.#windows.delete(key)
    }
  }
}
