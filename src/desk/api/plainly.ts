import { Failure, failureOf } from './failure.ts'
import { throughMoves } from './moving.ts'

/**
 * Sends a request outside of the session of this tab, and resolves with the payload of its envelope. Requests to paths
 * under `/auth/` are sent like this. They are no part of the API, so its types do not contain them.
 * @throws Failure when no answer comes or when it holds a problem.
 */
export async function askPlainly<T>(
  method: 'GET' | 'POST',
  path: string,
  body?: object,
  token?: string,
): Promise<T> {
  const headers = {
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  }
  const sent = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
  const answer = await throughMoves(fetch)(new Request(new URL(path, location.origin), sent)).catch(() => {
    throw new Failure('offline', 'The server cannot be reached.')
  })
  const content = await answer.json().catch(() => ({}))
  if (answer.ok && content.data !== undefined) return content.data
  throw failureOf(content, answer)
}
