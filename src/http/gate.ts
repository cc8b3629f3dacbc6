import type { Caller } from '../domain/caller.ts'
import { badToken, Problem } from '../domain/problem.ts'
import { beginExchange, missingAuthorization } from './exchange.ts'
import { type FairShare, Turn, tooMany } from './fair-share.ts'
import { isOpen, pathOf } from './path.ts'
import type { ReportFault } from './problems.ts'

/** Finds the member behind a token, or undefined when the token is unknown, expired or revoked. */
export type Authenticate = (token: string, requestId: string) => Caller | undefined

export interface GateOptions {
  readonly authenticate: Authenticate
  /** The paths that need no token. An entry that ends in `/` opens everything below it. */
  readonly open: readonly string[]
  /** What each credential may ask; undefined for no limit. */
  readonly share: FairShare | undefined
  readonly addressOf: (request: Request) => string
  readonly reportFault: ReportFault
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
  ({ authenticate, open, share, addressOf, reportFault, isStopping }: GateOptions) =>
  ({ request, set }: Arriving): void => {
    const exchange = beginExchange(request)
    const { requestId } = exchange
    exchange.address = () => addressOf(request)
    exchange.reportFault = (error) => reportFault({ requestId, error })
    set.headers['x-request-id'] = requestId
    set.headers['cache-control'] = 'no-store'
    if (isStopping()) {
      set.headers.connection = 'close'
      throw new Problem('unavailable', 'The service is stopping. Try again shortly.')
    }
    if (isOpen(pathOf(request), open)) return
    exchange.renew = () => {
      exchange.caller = authenticated(request, (token) => authenticate(token, requestId))
    }
    exchange.renew()
    if (share === undefined) return
    const credential = exchange.caller!.auth.id
    if (!share.take(credential, set.headers)) {
      exchange.held = share.hold(credential)
      // Who asks on over ever more connections has to open each of them again.
      if (exchange.held === undefined) set.headers.connection = 'close'
      throw tooMany()
    }
    exchange.turn = new Turn(share, credential)
  }

function authenticated(request: Request, authenticate: (token: string) => Caller | undefined): Caller {
  const header = request.headers.get('authorization')
  if (header === null) throw missingAuthorization()
  const token = bearer.exec(header)?.[1]
  const caller = token === undefined ? undefined : authenticate(token)
  if (caller === undefined) throw badToken()
  return caller
}
