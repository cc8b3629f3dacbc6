/** What is known about a request from its first moment on. It is kept beside the request, where no handler can lose it. */
import { type Act, type Actor, actBy } from '../domain/act.ts'
import type { Sight } from '../domain/audit.ts'
import type { Caller } from '../domain/caller.ts'
import { Problem, type Refused } from '../domain/problem.ts'
import type { Retry } from '../domain/retry.ts'
import type { Site } from '../domain/site.ts'
import type { Turn } from './turn.ts'

/** Records which patients an answer has shown. */
export interface SightKeeper {
  /** `isMore`: the same answer has shown others before. */
  saw(practiceId: string, act: Act, sight: Sight, isMore: boolean): void
  /** Undefined unless answers must wait. Resolves when all that was kept is on disk. @throws DatabaseUnavailable. */
  readonly kept: (() => Promise<void>) | undefined
}

/** A session or API token of a practice, whether or not it is still good. */
export interface KnownCredential {
  readonly kind: 'session' | 'token'
  readonly id: string
  readonly practiceId: string
}

interface Exchange {
  readonly requestId: string
  /** When the request came, by the clock of `performance.now()`. */
  readonly beganAt: number
  caller: Caller | undefined
  /** The session or API token that came with the request, also one that is no longer good. */
  credential: KnownCredential | undefined
  /** The host by which a request came in. Undefined where the gate let nobody in. */
  site: Site | undefined
  /** The name of the operation; undefined until its route was found. */
  action: string | undefined
  /** Notes which patients the answer shows; undefined where nothing is noted. */
  sights: SightKeeper | undefined
  /** Whether the answer has shown patients by now. */
  hasShown: boolean
  /** Whether requests are limited (RULES §8). */
  isLimited: boolean
  /** The request's place among those of its credential; undefined where nothing is counted. */
  turn: Turn | undefined
  /** The body as it was sent. It is kept only for a request with an `Idempotency-Key`. */
  sent: Uint8Array | undefined
  /** Gives back the room that a large body takes; undefined where it takes none. */
  giveRoomBack: (() => void) | undefined
  /** The caller's address, or `unknown`. It is looked up only when it is asked for. */
  address: () => string
  /** Called with a fault that comes after the answer has begun. */
  reportFault: (error: unknown) => void
  /** Looks the caller up again. @throws `invalid_authorization`. */
  renew: () => void
}

const exchanges = new WeakMap<Request, Exchange>()

/** Names a request and starts its clock. The gate does this before anything else runs. */
export function beginExchange(request: Request): Exchange {
  const exchange: Exchange = {
    requestId: `req_${crypto.randomUUID()}`,
    beganAt: performance.now(),
    caller: undefined,
    credential: undefined,
    site: undefined,
    action: undefined,
    sights: undefined,
    hasShown: false,
    isLimited: false,
    turn: undefined,
    sent: undefined,
    giveRoomBack: undefined,
    address: () => 'unknown',
    reportFault: () => undefined,
    renew: () => undefined,
  }
  exchanges.set(request, exchange)
  return exchange
}

export const exchangeOf = (request: Request): Exchange => exchanges.get(request) ?? beginExchange(request)

export const requestIdOf = (request: Request): string => exchangeOf(request).requestId

/** Does a part of a request's work, and counts its time against the request's credential. */
export function countWork<T>(request: Request, work: () => T): T {
  const turn = exchanges.get(request)?.turn
  return turn === undefined ? work() : turn.count(work)
}

/** Waits until a request may do the next piece of its work. Requests of others come in between. */
export const nextPiece = (request: Request): Promise<void> =>
  exchanges.get(request)?.turn?.nextStep() ?? new Promise((resolve) => setImmediate(resolve))

/**
 * Does work that stops now and then, so that other requests come in between. Each piece counts against the request's
 * credential. Resolves with what the work returns. @throws what it throws.
 */
export async function inPieces<T>(request: Request, work: Iterator<void, T>): Promise<T> {
  for (;;) {
    const { done, value } = countWork(request, () => work.next())
    if (done) return value
    await nextPiece(request)
  }
}

/**
 * Looks again whether the caller may come in. A client can hold a body back for hours, and its member may have been
 * shut out since the request began.
 * @throws `invalid_authorization`.
 */
export const renewCaller = (request: Request): void => exchanges.get(request)?.renew()

/**
 * The member who makes the request.
 * @throws `missing_authorization` when the gate saw none: this is the second lock on every route.
 */
export function callerOf(request: Request): Caller {
  const caller = exchanges.get(request)?.caller
  if (caller === undefined) throw missingAuthorization()
  return caller
}

export const missingAuthorization = () =>
  new Problem('missing_authorization', 'Send an Authorization header: Bearer <token>.')

/** What a request does: its operation, and who makes it. Without a caller, the actor is a stranger. */
export class RequestAct implements Act {
  readonly #exchange: Exchange
  readonly actor: Actor
  readonly action: string
  readonly unmet: Act['unmet']
  retry: Retry | undefined

  constructor(request: Request, action: string, unmet?: Act['unmet']) {
    this.#exchange = exchangeOf(request)
    this.actor = actorOf(this.#exchange.caller)
    this.action = action
    this.unmet = unmet
  }

  get requestId(): string {
    return this.#exchange.requestId
  }

  get worked(): Act['worked'] {
    return this.#exchange.turn?.worked
  }

  /** Looked up only when it is asked for. */
  get address(): string {
    return this.#exchange.address()
  }
}

const stranger: Actor = { kind: 'stranger', userId: null, role: null, credential: null }

/**
 *
 * What a refused request would have done, with the person as far as they are known, and the practice. `owner` is the member
 * of the link or passkey that was refused.
 */
export function refusedAct(
  request: Request,
  action: string,
  owner?: Refused['owner'],
): { readonly practiceId: string | null; readonly act: Act } {
  const { caller, credential } = exchangeOf(request)
  if (caller) return { practiceId: caller.practiceId, act: new RequestAct(request, action) }
  const known = owner ?? (credential && { practiceId: credential.practiceId, credential })
  const actor = known ? { ...stranger, credential: known.credential } : stranger
  return { practiceId: known?.practiceId ?? null, act: actBy(new RequestAct(request, action), actor) }
}

const actorOf = (caller: Caller | undefined): Actor =>
  caller === undefined
    ? stranger
    : {
        kind: 'member',
        userId: caller.userId,
        role: caller.role,
        credential: { kind: caller.auth.kind, id: caller.auth.id },
      }

/** The host by which a request came in. */
export function siteOf(request: Request): Site {
  const site = exchanges.get(request)?.site
  if (site === undefined) throw new Error('The gate has not seen this request.')
  return site
}

/** The `User-Agent` header, cut to what a list of sessions can show. */
export const userAgentOf = (request: Request): string | null =>
  request.headers.get('user-agent')?.slice(0, 300) ?? null

/** A success in its envelope (RULES §1). */
export const answer = <T>(request: Request, data: T): { data: T; requestId: string } => ({
  data,
  requestId: requestIdOf(request),
})
