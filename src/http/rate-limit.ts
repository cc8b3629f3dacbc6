import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { Problem } from '../domain/problem.ts'

export interface RateLimit {
  /** How many requests one address may make in a minute. */
  readonly perMinute: number
  /** The header in which a trusted proxy before us names the caller's address; without one the line's own counts. */
  readonly addressHeader: string | undefined
}

interface Arriving {
  readonly request: Request
  readonly server: { requestIP(request: Request): { address: string } | null } | null
  readonly set: { headers: Record<string, string | number> }
}

/**
 * The first `parse` hook of routes that are open to everybody: nothing of a request over the limit is read.
 * @throws `rate_limited`, with `Retry-After` in whole seconds.
 */
export function limitRate({ perMinute, addressHeader }: RateLimit) {
  const limiter = new RateLimiterMemory({ points: perMinute, duration: 60 })
  return async ({ request, server, set }: Arriving): Promise<undefined> => {
    const named = addressHeader && request.headers.get(addressHeader)?.split(',').at(-1)?.trim()
    const address = named || server?.requestIP(request)?.address || 'unknown'
    try {
      await limiter.consume(network(address))
    } catch (rejection) {
      if (!(rejection instanceof RateLimiterRes)) throw rejection
      set.headers['retry-after'] = Math.ceil(rejection.msBeforeNext / 1000)
      throw new Problem('rate_limited', 'Too many requests from here. Wait a little and try again.')
    }
  }
}

/** An IPv6 address stands for its /64: whoever has one has all of them. */
function network(address: string): string {
  if (address.startsWith('::ffff:')) return address.slice('::ffff:'.length)
  if (!address.includes(':')) return address
  const [head = '', tail] = address.split('::')
  const groups = head.split(':').filter(Boolean)
  if (tail === undefined) return groups.slice(0, 4).join(':')
  const behind = tail.split(':').filter(Boolean)
  const zeros = Array<string>(Math.max(8 - groups.length - behind.length, 0)).fill('0')
  return [...groups, ...zeros, ...behind].slice(0, 4).join(':')
}
