/** What happens between a request and its answer: the checks, the act, and how the answer is sent. */
import type { Caller } from '../domain/caller.ts'
import { lookupId } from '../domain/id.ts'
import { ordinaryLimit, valueIn } from './body.ts'
import { inCompressedPieces, json, varies } from './compress.ts'
import { knownAs, readConditions, tagOf } from './conditions.ts'
import { eventStream } from './event-stream.ts'
import { answer, countWork, exchangeOf, nextPiece, RequestAct, renewCaller } from './exchange.ts'
import { largeBodies } from './large-bodies.ts'
import { queryReader, readLeniently } from './query.ts'
import { reader } from './reader.ts'
import { keyOf, type Repeats } from './repeats.ts'
import {
  type AnySpec,
  type Context,
  holdsSecret,
  type Reading,
  type Route,
  type Steps,
} from './route-spec.ts'
import { byClockKey, query as queryShape } from './shape.ts'
import { keepSight, type Saw, waitForSights } from './sights.ts'
import { streamed, whole } from './stream.ts'

/** Waits until the request may begin, before its body is read. */
export const takeTurn = ({ request }: { request: Request }): Promise<void> | undefined =>
  exchangeOf(request).turn?.begin()

/** Sends an answer page by page. The request keeps its turn until the last page is sent or the client has left. */
function stream(
  { request, set }: Context,
  value: unknown,
  { status, reading, isSecret }: { status: number; reading: Reading; isSecret: boolean },
): string | Response {
  const { turn, reportFault } = exchangeOf(request)
  set.headers['content-type'] = json
  // Which patients a chunk shows is known only after the chunk was made.
  const ready = () => waitForSights(request)?.() ?? Promise.resolve()
  return streamed(value, {
    status,
    ended: turn?.keepOpen() ?? (() => {}),
    failed: reportFault,
    next: () => nextPiece(request),
    count: (work) => countWork(request, work),
    writer: isSecret ? undefined : () => inCompressedPieces(request, set.headers),
    reading,
    ready,
  })
}

/** Sends an answer after the audit trail has recorded which patients the answer shows. */
async function onceKept(kept: () => Promise<void>, answer: unknown): Promise<unknown> {
  try {
    await kept()
  } catch (error) {
    if (answer instanceof Response) await answer.body?.cancel()
    throw error
  }
  return answer
}

