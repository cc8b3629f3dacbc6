/** The description of a route, and the values that its handler gets. */
import type { Static, TProperties, TSchema } from '@sinclair/typebox'
import type { Act } from '../domain/act.ts'
import type { Caller, TokenScope } from '../domain/caller.ts'
import type { ProblemCode } from '../domain/problem.ts'
import type { Who } from './guards.ts'
import type { Paged } from './pages.ts'
import type { LimitRate } from './rate-limit.ts'
import type { Minted, Repeats } from './repeats.ts'
import type { Saw } from './sights.ts'

/** Runs a function so that its reads see one state of the records, up to its first `await`. */
export type Reading = <T>(read: () => T) => T

/** A route, ready to be mounted under a method and a path. */
export interface Route {
  readonly handler: (repeats: Repeats | undefined, reading?: Reading) => (context: Context) => unknown
  readonly hook: {
    readonly detail: { readonly description?: string; readonly [key: string]: unknown }
    readonly [key: string]: unknown
  }
  /** The scope that an API token needs, by method; undefined when no token is needed or accepted. */
  readonly scopeFor?: ((method: string) => TokenScope) | undefined
  /**
   * Where the answer to a request with an `Idempotency-Key` is kept: in the transaction of its write, or afterwards.
   * `never` stands for an open route: its callers have no credential. Undefined for a route that only reads.
   */
  readonly keeps?: 'in its write' | 'afterwards' | 'never' | undefined
}

/** The keyword under which an operation of the OpenAPI document has an example of its events. */
export const eventsKey = 'x-events'

/** The keyword under which an operation lists the codes of its problems. */
export const problemsKey = 'x-problems'

/** The keyword of an operation of the OpenAPI document that takes conditions. */
export const conditionalKey = 'x-conditional'

/** Opens an event stream for a caller. @throws problems, before anything is sent. */
type EventsOf = (given: {
  readonly request: Request
  readonly caller: Caller
  readonly query: Readonly<Record<string, string | undefined>>
}) => ReadableStream<Uint8Array>

export interface Spec<I extends TProperties, Q extends TSchema, B extends TSchema, A extends TSchema> {
  /** The ids in the path, each described. The handler gets the ids in lower case. A malformed id finds no record. */
  readonly ids?: I
  readonly query?: Q
  /** The query is never refused (RULES §4.1): the handler reads what it can. */
  readonly lenient?: true
  readonly body?: B
  /** The body is a file of one of these media types. The handler reads the file piece by piece (`upload.ts`). */
  readonly upload?: { readonly types: readonly string[]; readonly example: string }
  /** The schema of `data` in the answer. When it has a `version` at its top, every answer has an `ETag`. */
  readonly answer: A
  /** The route changes a record, and takes `If-Match` and `If-None-Match`. Its action calls `requireMatch`. */
  readonly conditional?: true
  /** 200 when left out. */
  readonly status?: 201
  /** Further codes that the route can answer. Those of the checks of caller, ids, query and body are added to them. */
  readonly problems?: readonly ProblemCode[]
  /**
   * The record with a secret that an answer with this `data` made; null when it made no secret. The secret is shown
   * once: a repeated request gets 409 with the id of the record.
   */
  readonly mints?: (data: Static<A>) => Minted | null
  /**
   * The answer contains a secret that no record keeps. Like an answer with `mints`, it is never compressed
   * (RULES §1.3).
   */
  readonly secret?: true
  /** Lists in the answer may be `Pages`, which are read while they are sent. */
  readonly streams?: true
  /**
   * Opens the event stream for a request that asks for an event stream. Such a request gives up its turn, because it
   * stays open.
   */
  readonly events?: { readonly open: EventsOf; readonly example: string }
  /** The most bytes of the body. When left out, it follows from the longest text in the body's schema. */
  readonly mostBytes?: number
  /** Counts the caller's requests, before the body is read. */
  readonly limit?: LimitRate
}

/** The values that a handler gets. */
export interface Given<I extends TProperties, Q extends TSchema, B extends TSchema> {
  readonly request: Request
  /** The actor and the operation. Every write needs the act. */
  readonly act: Act
  readonly ids: { readonly [name in keyof I]: string }
  readonly query: Static<Q>
  readonly body: Static<B>
  readonly saw: Saw
}

export type GivenMember<I extends TProperties, Q extends TSchema, B extends TSchema> = Given<I, Q, B> & {
  readonly caller: Caller
}

export interface Documented {
  /** The operation's name in the OpenAPI document, such as `listPatients`. */
  readonly id: string
  /** The heading of the operation in the document. Left out when `tagged` gives it. */
  readonly tag?: string
  readonly summary: string
  readonly description: string
}

export type PagedAnswer<A extends TSchema> = Paged<Static<A>> | Promise<Paged<Static<A>>>

/** Who may call a route of the API. */
export interface Access {
  /** Any member when left out. */
  readonly who?: Who
  /** The scope that an API token needs. When left out, it follows from the method and from `who`. */
  readonly scope?: TokenScope
}

/** For a route that can also show what it would change, without a change. */
export interface DryRun<D extends TSchema> {
  /**
   * The schema of `data` in the answer to a request with `dryRun=true` in its query. Such an answer has the status 200.
   * The query names the parameter, and the view makes the answer.
   */
  readonly dryRun?: D
}

export interface AnswerKeeping {
  /**
   * For a route that writes nothing, or knows its answer only after its write. The answer to a request with an
   * `Idempotency-Key` is then kept in a write of its own. The text says why, and what follows when the service crashes
   * before that write.
   */
  readonly afterwards?: string
}

/** Whether an answer contains a secret. Then it is not compressed: the length would depend on the secret (BREACH). */
export const holdsSecret = ({ mints, secret }: { mints?: unknown; secret?: unknown }): boolean =>
  mints !== undefined || secret === true

/** A spec of any types. The functions that make routes have checked already that a spec and its handler fit. */
export type AnySpec = Spec<TProperties, TSchema, TSchema, TSchema> & DryRun<TSchema>
type AnyGiven = Given<TProperties, TSchema, TSchema>
export interface Steps {
  readonly run: (given: AnyGiven & { readonly caller: Caller | undefined }) => unknown
  readonly view?: ((result: unknown, given: AnyGiven) => unknown) | undefined
  readonly keeps?: Route['keeps']
  /** Makes the further values that the handler of a member's request gets. */
  readonly more?: ((by: { readonly caller: Caller; readonly act: Act }) => object) | undefined
}

/** The values that Elysia gives to a handler. */
export interface Context {
  readonly request: Request
  readonly params: Readonly<Record<string, string | null>>
  readonly body: unknown
  readonly set: { status?: number | string; headers: Record<string, string | number> }
}
