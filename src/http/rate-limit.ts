import { isIP } from 'node:net'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { Problem } from '../domain/problem.ts'
import type { Share } from './fair-share.ts'

export interface RateLimit {
  /** How many requests one address may make in a minute. */
  readonly perMinute: number
  /** What each credential may ask; `ordinaryShare` when left out. */
  readonly share?: Share
  /** The header in which a trusted proxy before us names the caller's address; without one the line's own counts. */
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
 * Counts how often each address calls the routes that have the hook, all of them together. As their first `parse`
 * hook it sees to it that nothing of a request over the limit is read. Without a limit it lets everything pass.
 */
export function limitRate(limit: RateLimit | undefined): LimitRate {
  if (limit === undefined) return async () => undefined
  const limiter = new RateLimiterMemory({ points: limit.perMinute, duration: 60 })
  return async ({ request, server, set }) => {
    const named = limit.addressHeader && addressIn(request.headers.get(limit.addressHeader))
    const address = named || server?.requestIP(request)?.address || 'unknown'
    try {
      await limiter.consume(networkOf(address))
    } catch (rejection) {
      if (!(rejection instanceof RateLimiterRes)) throw rejection
      set.headers['retry-after'] = Math.ceil(rejection.msBeforeNext / 1000)
      throw new Problem('rate_limited', 'Too many requests from here. Wait a little and try again.')
    }
  }
}

/** The address that the last proxy of a chain added, with or without a port, or undefined when it is none. */
function addressIn(header: string | null): string | undefined {
  const last = header?.split(',').at(-1)?.trim() ?? ''
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(last)?.[1] ?? /^([\d.]+):\d+$/.exec(last)?.[1] ?? last
  return isIP(bare) ? bare : undefined
}

/** An IPv6 address stands for its /64: whoever has one has all of them. */
function networkOf(address: string): string {
  const [, mapped] = /^::ffff:([\d.]+)$/i.exec(address) ?? []
  if (mapped !== undefined || isIP(address) !== 6) return mapped ?? address
  // The URL standard's parser writes every spelling of an address in one way.
  const [head = '', tail] = new URL(`http://[${address.split('%')[0]}]`).hostname.slice(1, -1).split('::')
  const groups = head.split(':').filter(Boolean)
  if (tail === undefined) return groups.slice(0, 4).join(':')
  const behind = tail.split(':').filter(Boolean)
  const zeros = Array<string>(8 - groups.length - behind.length).fill('0')
  return [...groups, ...zeros, ...behind].slice(0, 4).join(':')
}
