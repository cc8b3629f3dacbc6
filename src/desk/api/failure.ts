import type { components } from '../contract/openapi.ts'

type Problem = components['schemas']['Problem']['error']

/** The code of a problem of the API, or what can go wrong on the way to it. */
export type FailureCode = Problem['code'] | 'offline' | 'unreadable'

/** Part of a problem: a field with what is wrong, or an entry that is in the way. */
type Detail = NonNullable<Problem['details']>[number]

/** A request did not succeed. `message` is the API's own, in English and for programs; `sayFailure` has one for people. */
export class Failure extends Error {
  readonly code: FailureCode
  readonly details: readonly Detail[]
  /** How many seconds to wait before the next try, where the API says so. */
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

/** For `catch`: throws this error in place of a failure with this code, and any other error as it is. */
export const instead =
  (code: FailureCode, other: Error) =>
  (error: unknown): never => {
    throw failedBy(error, code) ? other : error
  }

/** The new address of the practice, where an error says that the practice has left the address of this page. */
export const newAddressIn = (error: unknown): string | undefined =>
  failedBy(error, 'misdirected') ? error.details[0]?.message : undefined

/** The failure in an answer of the server, from what it says. */
export function failureOf(content: unknown, response: Response): Failure {
  const problem = (
    content as { error?: { code: FailureCode; message: string; details?: Detail[] } } | undefined
  )?.error
  if (problem === undefined) return new Failure('unreadable', `The answer has the status ${response.status}.`)
  const seconds = Number(response.headers.get('retry-after')) || undefined
  return new Failure(problem.code, problem.message, problem.details, seconds)
}
