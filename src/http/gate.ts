import type { Caller } from '../domain/caller.ts'
import { badToken, Problem } from '../domain/problem.ts'
import { beginExchange, missingAuthorization } from './exchange.ts'

/** Finds the member behind a token, or undefined for one that is unknown, expired or revoked. */
export type Authenticate = (token: string, requestId: string) => Caller | undefined

const bearer = /^Bearer +([\w-]+) *$/i
const closed = /^\/*api\/v1(\/|$)/

/**
 * The one gate before everything: names the request and closes the whole `/api/v1` prefix, unknown routes
 * included, to whoever has no good token. Runs as `onRequest`, the only hook that no route can step around.
 * Once the service is stopping nothing new comes in, and whoever asks is told to hang up.
 */
export const gate =
  (authenticate: Authenticate, isStopping: () => boolean) =>
  ({ request, set }: { request: Request; set: { headers: Record<string, string | number> } }): void => {
    const exchange = beginExchange(request)
    set.headers['x-request-id'] = exchange.requestId
    set.headers['cache-control'] = 'no-store'
    if (isStopping()) {
      set.headers.connection = 'close'
      throw new Problem('unavailable', 'The service is stopping. Try again shortly.')
    }
    if (!closed.test(pathOf(request.url))) return
    exchange.renew = () => {
      exchange.caller = authenticated(request, (token) => authenticate(token, exchange.requestId))
    }
    exchange.renew()
  }

function authenticated(request: Request, authenticate: (token: string) => Caller | undefined): Caller {
  const header = request.headers.get('authorization')
  if (header === null) throw missingAuthorization()
  const token = bearer.exec(header)?.[1]
  const caller = token === undefined ? undefined : authenticate(token)
  if (caller === undefined) throw badToken()
  return caller
}

/** What lies between the host and the query of an absolute URL, without building a URL object for it. */
function pathOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('://') + 3)
  const end = url.indexOf('?', start)
  return end === -1 ? url.slice(start) : url.slice(start, end)
}
