/** What a route says about itself, and what its handler is given. */
import type { Static, TProperties, TSchema } from '@sinclair/typebox'
import type { Act } from '../domain/act.ts'
import type { Caller, TokenScope } from '../domain/caller.ts'
import type { ProblemCode } from '../domain/problem.ts'
import type { Who } from './guards.ts'
import type { Paged } from './pages.ts'
import type { LimitRate } from './rate-limit.ts'
import type { Minted, Repeats } from './repeats.ts'
import type { Saw } from './sights.ts'

/** Runs what a request reads on one state of the records, up to the first wait. */
export type Reading = <T>(read: () => T) => T

/** A route, ready to be mounted under a method and a path. */
export interface Route {
  readonly handler: (repeats: Repeats | undefined, reading?: Reading) => (context: Context) => unknown
  readonly hook: {
    readonly detail: { readonly description?: string; readonly [key: string]: unknown }
    readonly [key: string]: unknown
  }
  /** The scope that an API token needs, by method; undefined where no token is needed or accepted. */
  readonly scopeFor?: ((method: string) => TokenScope) | undefined
  /**
   * Where the answer to a request with an `Idempotency-Key` is kept: in the transaction of its write, or afterwards.
   * `never` stands for an open route: its callers have no credential. A route that only reads has none.
   */
  readonly keeps?: 'in its write' | 'afterwards' | 'never' | undefined
}

/** The keyword under which an operation of the document carries an example of its events. */
export const eventsKey = 'x-events'

/** The keyword under which an operation lists the codes of its problems. */
export const problemsKey = 'x-problems'

/** The keyword under which an operation of the document says that it takes conditions. */
export const conditionalKey = 'x-conditional'

/** Opens an event stream for a caller. @throws problems, before anything is sent. */
type EventsOf = (given: {
  readonly request: Request
  readonly caller: Caller
  readonly query: Readonly<Record<string, string | undefined>>
}) => ReadableStream<Uint8Array>

export interface Spec<I extends TProperties, Q extends TSchema, B extends TSchema, A extends TSchema> {
  /** The ids in the path, each described. The handler gets the ids in lower case; a malformed id is found nowhere. */
  readonly ids?: I
  readonly query?: Q
  /** The query is never refused (RULES §4.1): the handler reads what it can. */
  readonly lenient?: true
  readonly body?: B
  /** The body is a file of one of these media types. The handler takes it in piece by piece (`upload.ts`). */
  readonly upload?: { readonly types: readonly string[]; readonly example: string }
  /** The schema of `data` in the answer. One with a `version` at its top gives every answer its tag. */
  readonly answer: A
  /** The route changes a record, and takes `If-Match` and `If-None-Match`. Its action calls `requireMatch`. */
  readonly conditional?: true
  /** 200 when left out. */
  readonly status?: 201
  /** What the route can answer beyond what follows from its caller, ids, query and body. */
  readonly problems?: readonly ProblemCode[]
  /**
   * The record with a secret that an answer with this `data` made; null for none.
   * The secret is shown once: a repetition of the request is 409, and names the id.
   */
  readonly mints?: (data: Static<A>) => Minted | null
  /** The answer holds a secret that no record keeps. As an answer that `mints`, it is never compressed (RULES §1.3). */
  readonly secret?: true
  /** Lists in the answer may be `Pages`, which are read while they are sent. */
  readonly streams?: true
  /** What a request gets that asks for an event stream. Such a request keeps no turn, because it stays open. */
  readonly events?: { readonly open: EventsOf; readonly example: string }
  /** The most bytes of the body. When left out, it follows from the longest text in the body's schema. */
  readonly mostBytes?: number
  /** Counts the caller's requests, before anything of the body is read. */
  readonly limit?: LimitRate
}

/** What a handler gets. */
export interface Given<I extends TProperties, Q extends TSchema, B extends TSchema> {
  readonly request: Request
  /** Who does what. Every write needs it. */
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
  /** The heading of the operation in the document. Left out where `tagged` gives it. */
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

/** What a route takes that can only show what it would do. */
export interface DryRun<D extends TSchema> {
  /**
   * The schema of `data` in the answer to a request with `dryRun=true` in its query. Such an answer has the status 200.
   * The query names the parameter, and the view makes the answer.
   */
  readonly dryRun?: D
}

export interface AnswerKeeping {
  /**
   * For a route that writes nothing, or knows its answer only after its write. The text says why, and what follows
   * when the service crashes between the two. The answer to a request with an `Idempotency-Key` is kept in a write of
   * its own.
   */
  readonly afterwards?: string
}

/** Whether an answer holds a secret: the length of what is compressed tells about a secret beside other texts (BREACH). */
export const holdsSecret = ({ mints, secret }: { mints?: unknown; secret?: unknown }): boolean =>
  mints !== undefined || secret === true

/** Inside, the types that a spec and its handler agreed on are known to fit. */
export type AnySpec = Spec<TProperties, TSchema, TSchema, TSchema> & DryRun<TSchema>
type AnyGiven = Given<TProperties, TSchema, TSchema>
export interface Steps {
  readonly run: (given: AnyGiven & { readonly caller: Caller | undefined }) => unknown
  readonly view?: ((result: unknown, given: AnyGiven) => unknown) | undefined
  readonly keeps?: Route['keeps']
  /** What the handler of a member's request gets besides. */
  readonly more?: ((by: { readonly caller: Caller; readonly act: Act }) => object) | undefined
}

/** What Elysia gives to a handler. */
export interface Context {
  readonly request: Request
  readonly params: Readonly<Record<string, string | null>>
  readonly body: unknown
  readonly set: { status?: number | string; headers: Record<string, string | number> }
}
