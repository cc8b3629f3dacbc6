import { type TSchema, Type } from '@sinclair/typebox'
import type { ProblemCode } from '../domain/problem.ts'
import { answeredId, answeredInstant, shape, unchecked } from './shape.ts'
import { statusOf } from './statuses.ts'

const requestId = Type.String({
  description: 'Names this exchange; also in the header `X-Request-Id`.',
  examples: ['req_7d9f1a52-6c1e-4d0a-9d6e-0f5b8f3c2a11'],
})

const envelope = <D extends TSchema>(data: D) => shape({ data, requestId })

/** Every way a route can answer: its success and, for the document, its problems. Only the success is typed. */
export function answers<S extends 200 | 201, D extends TSchema>(status: S, data: D, ...codes: ProblemCode[]) {
  const problems: Record<number, TSchema> = {}
  for (const code of [...everywhere, ...codes]) {
    const others = codesWith(statusOf[code], [...everywhere, ...codes])
    problems[statusOf[code]] = problem(others)
  }
  return { ...problems, [status]: envelope(data) } as { [K in S]: ReturnType<typeof envelope<D>> }
}

/** What any route of ours can answer. */
const everywhere: ProblemCode[] = [
  'missing_authorization',
  'invalid_authorization',
  'internal_error',
  'unavailable',
]

/** What any route with a body can answer besides. */
export const bodyProblems: ProblemCode[] = [
  'validation_failed',
  'payload_too_large',
  'unsupported_media_type',
]

const codesWith = (status: number, codes: ProblemCode[]) => [
  ...new Set(codes.filter((code) => statusOf[code] === status)),
]

const says: Record<ProblemCode, string> = {
  validation_failed: 'Something in the request is not valid; `details` names every offending path once.',
  missing_authorization: 'There is no Authorization header.',
  invalid_authorization: 'The token is not valid, has expired or was revoked.',
  forbidden:
    'Only an owner may do this, only a member who is signed in with a passkey, or only a token with another scope.',
  passkey_required:
    'It needs a passkey that was used within the last ten minutes: check one, then try again.',
  not_found: 'Nothing here: the id is malformed, unknown, deleted or of another practice.',
  conflict: 'It contradicts what is there already.',
  payload_too_large: 'The body is larger than 1 MiB.',
  unsupported_media_type: 'The body is not application/json.',
  rate_limited: 'Too many requests; `Retry-After` says when to try again.',
  internal_error: 'Something went wrong on our side.',
  unavailable: 'The database cannot take this at the moment; try again shortly.',
}

const problem = (codes: ProblemCode[]) =>
  shape(
    {
      error: shape({
        code: unchecked({ type: 'string', enum: codes }),
        status: Type.Integer({ examples: [statusOf[codes[0]!]] }),
        message: Type.String({ examples: [says[codes[0]!]] }),
        ...(codes.includes('validation_failed') && { details: Type.Array(issue) }),
        ...(codes.includes('conflict') && { details: Type.Optional(Type.Array(conflictIssue)) }),
      }),
      requestId,
    },
    { description: codes.map((code) => `\`${code}\`: ${says[code]}`).join(' ') },
  )

const issue = shape({
  path: Type.String({ description: 'Dotted; empty for the whole body.', examples: ['firstName'] }),
  message: Type.String({ examples: ['must not be empty'] }),
})

const conflictIssue = shape({
  path: Type.String({ examples: ['startAt'] }),
  message: Type.String({ examples: ['overlaps an entry on this chair'] }),
  entryId: Type.Optional(answeredId('appointment', { description: 'On an overlap: the entry in the way.' })),
  startAt: Type.Optional(answeredInstant()),
  endAt: Type.Optional(answeredInstant()),
})

/** The schema of what every delete answers, and the answer itself. */
export const deletion = shape({ deleted: Type.Literal(true) })
export const deleted = { deleted: true } as const
