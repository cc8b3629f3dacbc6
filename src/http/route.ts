/**
 * One route as a value: who may call it, what it takes, what it answers, how it is documented, and what it does.
 * Pairs that a writer could forget are joined here. The JSON parser brings its error codes, the guard its 403, an id its
 * 404, and the status 201 its documented answer.
 */
import { type Static, type TProperties, type TSchema, Type } from '@sinclair/typebox'
import { type AnyElysia, Elysia } from 'elysia'
import type { Act } from '../domain/act.ts'
import type { Caller } from '../domain/caller.ts'
import { lookupId } from '../domain/id.ts'
import type { ProblemCode } from '../domain/problem.ts'
import type { TokenScope } from '../domain/token-scopes.ts'
import { answers, bodyProblems } from './answers.ts'
import { readJson } from './body.ts'
import { answer } from './envelope.ts'
import { callerOf, countWork, exchangeOf, RequestAct } from './exchange.ts'
import { requireMay, scopeFor, type Who } from './guards.ts'
import type { Paged } from './pages.ts'
import { queryReader, readLeniently } from './query.ts'
import type { LimitRate } from './rate-limit.ts'
import { reader } from './reader.ts'
import { query as queryShape, shape } from './shape.ts'
import { keepSight, type Saw, waitForSights } from './sights.ts'
import { json, streamed } from './stream.ts'

/** A route, ready to be mounted under a method and a path. */
export interface Route {
  readonly handler: (context: Context) => unknown
  readonly hook: { readonly detail: { readonly description?: string; readonly [key: string]: unknown } }
  /** The scope that an API token needs, by method; undefined where no token is needed or accepted. */
  readonly scopeFor?: ((method: string) => TokenScope) | undefined
}

interface Spec<I extends TProperties, Q extends TSchema, B extends TSchema, A extends TSchema> {
  /** The ids in the path, each described. They reach the handler in lower case; a malformed one is found nowhere. */
  readonly ids?: I
  readonly query?: Q
  /** The query is never refused (RULES §4.1): the handler reads what it can. */
  readonly lenient?: true
  readonly body?: B
  /** The schema of `data` in the answer. */
  readonly answer: A
  /** 200 when left out. */
  readonly status?: 201
  /** What the route can answer beyond what follows from its caller, ids, query and body. */
  readonly problems?: readonly ProblemCode[]
  /** Lists in the answer may be `Pages`, which are read while they are sent. */
  readonly streams?: true
  /** Counts the caller's requests, before anything of the body is read. */
  readonly limit?: LimitRate
}

/** What a handler is given. */
interface Given<I extends TProperties, Q extends TSchema, B extends TSchema> {
  readonly request: Request
  /** Who does what. Every write needs it. */
  readonly act: Act
  readonly ids: { readonly [name in keyof I]: string }
  readonly query: Static<Q>
  readonly body: Static<B>
  readonly saw: Saw
}

interface Documented {
  /** The operation's name in the OpenAPI document, such as `listPatients`. */
  readonly id: string
  readonly tag: string
  readonly summary: string
  readonly description: string
}

type Answered<A extends TSchema> = Paged<Static<A>> | Promise<Paged<Static<A>>>

/** Who may call a route of the API. */
interface Access {
  /** Any member when left out. */
  readonly who?: Who
  /** The scope that an API token needs. When left out, it follows from the method and from `who`. */
  readonly scope?: TokenScope
}

/** A route of the API, for members. */
export function route<
  A extends TSchema,
  I extends TProperties = Record<never, never>,
  Q extends TSchema = TSchema,
  B extends TSchema = TSchema,
>(
  { who = 'member', scope, id, tag, summary, description, ...spec }: Spec<I, Q, B, A> & Documented & Access,
  run: (given: Given<I, Q, B> & { readonly caller: Caller }) => Answered<A>,
): Route {
  const problems: ProblemCode[] = ['forbidden', ...(spec.problems ?? [])]
  const needed = (method: string) => scope ?? scopeFor(method, who)
  const require = (request: Request) => {
    const caller = callerOf(request)
    requireMay(caller, who, needed(request.method))
    return caller
  }
  return {
    hook: {
      ...hookOf({ ...spec, problems }),
      detail: { operationId: id, tags: [tag], summary, description },
    },
    handler: handlerOf(id, spec, run as Run, require),
    scopeFor: who === 'member' || who === 'owner' ? needed : undefined,
  }
}

/** A route that is open to everybody and stays out of the document: the ways in, and what a patient's link opens. */
export function openRoute<A extends TSchema, B extends TSchema>(
  {
    id,
    ...spec
  }: Spec<Record<never, never>, TSchema, B, A> &
    Pick<Documented, 'id'> & { readonly body: B; readonly limit: LimitRate },
  run: (given: Given<Record<never, never>, TSchema, B>) => Answered<A>,
): Route {
  return {
    hook: { ...hookOf(spec), detail: { hide: true } },
    handler: handlerOf(id, spec, run as Run, () => undefined),
  }
}

/** Inside, the types that a spec and its handler agreed on are known to fit. */
type AnySpec = Spec<TProperties, TSchema, TSchema, TSchema>
type Run = (given: Given<TProperties, TSchema, TSchema> & { readonly caller: Caller | undefined }) => unknown

