import type { Caller } from '../domain/caller.ts'
import { badToken, Problem } from '../domain/problem.ts'
import { beginExchange, missingAuthorization } from './exchange.ts'
import { isOpen, pathOf } from './path.ts'

/** Finds the member behind a token, or undefined when the token is unknown, expired or revoked. */
export type Authenticate = (token: string, requestId: string) => Caller | undefined

export interface GateOptions {
  readonly authenticate: Authenticate
  /** The paths that need no token. An entry that ends in `/` opens everything below it. */
  readonly open: readonly string[]
  readonly isStopping: () => boolean
}

interface Arriving {
  readonly request: Request
  readonly set: { headers: Record<string, string | number> }
}

const bearer = /^Bearer +([\w-]+) *$/i

/**
 * The one gate before everything (RULES §5). It names the request, and closes every path that is not known to be open,
 * unknown routes included. It runs as `onRequest`, the only hook that no route can step around.
 * Once the service is stopping, nothing new comes in and clients are told to hang up.
 */
export const gate =
  ({ authenticate, open, isStopping }: GateOptions) =>
  ({ request, set }: Arriving): void => {
    const exchange = beginExchange(request)
    set.headers['x-request-id'] = exchange.requestId
    set.headers['cache-control'] = 'no-store'
    if (isStopping()) {
      set.headers.connection = 'close'
      throw new Problem('unavailable', 'The service is stopping. Try again shortly.')
    }
    if (isOpen(pathOf(request), open)) return
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
