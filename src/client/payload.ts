import type { components } from '../desk/contract/openapi.ts'

type Problem = components['schemas']['Problem']['error']

/** A request that did not succeed. `message` is for developers. */
export class ChairsideProblem extends Error {
  /**
   * The code of the problem, such as `conflict`. Programs decide by this code. It is `no_json` when a proxy in front of
   * the service has answered.
   */
  readonly code: Problem['code'] | 'no_json'
  /** The HTTP status. */
  readonly status: number
  /** Each mistake with its path in the request, or the records that are in the way. */
  readonly details: NonNullable<Problem['details']>
  /** Names the request in the log of the service. */
  readonly requestId: string | null

  constructor({ status, headers }: Response, problem: Partial<Problem> = {}) {
    super(problem.message ?? `The answer ${status} holds no problem of chairside.`)
    this.name = 'ChairsideProblem'
    this.code = problem.code ?? 'no_json'
    this.status = status
    this.details = problem.details ?? []
    this.requestId = headers.get('x-request-id')
  }
}

/**
 * The `data` of an answer: `await payload(client.GET('/api/v1/me'))`.
 * @throws ChairsideProblem when the request did not succeed.
 */
export async function payload<T>(
  answer: Promise<{ data?: { readonly data: T }; error?: unknown; response: Response }>,
): Promise<T> {
  const { data, error, response } = await answer
  if (data === undefined) throw problemOf(response, error)
  return data.data
}

/** The problem in an answer. */
export const problemOf = (response: Response, error: unknown): ChairsideProblem =>
  new ChairsideProblem(response, (error as { error?: Partial<Problem> } | undefined)?.error)