/** Makes a handler with checks in their order (RULES §1.1): the caller, then query and body, then the records. */
export function handlerOf(
  action: string,
  {
    ids = {},
    query = queryShape({}),
    lenient,
    body,
    answer: answered,
    conditional,
    status,
    streams,
    dryRun,
    events,
    mints,
    secret,
  }: AnySpec,
  { run, view = (result) => result, keeps, more }: Steps,
  require: (request: Request) => Caller | undefined,
): Route['handler'] {
  const names = Object.keys(ids)
  const readQuery = lenient ? readLeniently : queryReader(query)
  const readBody = body ? reader(body) : () => undefined
  const version = answered.properties?.version
  const isVersioned = version !== undefined
  const success = status ?? 200
  const isSentAnyway = version?.[byClockKey] === true
  const given = (caller: Caller | undefined, { request, params, body: sent }: Context) => {
    // An act on a record adds rows to the audit trail, also without a body. Deleting and signing out are never refused
    // for what was written before.
    if (body || (request.method === 'POST' && names.length > 0)) exchangeOf(request).turn?.requireRoom()
    const act = new RequestAct(request, action, conditional && readConditions(request))
    const saw: Saw = (sight, by = { practiceId: caller!.practiceId, act }) =>
      keepSight(request, by.practiceId, by.act, sight)
    return {
      request,
      act,
      saw,
      caller,
      ids: idsIn(names, params),
      query: readQuery(request),
      body: readBody(sent),
      ...(more && caller && more({ caller, act })),
    }
  }
  const statusOf = ({ query }: ReturnType<typeof given>): number =>
    dryRun && (query as { dryRun?: string }).dryRun === 'true' ? 200 : success
  const isSecret = holdsSecret({ mints, secret })
  const wrap = (context: Context, data: unknown, status: number, reading: Reading) => {
    const { request, set } = context
    if (status !== 200) set.status = status
    // The answer to a dry run is no record, so it has no tag.
    if (isVersioned && status === success) {
      const { version } = data as Versioned
      set.headers.etag = tagOf(version)
      const known = isSentAnyway ? undefined : knownAs(request, set.headers.etag)
      if (known !== undefined) {
        set.headers.etag = known
        varies(set.headers)
        return new Response(null, { status: 304 })
      }
    }
    const all = answer(request, data)
    const sent = streams ? stream(context, all, { status, reading, isSecret }) : all
    const kept = waitForSights(request)
    return kept === undefined ? sent : onceKept(kept, sent)
  }
  /** Carries out a request with an `Idempotency-Key`, or repeats the answer to the first such request (RULES §17). */
  const repeatable = async (repeats: Repeats, caller: Caller, key: string, context: Context) => {
    const { request, set } = context
    let all: ReturnType<typeof given> | undefined
    const told = await repeats.answer(request, caller, key, {
      carryOut(retry) {
        all = given(caller, context)
        all.act.retry = retry
        return run(all)
      },
      answerTo: (result) => ({
        status: statusOf(all!),
        text: whole(answer(request, view(result, all!)), streams === true),
      }),
      afterwards: keeps === 'afterwards',
      minted: (data) => mints?.(data) ?? null,
    })
    if (told.patients.length > 0)
      keepSight(request, caller.practiceId, new RequestAct(request, 'repeatAnswer'), {
        patients: told.patients,
        detail: { of: action },
      })
    await waitForSights(request)?.()
    set.headers['x-request-id'] = told.requestId
    if (told.replayed) set.headers['idempotency-replayed'] = 'true'
    const versionOf = (text: string) => countWork(request, () => JSON.parse(text).data.version)
    if (isVersioned) set.headers.etag = tagOf(versionOf(told.text))
    set.status = told.status
    return new Response(told.text, { status: told.status, headers: { 'content-type': json } })
  }
  return (repeats, reading = (read) => read()) => {
    const handle = (context: Context) => {
      const { request } = context
      exchangeOf(request).action = action
      const caller = require(request)
      const key = caller && repeats && keeps ? keyOf(request) : null
      if (key !== null) return repeatable(repeats!, caller!, key, context)
      const all = given(caller, context)
      if (events && asksForEvents(request))
        return openEvents(context, () => events.open({ request, caller: caller!, query: all.query as Asked }))
      const result = reading(() => run(all))
      const wrapped = (settled: Awaited<typeof result>) =>
        wrap(context, view(settled, all), statusOf(all), reading)
      return result instanceof Promise
        ? result.then((settled) => countWork(request, () => wrapped(settled)))
        : wrapped(result)
    }
    // Elysia prepares what a handler's parameters name, so a handler without a body must not name `body`.
    if (body)
      return ({ request, params, body, set }: Context) => {
        const bytes = body as Uint8Array
        const work = () => countWork(request, () => handle({ request, params, body: valueIn(bytes), set }))
        const { turn, caller } = exchangeOf(request)
        if (bytes.byteLength <= ordinaryLimit) return afterwards(turn?.step(), work)
        return largeBodies.inTurn(caller!.auth.id, caller!.practiceId, async () => {
          await turn?.step(bytes.byteLength)
          return countWork(request, () => {
            // Other requests may have run first for a while, so the caller is checked again.
            renewCaller(request)
            return work()
          })
        })
      }
    return ({ request, params, set }: Context) => {
      const work = () => countWork(request, () => handle({ request, params, body: undefined, set }))
      const { turn } = exchangeOf(request)
      return afterwards(
        afterwards(turn?.begin(), () => turn?.step()),
        work,
      )
    }
  }
}

/** Calls `run` at once, or after the promise `waiting` when there is one. */
const afterwards = <T>(waiting: Promise<void> | undefined, run: () => T): T | Promise<Awaited<T>> =>
  waiting === undefined ? run() : (waiting.then(run) as Promise<Awaited<T>>)

/** A query in which each parameter is given at most once. */
type Asked = Readonly<Record<string, string | undefined>>

/** Whether a request asks for an event stream. `HEAD` is answered like `GET`, but must not open a stream. */
const asksForEvents = ({ method, headers }: Request): boolean =>
  method === 'GET' && headers.get('accept')?.includes(eventStream) === true

/** Answers with an event stream. Proxies are asked not to collect it (nginx knows the second header). */
function openEvents({ request, set }: Context, open: () => ReadableStream<Uint8Array>): Response {
  const body = open()
  exchangeOf(request).turn?.end()
  set.headers['content-type'] = eventStream
  set.headers['x-accel-buffering'] = 'no'
  return new Response(body, { headers: { 'content-type': eventStream } })
}

/** An answer of a single record. */
interface Versioned {
  readonly version: number
}

function idsIn(names: readonly string[], params: Context['params']): Record<string, string> {
  const ids: Record<string, string> = {}
  for (const name of names) ids[name] = lookupId(params[name]!)
  return ids
}
