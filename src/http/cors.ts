/** What pages of other sites may do with the API (the CORS protocol of the Fetch standard, §3.3). */

const always = {
  'access-control-expose-headers':
    'x-request-id, retry-after, ratelimit, ratelimit-policy, etag, idempotency-replayed',
}

const forPreflights = {
  'access-control-allow-methods': 'GET, POST, PATCH, DELETE',
  'access-control-allow-headers':
    'authorization, content-type, idempotency-key, if-match, if-none-match, last-event-id',
  // Two hours, in seconds. No browser remembers an answer for much longer.
  'access-control-max-age': '7200',
}

type Headers = Record<string, string | number>

/**
 * Lets pages of these origins, and of no others, read the answers of the API. Refusals have the headers too,
 * so that a front end can read the reason. Cookies are not allowed: a page must have a token.
 * The function returns the answer to a preflight of a listed origin, and undefined for every other request.
 */
export function allowOrigins(origins: readonly string[]) {
  const listed = new Set(origins)
  return (request: Request, headers: Headers): Response | undefined => {
    if (listed.size === 0) return undefined
    headers.vary = 'origin'
    const origin = request.headers.get('origin')
    if (origin === null || !listed.has(origin)) return undefined
    headers['access-control-allow-origin'] = origin
    Object.assign(headers, always)
    if (request.method !== 'OPTIONS' || !request.headers.has('access-control-request-method'))
      return undefined
    return new Response(null, { status: 204, headers: forPreflights })
  }
}
