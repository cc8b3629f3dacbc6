import type { ValueError } from '@sinclair/typebox/errors'
import { ValidationError } from 'elysia'
import type { Act } from '../domain/act.ts'
import type { ProblemCode } from '../domain/problem.ts'
import { invalid, notFound, Problem, Refused } from '../domain/problem.ts'
import { exchangeOf, refusedAct } from './exchange.ts'
import { holdBack, isHeldBack } from './held-refusals.ts'
import { issuesOf } from './issues.ts'
import { isForPeople, isFromBrowser, laterPage, lostPage } from './lost-page.ts'
import { routeOf, type Seen, seenOf } from './observe.ts'
import { pathOf, queryOf } from './path.ts'
import { statusOf } from './statuses.ts'
import { htmlPage } from './web-pages.ts'

/** Called with every error that is a fault of the service. The error may hold SQL or a path, but no request content. */
export type ReportFault = (fault: { requestId: string; error: unknown }) => void

/** A request that was refused because of its caller, or because the caller asked too much (RULES §13). */
export interface Refusal extends Seen {
  readonly kind: ProblemCode
  /** The session or API token of the request, if it is known. */
  readonly credentialId: string | undefined
  /** The caller's IP address. */
  readonly address: string
  /** Why a link or a passkey was not accepted. */
  readonly reason: string | undefined
}

/**
 * Called with every answer 401, 403 and 429, and every link or passkey that was not accepted. A refusal contains no
 * token and no data of a patient.
 */
export type ReportRefusal = (refusal: Refusal) => void

/** Keeps a refusal in the audit trail of a practice, or in the trail of the installation when `practiceId` is null. */
export type KeepRefusal = (practiceId: string | null, act: Act, code: ProblemCode) => void

interface Failure {
  readonly code: string | number
  readonly error: unknown
  readonly request: Request
  readonly route?: string
  readonly set: { status?: number | string; headers: Record<string, string | number> }
}

/**
 * Makes the hook that turns every error into an answer. `troubleOf` recognises an error that means the database is
 * unavailable. The store throws such errors, because it knows nothing of HTTP. The hook sets the status and returns a
 * plain object. Elysia would keep a status object for later errors.
 */
export const answerProblems =
  (
    reportFault: ReportFault,
    reportRefusal: ReportRefusal,
    troubleOf: (error: unknown) => Trouble | undefined,
    keepRefusal: KeepRefusal,
  ) =>
  async ({ code, error, request, route, set }: Failure) => {
    const { requestId, credential, action, address } = exchangeOf(request)
    let problem = problemOf(code, error) ?? databaseProblem(troubleOf(error))
    if (problem === undefined) reportFault({ requestId, error: speakable(error) })
    else if (problem.cause !== undefined && !(problem instanceof Refused))
      reportFault({ requestId, error: problem.cause })
    problem ??= fault()

    const status = statusOf[problem.code]
    set.status = status
    if (status === 429) set.headers['retry-after'] ??= problem.waitSeconds ?? 1
    if (status === 503 && problem.waitSeconds !== undefined) set.headers['retry-after'] = problem.waitSeconds
    if (status === 401) set.headers['www-authenticate'] = 'Bearer'
    if (isRefusal(status) || problem instanceof Refused) {
      const reason = problem instanceof Refused ? reasonOf(problem.cause) : undefined
      const seen = seenOf(request, routeOf(request, route), status)
      const kind = problem.code
      reportRefusal({ ...seen, kind, credentialId: credential?.id, address: address(), reason })
      const { practiceId, act } = refusedAct(request, action ?? seen.route, ownerOf(problem))
      keepRefusal(practiceId, act, kind)
    }
    if (isHeldBack(request, status)) await holdBack(request, set.headers)
    // A request for an unknown path outside of the API gets `missing_authorization` when it has no token. So this code
    // may mean that the path is unknown.
    const path = pathOf(request)
    if (isLost(problem.code) && isForPeople(request, path)) return htmlPage(lostPage, { status })
    if (passesSoon(status, set.headers) && isFromBrowser(request, path)) {
      const fields = await fieldsToRepeat(request)
      // Any website may show the page in a frame, because the page has no data of the practice.
      if (request.method === 'GET' || fields !== null)
        return htmlPage(laterPage(withQuery(path, queryOf(request)), fields), {
          status,
          frameAncestors: ['*'],
        })
    }
    const { code: name, message, details } = problem
    return { error: { code: name, status, message, ...(details && { details }) }, requestId }
  }

/** Whether the same request may succeed in some seconds, because the practice is moving to another server. */
const passesSoon = (status: number, headers: Failure['set']['headers']): boolean =>
  (status === 421 || status === 503) && headers['retry-after'] !== undefined

/** The fields of the form in a request; null for another request. Few requests need `form.ts`, so it is loaded late. */
const fieldsToRepeat = async (request: Request) =>
  request.method === 'POST' ? (await import('./form.ts')).fieldsOf(request).catch(() => null) : null

/**
 * The path and query as an address on this host. A path with two slashes at its start would name another host (RFC 3986
 * §4.2).
 */
const withQuery = (path: string, query: string): string =>
  `${path.replace(/^[/\\]+/, '/')}${query === '' ? '' : `?${query}`}`

const isLost = (code: ProblemCode): boolean => code === 'not_found' || code === 'missing_authorization'

const ownerOf = (problem: Problem) => (problem instanceof Refused ? problem.owner : undefined)

/** Whether a status refuses a request because of its caller, or because the caller asked too much. */
export const isRefusal = (status: number): boolean => status === 401 || status === 403 || status === 429

/** The answer to any error that is not a `Problem`. The log has the error under the id of the request. */
export const fault = () =>
  new Problem(
    'internal_error',
    'Something went wrong in the service. Try again, or give this `requestId` to the people who run it.',
  )

/** A temporary error of the database. `waitSeconds` says after how many seconds the same request may succeed. */
type Trouble = Error & { readonly waitSeconds?: number | undefined }

const databaseProblem = (trouble: Trouble | undefined) =>
  trouble && new Problem('unavailable', trouble.message, undefined, trouble.cause, trouble.waitSeconds)

/**
 * The error in a form for the log. Elysia's error contains the invalid value. This value may be data of a patient, so no
 * log may contain it.
 */
const speakable = (error: unknown): unknown =>
  error instanceof ValidationError
    ? new Error(`an answer does not fit its schema at ${pathsOf(error)}`)
    : error

/** A cause may contain text that a stranger sent. So it is cut to 120 characters, and only plain ASCII stays. */
const reasonOf = (cause: unknown): string =>
  (cause instanceof Error ? cause.message : String(cause)).replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 120)

const pathsOf = ({ validator, value }: ValidationError): string =>
  issuesOf((validator as Validator).Errors(value), [])
    .map(({ path }) => path)
    .join(', ')

function problemOf(code: string | number, error: unknown): Problem | undefined {
  if (error instanceof Problem) return error
  if (code === 'NOT_FOUND') return notFound()
  if (code === 'PARSE') return parseProblem(error)
  return undefined
}

interface Validator {
  Errors(value: unknown): Iterable<ValueError>
}

/** The problem in an error of a parser. Elysia wraps the errors that parsers throw. */
const parseProblem = (error: unknown): Problem =>
  error instanceof Error && error.cause instanceof Problem
    ? error.cause
    : invalid([{ path: '', message: 'cannot be read' }])
