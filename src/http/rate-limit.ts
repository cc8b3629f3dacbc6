import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { Problem } from '../domain/problem.ts'
import { networkOf, parseAddress } from './address.ts'
import type { Share } from './fair-share.ts'

export interface RateLimit {
  /** How many requests one network may make in a minute. */
  readonly perMinute: number
  /** What each credential may ask; `ordinaryShare` when left out. */
  readonly share?: Share
  /** The header in which a trusted proxy names the caller's address. Without it, the connection's address counts. */
  readonly addressHeader: string | undefined
}

interface Arriving {
  readonly request: Request
  readonly server: { requestIP(request: Request): { address: string } | null } | null
  readonly set: { headers: Record<string, string | number> }
}

/** A hook, for `parse` or `transform`. @throws `rate_limited`, with `Retry-After` in whole seconds. */
export type LimitRate = (arriving: Arriving) => Promise<undefined>

/**
 * Makes a hook that limits how often one network calls (RULES §8). All routes with the same hook share one count.
 * As the first `parse` hook of a route, it refuses a request before its body is read.
 * Without a limit, the hook lets every request pass.
 */
export function limitRate(limit: RateLimit | undefined): LimitRate {
  if (limit === undefined) return async () => undefined
  const limiter = new RateLimiterMemory({ points: limit.perMinute, duration: 60 })
  return async ({ request, server, set }) => {
    const named = limit.addressHeader && lastAddressIn(request.headers.get(limit.addressHeader))
    const address = named || server?.requestIP(request)?.address || 'unknown'
    try {
      await limiter.consume(networkOf(address, 64))
    } catch (rejection) {
      if (!(rejection instanceof RateLimiterRes)) throw rejection
      set.headers['retry-after'] = Math.ceil(rejection.msBeforeNext / 1000)
      throw new Problem('rate_limited', 'Too many requests from here. Wait a little and try again.')
    }
  }
}

/** In a chain of proxies, the last one is ours. Clients can write anything before its address. */
const lastAddressIn = (header: string | null): string | undefined =>
  parseAddress(header?.split(',').at(-1) ?? '')
