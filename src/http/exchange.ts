/**
 * The facts about a request, from its arrival on. They are kept beside the request, so that no handler can lose them.
 */
import { type Act, type Actor, actBy } from '../domain/act.ts'
import type { Sight } from '../domain/audit.ts'
import type { Caller } from '../domain/caller.ts'
import { Problem, type Refused } from '../domain/problem.ts'
import type { Retry } from '../domain/retry.ts'
import type { Site } from '../domain/site.ts'
import type { Turn } from './turn.ts'

/** Keeps sights. A sight is a note for the audit trail: which patients an answer has shown. */
export interface SightKeeper {
  /** `isMore` means that the same answer has shown other patients before. */
  saw(practiceId: string, act: Act, sight: Sight, isMore: boolean): void
  /**
   * Resolves when all sights are on disk. Undefined when answers need not wait for that. @throws DatabaseUnavailable.
   */
  readonly kept: (() => Promise<void>) | undefined
}

/** A session or API token of a practice, whether or not it is still valid. */
export interface KnownCredential {
  readonly kind: 'session' | 'token'
  readonly id: string
  readonly practiceId: string
}

interface Exchange {
  readonly requestId: string
  /** When the request arrived, by the clock of `performance.now()`. */
  readonly beganAt: number
  caller: Caller | undefined
  /** The session or API token that came with the request, even when it is no longer valid. */
  credential: KnownCredential | undefined
  /**
   * The host by which the request came in. It may be undefined for preflights, for health checks, and for requests that
   * the gate (`gate.ts`) has refused.
   */
  site: Site | undefined
  /** The name of the operation; undefined until its route was found. */
  action: string | undefined
  /** Notes which patients the answer shows; undefined when nothing is noted. */
  sights: SightKeeper | undefined
  /** Whether the answer has shown patients by now. */
  hasShown: boolean
  /** Whether requests are limited (RULES §8). */
  isLimited: boolean
  /** The request's place among the requests of its credential; undefined when requests are not counted. */
  turn: Turn | undefined
  /** The body as it was sent. It is kept only for a request with an `Idempotency-Key`. */
  sent: Uint8Array | undefined
  /** Frees the memory that was reserved for a large body; undefined when no memory was reserved. */
  giveRoomBack: (() => void) | undefined
  /** The caller's address, or `unknown`. It is looked up only when it is asked for. */
  address: () => string
  /** Called with a fault that happens after the answer has begun. */
  reportFault: (error: unknown) => void
  /** Looks the caller up again. @throws `invalid_authorization`. */
  renew: () => void
}

const exchanges = new WeakMap<Request, Exchange>()

/** Gives a request its id and starts its clock. The gate does this before anything else runs. */
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

/** Waits until a request may do the next piece of its work. Requests of other callers run in between. */
export const nextPiece = (request: Request): Promise<void> =>
  exchanges.get(request)?.turn?.nextStep() ?? new Promise((resolve) => setImmediate(resolve))

/**
 * Does work that pauses now and then, so that other requests run in between. Each piece of the work counts against the
 * request's credential. Resolves with the result of the work. @throws the error of the work.
 */
export async function inPieces<T>(request: Request, work: Iterator<void, T>): Promise<T> {
  for (;;) {
    const { done, value } = countWork(request, () => work.next())
    if (done) return value
    await nextPiece(request)
  }
}

/**
 * Checks the caller's access again. A client can take hours to send a body, and its member may have lost the access
 * since the request began.
 * @throws `invalid_authorization`.
 */
export const renewCaller = (request: Request): void => exchanges.get(request)?.renew()

/**
 * The member who makes the request.
 * @throws `missing_authorization` when the gate (`gate.ts`) found no member. This is the second check on every route.
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

  /** The caller's address. It is looked up only when it is asked for. */
  get address(): string {
    return this.#exchange.address()
  }
}

const stranger: Actor = { kind: 'stranger', userId: null, role: null, credential: null }

/**
 * The act of a refused request, with the actor and the practice as far as they are known. `owner` is the member of the
 * link or passkey that was refused.
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

/** The `User-Agent` header, cut to the length that a list of sessions can show. */
export const userAgentOf = (request: Request): string | null =>
  request.headers.get('user-agent')?.slice(0, 300) ?? null

/** A success in its envelope (RULES §1). */
export const answer = <T>(request: Request, data: T): { data: T; requestId: string } => ({
  data,
  requestId: requestIdOf(request),
})
