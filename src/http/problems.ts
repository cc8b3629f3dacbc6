import type { ValueError } from '@sinclair/typebox/errors'
import { ValidationError } from 'elysia'
import { invalid, notFound, Problem, Refused, unavailable } from '../domain/problem.ts'
import { requestIdOf } from './exchange.ts'
import { issuesOf } from './issues.ts'
import { statusOf } from './statuses.ts'

/** Told of every fault of our own. The error may hold SQL or a path, never the content of a request. */
export type ReportFault = (fault: { requestId: string; error: unknown }) => void

/** Told of every link or passkey that was refused, and why. Nothing in it says who tried. */
export type ReportRefusal = (refusal: { requestId: string; reason: string }) => void

interface Failure {
  readonly code: string | number
  readonly error: unknown
  readonly request: Request
  readonly set: { status?: number | string; headers: Record<string, string | number> }
}

/**
 * The one place that turns an error into an answer. `troubleOf` recognises an error that means the database is
 * unavailable. The store throws such errors and knows nothing of HTTP.
 * It sets the status and returns a plain object, for Elysia would keep a status object for later errors.
 */
export const answerProblems =
  (
    reportFault: ReportFault,
    reportRefusal: ReportRefusal,
    troubleOf: (error: unknown) => Error | undefined,
  ) =>
  ({ code, error, request, set }: Failure) => {
    const requestId = requestIdOf(request)
    let problem = problemOf(code, error) ?? databaseProblem(troubleOf(error))
    if (problem === undefined) reportFault({ requestId, error: speakable(error) })
    else if (problem instanceof Refused) reportRefusal({ requestId, reason: reasonOf(problem.cause) })
    else if (problem.cause !== undefined) reportFault({ requestId, error: problem.cause })
    problem ??= fault()

    const status = statusOf[problem.code]
    set.status = status
    if (status === 401) set.headers['www-authenticate'] = 'Bearer'
    const { code: name, message, details } = problem
    return { error: { code: name, status, message, ...(details && { details }) }, requestId }
  }

/** The answer to any error that is not a `Problem`. The log names the request. */
export const fault = () =>
  new Problem(
    'internal_error',
    'Something went wrong in the service. Try again, or give this `requestId` to the people who run it.',
  )

const databaseProblem = (trouble: Error | undefined) => trouble && unavailable(trouble.cause)

/** Elysia writes the value into its error. It may be a patient's, which no log may hold. */
const speakable = (error: unknown): unknown =>
  error instanceof ValidationError
    ? new Error(`an answer does not fit its schema at ${pathsOf(error)}`)
    : error

/** A cause may repeat what a stranger sent, so it is cut short and made plain ASCII. */
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

/** Elysia wraps what a parser throws. */
const parseProblem = (error: unknown): Problem =>
  error instanceof Error && error.cause instanceof Problem
    ? error.cause
    : invalid([{ path: '', message: 'cannot be read' }])
