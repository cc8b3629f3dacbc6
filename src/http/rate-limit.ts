import { Problem } from '../domain/problem.ts'
import { networkOf } from './address.ts'
import { exchangeOf } from './exchange.ts'
import type { Share } from './fair-share.ts'
import { type Taken, Windows } from './windows.ts'
import type { HourlyBytes } from './write-share.ts'

export interface RateLimit {
  /**
   * How many requests one address may make in a minute. An IPv6 network of 64 bits counts as one address. A network of
   * 48 bits may make ten times as many.
   */
  readonly perMinute: number
  /** How much each credential may ask; `ordinaryShare` when left out. */
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
    // A request that was refused above is not counted here: one address must not use up the share of its network.
    const wide = networks.take(networkOf(address, 48))
    add(headers, 'ratelimit', `"network";${said(wide)}`)
    if (wide.left < 0) throw tooMany(headers, wide)
  }
}

/** Adds a value to a header that is a list. The list may contain the limit of the credential already. */
function add(headers: Record<string, string | number>, name: string, value: string): void {
  headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`
}

/** What is left of a limit, in the form of draft-ietf-httpapi-ratelimit-headers-10. */
const said = ({ left, seconds }: Taken) => `r=${Math.max(0, left)};t=${seconds}`

function tooMany(headers: Record<string, string | number>, { seconds }: Taken): Problem {
  headers['retry-after'] = seconds
  return new Problem('rate_limited', 'Too many requests from here. Wait a little and try again.')
}
