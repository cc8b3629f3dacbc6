import type { Caller } from '../domain/caller.ts'
import { badToken, misdirected, Problem } from '../domain/problem.ts'
import type { Site } from '../domain/site.ts'
import { allowOrigins } from './cors.ts'
import { beginExchange, type KnownCredential, missingAuthorization, type SightKeeper } from './exchange.ts'
import { tooMany } from './fair-share.ts'
import { largeBodies, largeBytes, noRoom } from './large-bodies.ts'
import { type Observe, seenOf } from './observe.ts'
import { pathOf, pathsAmong, queryOf, routesAmong } from './path.ts'
import type { ReportFault } from './problems.ts'
import { type Shares, Turn } from './turn.ts'

/**
 * Finds the member who owns a token. Undefined when the token is unknown, expired or revoked. Undefined also when
 * `serves` returns false for the member's practice: then the token has no effect.
 */
type Authenticate = (
  token: string,
  requestId: string,
  path: string,
  serves: Site['serves'],
) => Caller | undefined

/**
 * The host by which a request came in. Null for a host that belongs to nobody. With `as seen`, the database is not
 * asked whether the hosts have changed since the last look-up of a token. That look-up must belong to the same piece of
 * work.
 */
type FindSite = (request: Request, asSeen?: 'as seen') => Site | null

interface GateOptions {
  readonly authenticate: Authenticate
  /** Finds the credential of a token that was refused, for the log and the audit trail. */
  readonly recognise: (token: string) => KnownCredential | undefined
  /** The exact paths that need no token. Every path below them needs a token. */
  readonly open: readonly string[]
  /** The routes below the API that need no token. Each is open for its method. */
  readonly openRoutes: readonly { readonly method: string; readonly path: string }[]
  /** The paths of `open` that are answered whatever host the request names. */
  readonly anywhere: readonly string[]
  readonly findSite: FindSite
  /** Headers that name the other server that has a request's host, when the host belongs to nobody here. */
  readonly leadElsewhere: (request: Request) => Readonly<Record<string, string>>
  /** The origins of other sites. Their pages may call the routes that need a token. */
  readonly allowedOrigins: readonly string[]
  /** How much each credential and each practice may ask; undefined for no limit. */
  readonly shares: Shares | undefined
  /** The practice of the booking page or the calendar feed at an open path; null for every other path. */
  readonly visited: (path: string) => string | null
  readonly addressOf: (request: Request) => string
  readonly sights: SightKeeper
  readonly reportFault: ReportFault
  /** Called with preflights and redirects, which no route answers. */
  readonly observe: Observe
  readonly isStopping: () => boolean
  /** The clock of the service, in epoch milliseconds. */
  readonly now: () => number
}

type Headers = Record<string, string | number>

interface Arriving {
  readonly request: Request
  readonly set: { headers: Headers }
}

const bearer = /^Bearer +([\w-]+) *$/i

/**
 * A function that writes instants in the form of headers (RFC 9110 §5.6.7). Within a second, it returns the same text.
 */
function dates(): (instant: number) => string {
  let [second, text] = [Number.NaN, '']
  return (instant) => {
    const now = Math.floor(instant / 1000)
    if (now !== second) [second, text] = [now, new Date(instant).toUTCString()]
    return text
  }
}

/**
 * The first check of every request (RULES §5). It gives the request its id. Every path that is not listed as open needs
 * a token, even a path without a route. It runs as `onRequest`, the only hook that no route can avoid. While the
 * service is stopping, requests are still answered. The answers ask clients to close the connection, and the health
 * checks answer that the service is unavailable.
 */
