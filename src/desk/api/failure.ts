import type { components } from '../contract/openapi.ts'

type Problem = components['schemas']['Problem']['error']

/** The code of a problem of the API, or of a failure on the way to the API. */
export type FailureCode = Problem['code'] | 'offline' | 'unreadable'

/** A part of a problem: a wrong field with its mistake, or an entry that is in the way. */
type Detail = NonNullable<Problem['details']>[number]

/**
 * A request that failed. `message` is the API's own, in English for programs. `sayFailure` returns a text for people.
 */
export class Failure extends Error {
  readonly code: FailureCode
  readonly details: readonly Detail[]
  /** How many seconds to wait before the next try, if the API names a time. */
  readonly retryAfter: number | undefined

  constructor(code: FailureCode, message: string, details: readonly Detail[] = [], retryAfter?: number) {
    super(message)
    this.code = code
    this.details = details
    this.retryAfter = retryAfter
  }
}

/** Whether an error is a failure with this code. */
export const failedBy = (error: unknown, code: FailureCode): error is Failure =>
  error instanceof Failure && error.code === code

/**
 * Makes a handler for `catch`. It throws `other` instead of a failure with this code, and any other error unchanged.
 */
export const instead =
  (code: FailureCode, other: Error) =>
  (error: unknown): never => {
    throw failedBy(error, code) ? other : error
  }

/** The new address of the practice, if an error says that the practice has left the address of this page. */
export const newAddressIn = (error: unknown): string | undefined =>
  failedBy(error, 'misdirected') ? error.details[0]?.message : undefined

/** Makes the failure from the content of an answer of the server. */
export function failureOf(content: unknown, response: Response): Failure {
  const problem = (
    content as { error?: { code: FailureCode; message: string; details?: Detail[] } } | undefined
  )?.error
  if (problem === undefined) return new Failure('unreadable', `The answer has the status ${response.status}.`)
  const seconds = Number(response.headers.get('retry-after')) || undefined
  return new Failure(problem.code, problem.message, problem.details, seconds)
}
