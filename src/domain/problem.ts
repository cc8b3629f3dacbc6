/** The error codes that a caller can meet (RULES §7). */
export type ProblemCode =
  | 'validation_failed'
  | 'missing_authorization'
  | 'invalid_authorization'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'rate_limited'
  | 'internal_error'
  | 'unavailable'

/** One offending place in a request: a dotted path, `''` for the whole body, and what is wrong there. */
export interface Issue {
  readonly path: string
  readonly message: string
  readonly entryId?: string
  readonly startAt?: string
  readonly endAt?: string
}

/** A refusal that the caller is told about. Anything else that is thrown is a fault of ours and answers 500. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly details: readonly Issue[] | undefined

  constructor(code: ProblemCode, message: string, details?: readonly Issue[], cause?: unknown) {
    super(message, { cause })
    this.code = code
    this.details = details
  }
}

/** One sentence for malformed, absent, foreign and deleted ids and for unknown routes: they must not differ. */
export const notFound = () => new Problem('not_found', 'There is nothing here.')

/** The record, or `not_found` when there is none. */
export function found<T>(record: T | null): T {
  if (record === null) throw notFound()
  return record
}

export const invalid = (details: readonly Issue[]) =>
  new Problem('validation_failed', 'The request is not valid.', details)

export const conflict = (message: string, details?: readonly Issue[]) =>
  new Problem('conflict', message, details)

export const forbidden = (message = 'Only an owner of the practice may do this.') =>
  new Problem('forbidden', message)

export const badToken = () =>
  new Problem('invalid_authorization', 'The token is not valid, has expired or was revoked.')

/**
 * A link or an answer of an authenticator that is not accepted: one sentence for whatever is wrong with it. The
 * cause is for the log.
 */
export class Refused extends Problem {
  constructor(cause: unknown, code: ProblemCode = 'invalid_authorization', details?: readonly Issue[]) {
    super(code, 'This was not accepted: it is not valid, has run out or was used already.', details, cause)
  }
}

export const refused = (why: unknown) => new Refused(why)

/** `cause` is for the log. */
export const unavailable = (cause?: unknown) =>
  new Problem(
    'unavailable',
    'The database cannot take this request at the moment. Try again shortly.',
    undefined,
    cause,
  )