function hookOf({
  ids,
  query,
  lenient,
  body,
  answer,
  status,
  streams,
  problems = [],
  limit,
}: AnySpec): object {
  const codes: ProblemCode[] = [
    ...(body ? bodyProblems : []),
    ...(lenient ? [] : (['validation_failed'] as const)),
    ...(ids ? (['not_found'] as const) : []),
    ...(limit ? (['rate_limited'] as const) : []),
    ...problems,
  ]
  const success = status ?? 200
  const responses = answers<200 | 201, TSchema>(success, answer, ...codes)
  return {
    ...(ids && { params: shape(ids) }),
    ...(query && { query: described(query) }),
    ...(body && { body: described(body), parse: limit ? [limit, takeTurn, readJson] : [takeTurn, readJson] }),
    ...(limit && !body && { transform: limit }),
    response: streams ? { ...responses, [success]: described(responses[success]) } : responses,
  }
}

/** The schema as documentation alone. `reader` checks what comes in; a streamed answer is text that Elysia cannot check. */
const described = (schema: TSchema): TSchema => Type.Any({ ...schema })

/** Waits for the credential's turn, before anything of a body is read. */
const takeTurn = ({ request }: { request: Request }): Promise<void> | undefined =>
  exchangeOf(request).turn?.begin()

/** Sends an answer page by page. The request's turn lasts until the last page is sent or the client has left. */
function stream(request: Request, set: Context['set'], value: unknown, status = 200): string | Response {
  const { turn, reportFault } = exchangeOf(request)
  set.headers['content-type'] = json
  // What a chunk shows is known only when it was made.
  const ready = () => waitForSights(request)?.() ?? Promise.resolve()
  return streamed(value, { status, ended: turn?.keepOpen() ?? (() => {}), failed: reportFault, ready })
}

/** Sends an answer once it is kept what it shows. */
async function onceKept(kept: () => Promise<void>, answer: unknown): Promise<unknown> {
  try {
    await kept()
  } catch (error) {
    if (answer instanceof Response) await answer.body?.cancel()
    throw error
  }
  return answer
}

interface Context {
  readonly request: Request
  readonly params: Readonly<Record<string, string | null>>
  readonly body: unknown
  readonly set: { status?: number | string; headers: Record<string, string | number> }
}

/** Runs the checks in their order (RULES §1.1): the caller, then query and body, then what the handler looks up. */
function handlerOf(
  action: string,
  { ids = {}, query = queryShape({}), lenient, body, status, streams }: AnySpec,
  run: Run,
  require: (request: Request) => Caller | undefined,
): Route['handler'] {
  const names = Object.keys(ids)
  const readQuery = lenient ? readLeniently : queryReader(query)
  const readBody = body ? reader(body) : () => undefined
  const handle = (request: Request, params: Context['params'], sent: unknown) => {
    exchangeOf(request).action = action
    const caller = require(request)
    const act = new RequestAct(request, action)
    return run({
      request,
      act,
      saw: (sight, by = { practiceId: caller!.practiceId, act }) =>
        keepSight(request, by.practiceId, by.act, sight),
      caller,
      ids: idsIn(names, params),
      query: readQuery(request),
      body: readBody(sent),
    })
  }
  const wrap = (request: Request, set: Context['set'], data: unknown) => {
    if (status !== undefined) set.status = status
    const wrapped = (settled: unknown) => {
      const whole = answer(request, settled)
      const sent = streams ? stream(request, set, whole, status) : whole
      const kept = waitForSights(request)
      return kept === undefined ? sent : onceKept(kept, sent)
    }
    return data instanceof Promise ? data.then(wrapped) : wrapped(data)
  }
  // Elysia reads a handler's parameters to know what to prepare, so one without a body must not name it.
  if (body)
    return ({ request, params, body, set }: Context) =>
      countWork(request, () => wrap(request, set, handle(request, params, body)))
  return ({ request, params, set }: Context) => {
    const work = () => countWork(request, () => wrap(request, set, handle(request, params, undefined)))
    const waiting = takeTurn({ request })
    return waiting ? waiting.then(work) : work()
  }
}

function idsIn(names: readonly string[], params: Context['params']): Record<string, string> {
  const ids: Record<string, string> = {}
  for (const name of names) ids[name] = lookupId(params[name]!)
  return ids
}

/** Routes by method and path, such as `GET /patients/:patientId`. */
export type Routes = Readonly<Record<string, Route>>

/** An Elysia instance that answers these routes under a prefix. */
export function mount(prefix: string, routes: Routes): AnyElysia {
  // Elysia's default for `normalize` would drop unknown fields of an answer instead of refusing them.
  const mounted = new Elysia({ prefix, normalize: false })
  for (const [place, { handler, hook, scopeFor }] of Object.entries(routes)) {
    const [method, path] = place.split(' ') as [string, string]
    const detail = { ...hook.detail, ...(scopeFor && documented(scopeFor(method), hook.detail)) }
    mounted.route(method, path, handler, { ...hook, detail })
  }
  return mounted
}

/** Names a scope in the document, for programs (OpenAPI 3.1 §4.8.30) and for people. */
const documented = (scope: TokenScope, { description = '' }: { readonly description?: string }) => ({
  security: [{ token: [scope] }],
  description: `${description} An API token needs the scope \`${scope}\`.`.trim(),
})
