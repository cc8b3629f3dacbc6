/** A mistake in what was sent. `path` names the field with dots: `workingHours.mon.0.end`. */
export interface Issue {
  readonly path: string
  readonly message: string
}

/** Something did not work. The message is for the person who uses the page. */
export class Failure extends Error {
  readonly code: string
  readonly issues: readonly Issue[]

  constructor(code: string, message: string, issues: readonly Issue[] = []) {
    super(message)
    this.code = code
    this.issues = issues
  }
}

/** The message to show for an error. An unexpected error is also written to the console. */
export function messageOf(error: unknown): string {
  if (error instanceof Failure) return error.message
  console.error(error)
  return 'Something went wrong in this page. Reload it and try again.'
}

/** A message of the API without the sentences that tell programs which field to send. These hold names in backticks. */
export const forPeople = (message: string): string =>
  message
    .split(/(?<=[.!?]) /)
    .filter((sentence) => !sentence.includes('`'))
    .join(' ') || message

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
  if (answer.status === 429) throw new Failure('rate_limited', waitFor(answer.headers.get('retry-after')))
  if (content.error === undefined)
    throw new Failure(
      'unreadable',
      'The server gave an answer that this page does not understand. Try again in a moment.',
    )
  const { code, message, details } = content.error
  throw new Failure(code, message, details)
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
    throw new Failure('offline', 'The server cannot be reached. Check the connection and try again.')
  }
}

function waitFor(retryAfter: string | null): string {
  const seconds = Number(retryAfter) || 60
  const time = seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
  return `There were too many tries in a short time. Wait ${time}, then try again.`
}
