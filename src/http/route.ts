/**
 * One route as a value: who may call it, what it takes, what it answers, how it is documented, and what it does. Parts
 * that belong together are joined here, so that nobody can forget one of them. The JSON parser adds its error codes to
 * the document. The check of the caller adds 403, an id adds 404, and the status 201 adds its answer.
 */
import { type Static, type TProperties, type TSchema, Type } from '@sinclair/typebox'
import type { Act } from '../domain/act.ts'
import type { Caller } from '../domain/caller.ts'
import type { ProblemCode } from '../domain/problem.ts'
import { bodyProblems, envelope } from './answers.ts'
import { limitFor, receiveJson } from './body.ts'
import { sendCompressed } from './compress.ts'
import { callerOf } from './exchange.ts'
import { requireMay, scopeFor } from './guards.ts'
import { handlerOf, takeTurn } from './handler.ts'
import type { Paged } from './pages.ts'
import type { LimitRate } from './rate-limit.ts'
import type {
  Access,
  AnswerKeeping,
  AnySpec,
  Documented,
  DryRun,
  Given,
  GivenMember,
  PagedAnswer,
  Route,
  Spec,
  Steps,
} from './route-spec.ts'
import { conditionalKey, eventsKey, holdsSecret, problemsKey } from './route-spec.ts'
import { shape } from './shape.ts'

/** Makes a route of the API, for members. `More` are the further values that its handler gets. */
export interface MakeRoute<More> {
  /** The form for routes that read, and for routes that keep their answer afterwards. */
  <
    A extends TSchema,
    I extends TProperties = Record<never, never>,
    Q extends TSchema = TSchema,
    B extends TSchema = TSchema,
  >(
    spec: Spec<I, Q, B, A> & Documented & Access & AnswerKeeping,
    run: (given: GivenMember<I, Q, B> & More) => PagedAnswer<A>,
  ): Route
  /**
   * The form for routes that write. `run` resolves with the result of its first write, and `view` makes the answer from
   * it. So the answer to a request with an `Idempotency-Key` is kept in the write's own transaction (RULES §17).
   */
  <
    A extends TSchema,
    R,
    I extends TProperties = Record<never, never>,
    Q extends TSchema = TSchema,
    B extends TSchema = TSchema,
    D extends TSchema = never,
  >(
    spec: Spec<I, Q, B, A> & Documented & Access & DryRun<D>,
    run: (given: GivenMember<I, Q, B> & More) => R | Promise<R>,
    view: (result: R, given: GivenMember<I, Q, B> & More) => Paged<Static<A>> | Paged<Static<D>>,
  ): Route
}

/** Makes routes whose handlers also get the values that `more` makes for each request. */
export const routesWith = <More extends object>(
  more: (by: { readonly caller: Caller; readonly act: Act }) => More,
): MakeRoute<More> =>
  ((spec: MemberSpec, run: Steps['run'], view: Steps['view']) =>
    memberRoute(spec, { run, view, more } as Steps)) as MakeRoute<More>

/** Makes routes whose handlers get no further values. */
export const route = routesWith(() => ({}))

type MemberSpec = AnySpec & Documented & Access & AnswerKeeping

function memberRoute(
  { who = 'member', scope, id, tag, summary, description, afterwards, ...spec }: MemberSpec,
  steps: Steps,
): Route {
  const keeps = steps.view ? 'in its write' : afterwards === undefined ? undefined : 'afterwards'
  const problems: ProblemCode[] = ['forbidden', ...(keeps ? repeatProblems : []), ...(spec.problems ?? [])]
  const needed = (method: string) => scope ?? scopeFor(method, who)
  const require = (request: Request) => {
    const caller = callerOf(request)
    requireMay(caller, who, needed(request.method))
    return caller
  }
  return {
    hook: {
      ...hookOf(spec),
      ...(!holdsSecret(spec) && { mapResponse: sendCompressed }),
      detail: {
        operationId: id,
        ...(tag && { tags: [tag] }),
        summary,
        description,
        [problemsKey]: codesOf({ ...spec, problems }),
        ...(spec.events && { [eventsKey]: spec.events.example }),
        ...(spec.conditional && { [conditionalKey]: true }),
        ...(spec.upload && { requestBody: fileBody(spec.upload) }),
      },
    },
    handler: handlerOf(id, spec, { ...steps, keeps }, require),
    scopeFor: who === 'member' || who === 'owner' ? needed : undefined,
    keeps,
  }
}

