/** How a cell on Fly sends a request to another cell: https://fly.io/docs/networking/dynamic-request-routing/ */

/** How long Fly's proxy may remember the cell of a host and send its requests there by itself, in seconds. */
const cachedSeconds = 300
/**
 * A request is sent on at most this many times. So two cells that disagree about a practice do not send a request back
 * and forth for ever.
 */
const mostHops = 3

/**
 * The headers of an answer with which Fly's proxy sends the request on to the cell `to`. The name of a cell is the name of its app on Fly. `source` is
 * the header `fly-replay-src`, which the proxy wrote. Its `state` lists the cells that have sent the request on.
 *
 * When a cell gets a request from another cell and does not have the practice, it sends the request back. The return
 * clears the proxy's memory, and the first cell then sends the request to the right cell.
 *
 * A stranger can write the header, too. So if the header names a cell that `isCell` does not know, the request is not
 * sent on.
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
