import type { Actor, Condition } from './act.ts'

/** The error codes that a caller can get (RULES §7). */
export type ProblemCode =
  | 'validation_failed'
  | 'missing_authorization'
  | 'invalid_authorization'
  | 'forbidden'
  | 'passkey_required'
  | 'not_found'
  | 'conflict'
  | 'cursor_gone'
  | 'precondition_failed'
  | 'idempotency_mismatch'
  | 'misdirected'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'rate_limited'
  | 'internal_error'
  | 'unavailable'

/**
 * One part of a request that is not valid, and the reason. For an overlap, the issue also names the entry that blocks
 * the time. For a record that has changed, it also has the present version. For a secret that was made before, it also
 * has the id of the record.
 */
export interface Issue {
  /** Dotted, such as `workingHours.mon.0.end`. `''` means the whole body. */
  readonly path: string
  /** Continues a sentence that begins with the field: `must not be empty`. */
  readonly message: string
  readonly entryId?: string
  readonly startAt?: string
  readonly endAt?: string
  readonly version?: number
  readonly tokenId?: string
  readonly memberId?: string
  readonly webhookId?: string
  /** The last day of a duty to keep records, as `YYYY-MM-DD`. */
  readonly until?: string
}

/**
 * A refusal that the caller gets as an answer (RULES §7). Any other error that is thrown is a fault of the service.
 * The message is for the caller; `cause` is for the log only.
 */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly details: readonly Issue[] | undefined
  /** After how many seconds the same request may succeed; undefined when nobody knows. */
  readonly waitSeconds: number | undefined

  constructor(
    code: ProblemCode,
    message: string,
    details?: readonly Issue[],
    cause?: unknown,
    waitSeconds?: number,
  ) {
    super(message, { cause })
    this.code = code
    this.details = details
    this.waitSeconds = waitSeconds
  }
}

/** The same refusal for malformed, unknown, foreign and deleted ids and for unknown paths, so that they look alike. */
export const notFound = () =>
  new Problem('not_found', 'There is nothing here. Check the path and the ids in it.')

/** Returns the record. @throws `not_found` when the record is null. */
export function found<T>(record: T | null): T {
  if (record === null) throw notFound()
  return record
}

export const invalid = (details: readonly Issue[]) =>
  new Problem('validation_failed', 'The request is not valid. Correct each place in `details`.', details)

export const conflict = (message: string, details?: readonly Issue[]) =>
  new Problem('conflict', message, details)

/** The record has a version that the caller does not want to change. `version` is the present version of the record. */
export const preconditionFailed = (version: number, condition: Condition) =>
  condition === 'If-Match'
    ? new Problem(
        'precondition_failed',
        'The record has changed since you read it. Read it again, then decide whether to change it.',
        [{ path: condition, message: 'must name the present version', version }],
      )
    : new Problem(
        'precondition_failed',
        'The record has a version that the request rules out. Read it again, then decide whether to change it.',
        [{ path: condition, message: 'must not name the present version', version }],
      )

/**
 * Somebody has changed records that the body of a request names with their versions. Each issue contains the present
 * version.
 */
export const outdated = (details: readonly Issue[]) =>
  new Problem(
    'precondition_failed',
    'A record has changed since you read it. Read it again, then decide whether to change it.',
    details,
  )

export const forbidden = (message = 'Only an owner of the practice may do this. Ask an owner.') =>
  new Problem('forbidden', message)

/** The act needs a passkey that was used a short time ago. The caller is still signed in. */
export const passkeyRequired = () =>
  new Problem(
    'passkey_required',
    'Use your passkey again first: this needs a use within the last ten minutes.',
  )

export const badToken = () =>
  new Problem(
    'invalid_authorization',
    'The token is not valid, has expired or was revoked. Sign in again or use another token.',
  )

/**
 * A link or passkey that is not accepted. The message is the same for every reason, so that it reveals nothing. The
 * cause names the reason and is for the log.
 */
export class Refused extends Problem {
  /** The practice of the link or passkey, when it is known. For the audit trail. */
  owner: { readonly practiceId: string; readonly credential: Actor['credential'] } | undefined

  constructor(cause: unknown, code: ProblemCode = 'invalid_authorization', details?: readonly Issue[]) {
    super(
      code,
      'The link or passkey was not accepted: it is not valid, has expired or was used already. Try again, or ask for a new link.',
      details,
      cause,
    )
  }
}

/** @param why the reason, for the log only */
export const refused = (why: unknown) => new Refused(why)

/**
 * A client asked for changes after a cursor whose changes are no longer kept, or which is from before a restore of the
 * database.
 */
export const cursorGone = () =>
  new Problem(
    'cursor_gone',
    'The changes behind this cursor are not kept any more. Ask for a new cursor without `since`, then read everything again.',
  )

/** The request came in by a host that belongs to no practice here. */
export const misdirected = () =>
  new Problem('misdirected', 'No practice is at this address. Check the host name.')

/**
 * The practice of a member has another address now. The only detail has this address as its message. Only a caller who
 * has proven to be a member may learn the address.
 */
export const movedTo = (origin: string) =>
  new Problem('misdirected', 'The practice has another address now. Go on there.', [
    { path: 'origin', message: origin },
  ])

/** @param cause the database's error, for the log only */
export const unavailable = (
  cause?: unknown,
  message = 'The database cannot take this request now. Try again shortly.',
) => new Problem('unavailable', message, undefined, cause)