/** Puts routes under a heading of the OpenAPI document. A route that has its own tag keeps that tag. */
export const tagged =
  <D, R extends Readonly<Record<string, Route>>>(tag: string, routesOf: (deps: D) => R) =>
  (deps: D): R => {
    const under = ([name, { hook, ...rest }]: [string, Route]) =>
      [name, { ...rest, hook: { ...hook, detail: { tags: [tag], ...hook.detail } } }] as const
    return Object.fromEntries(Object.entries(routesOf(deps)).map(under)) as unknown as R
  }

/** A route that needs no token and is not in the OpenAPI document: for signing in, and for the link of a patient. */
export function openRoute<A extends TSchema, B extends TSchema>(
  {
    id,
    ...spec
  }: Spec<Record<never, never>, TSchema, B, A> &
    Pick<Documented, 'id'> & { readonly body: B; readonly limit: LimitRate },
  run: (given: Given<Record<never, never>, TSchema, B>) => PagedAnswer<A>,
): Route {
  return {
    hook: { ...hookOf(spec), detail: { hide: true } },
    handler: handlerOf(id, spec, { run } as Steps, () => undefined),
    keeps: 'never',
  }
}

/** A route of the API that needs no token, and is in the OpenAPI document. */
export function publicRoute<
  A extends TSchema,
  I extends TProperties,
  Q extends TSchema = TSchema,
  B extends TSchema = TSchema,
>(
  { id, tag, summary, description, ...spec }: Spec<I, Q, B, A> & Documented & { readonly limit: LimitRate },
  run: (given: Given<I, Q, B>) => PagedAnswer<A>,
): Route {
  return {
    hook: {
      ...hookOf(spec),
      detail: {
        operationId: id,
        ...(tag && { tags: [tag] }),
        summary,
        description,
        security: [],
        [problemsKey]: codesOf(spec),
      },
    },
    handler: handlerOf(id, spec, { run } as Steps, () => undefined),
    keeps: 'never',
  }
}

/** The further codes that a route can answer to a request with an `Idempotency-Key`. */
const repeatProblems: ProblemCode[] = ['conflict', 'idempotency_mismatch', 'not_found']

function hookOf({
  ids,
  query,
  body,
  answer,
  status,
  streams,
  limit,
  mostBytes,
  dryRun,
  upload,
}: AnySpec): object {
  const success = envelope(answer)
  return {
    ...(ids && { params: shape(ids) }),
    ...(query && { query: described(query) }),
    ...(body && {
      body: described(body),
      parse: [...(limit ? [limit] : []), takeTurn, receiveJson(mostBytes ?? limitFor(body))],
    }),
    // The handler reads the body, so Elysia must not read it before.
    ...(upload && { parse: 'none' }),
    ...(limit && !body && { transform: limit }),
    response: {
      ...(dryRun && { 200: envelope(dryRun) }),
      [status ?? 200]: streams ? described(success) : success,
    },
  }
}

/**
 * The codes of the problems that a route can answer, beside the codes of every route. The codes are only in the
 * document. Elysia would compile a check for each of them, but the handler of errors answers problems.
 */
const codesOf = ({
  ids,
  lenient,
  body,
  conditional,
  problems = [],
  limit,
  upload,
}: AnySpec): ProblemCode[] => [
  ...(body || upload ? bodyProblems : []),
  ...(lenient ? [] : (['validation_failed'] as const)),
  ...(ids ? (['not_found'] as const) : []),
  ...(limit ? (['rate_limited'] as const) : []),
  ...(conditional ? (['precondition_failed'] as const) : []),
  ...problems,
]

/** A body that is a file, for the document. */
const fileBody = ({ types, example }: NonNullable<AnySpec['upload']>) => ({
  required: true,
  content: Object.fromEntries(
    types.map((type) => [type, { schema: { type: 'string', examples: [example] }, example }]),
  ),
})

/**
 * The schema only as documentation. `reader` checks queries and bodies. A streamed answer is a text that Elysia cannot
 * check.
 */
const described = (schema: TSchema): TSchema => Type.Any({ ...schema })
