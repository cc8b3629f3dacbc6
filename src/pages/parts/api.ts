/** A mistake in what was sent. `path` names the field with dots: `workingHours.mon.0.end`. */
export interface Issue {
  readonly path: string
}

/** A request did not succeed. The message is the API's own, in English and for programs. */
export class Failure extends Error {
  readonly code: string
  readonly issues: readonly Issue[]
  /** How many seconds to wait before the next try, where the server says so. */
  readonly retryAfter: number | undefined

  constructor(code: string, message: string, issues: readonly Issue[] = [], retryAfter?: number) {
    super(message)
    this.code = code
    this.issues = issues
    this.retryAfter = retryAfter
  }
}

/**
 * Sends a request and answers the payload of the envelope. `signal` gives the request up.
 * @throws Failure when no answer comes or when it holds a problem.
 */
export async function ask<T>(
  method: string,
  path: string,
  body?: object,
  token?: string,
  signal?: AbortSignal,
): Promise<T> {
  const answer = await send(method, path, body, token, signal)
  const content = await answer.json().catch(() => ({}))
  if (answer.ok && content.data !== undefined) return content.data
  if (content.error === undefined) throw new Failure('unreadable', 'The answer is not readable.')
  const { code, message, details } = content.error
  throw new Failure(code, message, details, Number(answer.headers.get('retry-after')) || undefined)
}

async function send(
  method: string,
  path: string,
  body?: object,
  token?: string,
  signal?: AbortSignal,
): Promise<Response> {
  const headers = {
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  }
  try {
    return await fetch(path, {
      method,
      headers,
      signal: signal ?? null,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  } catch {
    throw new Failure('offline', 'The server cannot be reached.')
  }
}
