/** How a cell on Fly sends a request to another cell: https://fly.io/docs/networking/dynamic-request-routing/ */

/** For how long Fly's proxy may send the requests of a host on by itself, in seconds. */
const cachedSeconds = 300
/** A request is sent on three times at most, so two cells with different pictures send none around for ever. */
const mostHops = 3

/**
 * The headers that send a request on to the cell `to`. The name of a cell is the name of its app. `source` is what the proxy
 * wrote into `fly-replay-src`: the cells that have sent the request on, in `state`. A cell that got a request from another one,
 * and does not have the practice, sends it back: that clears the proxy's memory. The first cell then sends it on rightly.
 * A stranger can write that header, too. So a request with a name in it that `isCell` does not know is sent nowhere.
 */
export function flyHeaders(
  { host, own, to }: { readonly host: string; readonly own: string; readonly to: string },
  source: string | null,
  isCell: (name: string) => boolean,
): Record<string, string> {
  const state = /(?:^|;)state=([^;]*)/.exec(source ?? '')?.[1] ?? ''
  const hops = state === '' ? [] : state.split('.', mostHops)
  if (hops.length >= mostHops || !hops.every(isCell)) return {}
  const next = [...hops, own].join('.')
  if (hops.length === 1)
    return { 'fly-replay': `app=${hops[0]};state=${next}`, 'fly-replay-cache': 'invalidate' }
  return {
    'fly-replay': `app=${to};state=${next}`,
    'fly-replay-cache': `${host}/*`,
    'fly-replay-cache-ttl-secs': String(cachedSeconds),
  }
}
