/** What is known of a request from its first moment on, kept beside it where no handler can lose it. */
import type { Caller } from '../domain/caller.ts'
import { forbidden, Problem } from '../domain/problem.ts'

interface Exchange {
  readonly requestId: string
  /** By the clock of `performance.now()`. */
  readonly beganAt: number
  caller: Caller | undefined
  /** Looks the caller up again. */
  renew: () => void
}

const exchanges = new WeakMap<Request, Exchange>()

export function beginExchange(request: Request): Exchange {
  const exchange: Exchange = {
    requestId: `req_${crypto.randomUUID()}`,
    beganAt: performance.now(),
    caller: undefined,
    renew: () => undefined,
  }
  exchanges.set(request, exchange)
  return exchange
}

/**
 * Looks again whether the caller may come in: a body can be held back for as long as it pleases who sends it, and
 * whoever was shut out meanwhile may not finish it.
 * @throws `invalid_authorization`.
 */
export const renewCaller = (request: Request): void => exchanges.get(request)?.renew()

export const exchangeOf = (request: Request): Exchange => exchanges.get(request) ?? beginExchange(request)

export const requestIdOf = (request: Request): string => exchangeOf(request).requestId

/**
 * The member who makes the request.
 * @throws `missing_authorization` when the gate did not see one: the second lock on every route.
 */
export function callerOf(request: Request): Caller {
  const caller = exchanges.get(request)?.caller
  if (caller === undefined) throw missingAuthorization()
  return caller
}

/**
 * The same, for what only owners may do (contract §5). Routes also run it as `transform`, so that an assistant
 * is refused before anything is said about the body.
 * @throws `forbidden` for an assistant.
 */
export function ownerOf(request: Request): Caller {
  const caller = callerOf(request)
  if (caller.role !== 'owner') throw forbidden()
  return caller
}

/**
 * The same, for what only a person who is signed in may do: a token that leaks must not make itself at home.
 * @throws `forbidden` for a caller with an API token.
 */
export function signedInOf(request: Request): Caller {
  const caller = callerOf(request)
  if (caller.auth.kind !== 'session')
    throw forbidden('Only a member who is signed in with a passkey may do this, not an API token.')
  return caller
}

export const missingAuthorization = () =>
  new Problem('missing_authorization', 'Send an Authorization header: Bearer <token>.')

/** Both: what makes members, or makes members anew. */
export const signedInOwnerOf = (request: Request): Caller => {
  ownerOf(request)
  return signedInOf(request)
}

/** The hook of routes that only owners may call. */
export const ownersOnly = ({ request }: { request: Request }): void => {
  ownerOf(request)
}

/** The hook of routes that only owners may call, and they only signed in. */
export const signedInOwnersOnly = ({ request }: { request: Request }): void => {
  signedInOwnerOf(request)
}

/** The hook of routes that API tokens may not call. */
export const signedInOnly = ({ request }: { request: Request }): void => {
  signedInOf(request)
}

/** What the browser calls itself, as far as it fits a list. */
export const userAgentOf = (request: Request): string | null =>
  request.headers.get('user-agent')?.slice(0, 300) ?? null

/** A success, in the envelope (contract §1). */
export const answer = <T>(request: Request, data: T): { data: T; requestId: string } => ({
  data,
  requestId: requestIdOf(request),
})