export function gate(options: GateOptions) {
  const {
    authenticate,
    recognise,
    open,
    findSite,
    shares,
    addressOf,
    reportFault,
    observe,
    isStopping,
    now,
  } = options
  const allow = allowOrigins(options.allowedOrigins)
  const isOpenPath = pathsAmong(open)
  const isOpenRoute = routesAmong(options.openRoutes)
  const isAnywhere = pathsAmong(options.anywhere)
  const dateAt = dates()
  /** @throws `misdirected` when the host belongs to nobody. */
  const siteOf = (request: Request, set: Arriving['set']): Site => {
    const site = findSite(request)
    if (site !== null) return site
    Object.assign(set.headers, options.leadElsewhere(request))
    throw misdirected()
  }

  /** All visitors of a practice together may ask as much as one credential. @throws `rate_limited`. */
  const visitorsTurn = (path: string): Turn | undefined => {
    const practiceId = shares === undefined ? null : options.visited(path)
    if (practiceId === null) return undefined
    const credential = `visitors of ${practiceId}`
    shares!.practices.asks(practiceId)
    // A visitor need not know how much others ask, so the headers are not sent.
    if (!shares!.credentials.take(credential, {})) throw tooMany()
    return new Turn(shares!, { practiceId, credential })
  }

  // Elysia reads the names of the parameters. For a handler that takes the whole context, it would parse the body.
  return ({ request, set }: Arriving): Response | undefined => {
    const exchange = beginExchange(request)
    const { requestId } = exchange
    // The log and the audit trail both ask for the address, and Bun takes some microseconds to make its text.
    let address: string | undefined
    exchange.address = () => {
      address ??= addressOf(request)
      return address
    }
    exchange.reportFault = (error) => reportFault({ requestId, error })
    exchange.sights = options.sights
    exchange.isLimited = shares !== undefined
    set.headers['x-request-id'] = requestId
    set.headers.date = dateAt(now())
    set.headers['cache-control'] = 'no-store'
    const path = pathOf(request)
    const isClosed = !isOpenPath(path) && !isOpenRoute(request.method, path)
    const preflight = isClosed ? allow(request, set.headers) : undefined
    if (preflight) {
      siteOf(request, set)
      observe(seenOf(request, 'preflight', preflight.status))
      return preflight
    }
    const stopping = isStopping()
    if (stopping) set.headers.connection = 'close'
    if (!isClosed) {
      if (isAnywhere(path)) {
        // A proxy with several servers reads this answer, and sends its requests to another server.
        if (stopping) throw new Problem('unavailable', 'The service is stopping. Try again shortly.')
        return undefined
      }
      exchange.site = siteOf(request, set)
      const redirect = leadToNewHost(request, path, exchange.site)
      if (redirect) observe(seenOf(request, 'redirect', redirect.status))
      else exchange.turn = visitorsTurn(path)
      return redirect
    }
    const token = tokenOf(request, () => siteOf(request, set))
    exchange.renew = () => {
      // `serves` is called only for a valid token. When the token is not accepted, the host is looked up below.
      const serves: Site['serves'] = (practiceId) => {
        exchange.site = findSite(request, 'as seen') ?? undefined
        return exchange.site?.serves(practiceId) ?? false
      }
      exchange.caller = token === undefined ? undefined : authenticate(token, requestId, path, serves)
      if (exchange.caller === undefined) {
        siteOf(request, set)
        exchange.credential ??= token === undefined ? undefined : recognise(token)
        throw badToken()
      }
      const { practiceId, auth } = exchange.caller
      exchange.credential = { kind: auth.kind, id: auth.id, practiceId }
    }
    exchange.renew()
    const { auth, practiceId } = exchange.caller!
    const credential = auth.id
    const bytes = largeBytes(request)
    shares?.practices.asks(practiceId)
    exchange.giveRoomBack = bytes > 0 ? largeBodies.hold(credential, practiceId, bytes) : undefined
    if (shares !== undefined && !shares.credentials.take(credential, set.headers)) throw tooMany()
    if (bytes > 0 && exchange.giveRoomBack === undefined) throw noRoom()
    if (shares !== undefined) exchange.turn = new Turn(shares, { practiceId, credential })
    return undefined
  }
}

/**
 * The token in the `Authorization` header, or undefined for a header in another form.
 * @throws `missing_authorization` when there is no header. Before that, the error of `requireSite`.
 */
function tokenOf(request: Request, requireSite: () => unknown): string | undefined {
  const header = request.headers.get('authorization')
  if (header === null) {
    requireSite()
    throw missingAuthorization()
  }
  return bearer.exec(header)?.[1]
}

/**
 * Redirects a browser that opens a page at a former host of a practice. Every other request is answered at that host. A
 * program does not send its token or its body again to another host. An open page loads its files from its own host.
 */
function leadToNewHost(request: Request, path: string, { movedTo }: Site): Response | undefined {
  if (movedTo === null || !/^(?:GET|HEAD)$/.test(request.method)) return undefined
  const isPage = !path.startsWith('/api/') && !path.slice(path.lastIndexOf('/')).includes('.')
  const isOpened = /^(?:navigate)?$/.test(request.headers.get('sec-fetch-mode') ?? '')
  if (!isPage || !isOpened) return undefined
  const query = queryOf(request)
  // Browsers add the fragment of the old address, which holds the secret of a link.
  return new Response(null, {
    status: 307,
    headers: { location: `${movedTo}${path}${query && `?${query}`}` },
  })
}
