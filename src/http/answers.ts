import { type TSchema, Type } from '@sinclair/typebox'
import {
  badToken,
  conflict,
  cursorGone,
  forbidden,
  invalid,
  misdirected,
  notFound,
  type Problem,
  type ProblemCode,
  passkeyRequired,
  preconditionFailed,
  unavailable,
} from '../domain/problem.ts'
import { ordinaryLimit, tooLarge } from './body.ts'
import { missingAuthorization } from './exchange.ts'
import { tooMany } from './fair-share.ts'
import { unsupportedMediaType } from './media-type.ts'
import { fault } from './problems.ts'
import { mismatch } from './repeats.ts'
import {
  answeredId,
  answeredInstant,
  answeredNumber,
  answeredText,
  describedShape,
  listOf,
  namedShape,
  shape,
} from './shape.ts'
import { statusOf } from './statuses.ts'

const requestId = answeredText(
  'The id of this request, as in the header `X-Request-Id`.',
  'req_7d9f1a52-6c1e-4d0a-9d6e-0f5b8f3c2a11',
)

/** The keyword under which the OpenAPI document lists the codes of a problem. */
export const codesKey = 'x-codes'

/** The schema of a route's success. Each answer is checked against this schema before it is sent. */
export const envelope = <D extends TSchema>(data: D) => shape({ data, requestId })

/**
 * The OpenAPI schemas of a route's problems, by HTTP status: the problems of every route, and the problems with
 * `codes`.
 */
export const problemsOf = (codes: readonly ProblemCode[]): Record<string, TSchema> =>
  Object.fromEntries(
    Object.entries(Object.groupBy(new Set([...everywhere, ...codes]), (code) => statusOf[code])).map(
      ([status, codes]) => [status, problemWith(codes!)],
    ),
  )

/** The codes of the problems that any route can answer. */
const everywhere: ProblemCode[] = [
  'missing_authorization',
  'invalid_authorization',
  'misdirected',
  'rate_limited',
  'internal_error',
  'unavailable',
]

/** The further codes that any route with a body can answer. */
export const bodyProblems: ProblemCode[] = [
  'validation_failed',
  'payload_too_large',
  'unsupported_media_type',
]

/**
 * A sample problem of each code, made by the same functions as a real problem. Each conflict has a message of its own.
 */
const samples: Readonly<Record<ProblemCode, Problem>> = {
  validation_failed: invalid([{ path: 'firstName', message: 'is required' }]),
  missing_authorization: missingAuthorization(),
  invalid_authorization: badToken(),
  forbidden: forbidden(),
  passkey_required: passkeyRequired(),
  not_found: notFound(),
  conflict: conflict('The request contradicts what is stored. Read it again, then change the request.'),
  cursor_gone: cursorGone(),
  precondition_failed: preconditionFailed(4, 'If-Match'),
  payload_too_large: tooLarge(ordinaryLimit),
  unsupported_media_type: unsupportedMediaType(),
  misdirected: misdirected(),
  idempotency_mismatch: mismatch(),
  rate_limited: tooMany(),
  internal_error: fault(),
  unavailable: unavailable(),
}

/** Descriptions of codes whose message is not the same in every answer, or does not name every cause. */
const means: Partial<Record<ProblemCode, string>> = {
  forbidden:
    'Only owners may do this, only members who are signed in with a passkey, or only tokens with another scope.',
  not_found: "There is nothing here. The id is malformed, unknown, deleted or another practice's.",
  conflict:
    'The request contradicts the stored records, or the first request with its `Idempotency-Key` is still running. The message gives the reason.',
  misdirected:
    'No practice is at this host. Or the practice has moved to another host, and the `message` in `details` is its new address.',
  payload_too_large:
    'The body is larger than the operation allows, or the answer is too long to be kept for the `Idempotency-Key`.',
}

const overlap = {
  entryId: answeredId('appointment', 'On an overlap: the entry in the way.'),
  startAt: answeredInstant(
    'On an overlap: when the entry in the way starts. On a time that is taken: when a free time starts.',
  ),
  endAt: answeredInstant('When the entry in the way, or the free time, ends.', '2030-03-26T08:30:00.000Z'),
}

const detail = namedShape('ProblemDetail', 'One error of a request.', {
  path: answeredText(
    'The field, with dots between its parts: `workingHours.mon.0.end`. Empty for the whole body.',
    'firstName',
  ),
  message: answeredText('What is wrong with the field.', 'is required'),
  entryId: Type.Optional(overlap.entryId),
  startAt: Type.Optional(overlap.startAt),
  endAt: Type.Optional(overlap.endAt),
  tokenId: Type.Optional(
    answeredId('token', 'On a repeated request: the API token that the first request made.'),
  ),
  memberId: Type.Optional(
    answeredId('colleague', 'On a repeated request: the member for whom the first request made a link.'),
  ),
  webhookId: Type.Optional(
    answeredId('webhook', 'On a repeated request: the webhook whose secret the first request made.'),
  ),
  feedId: Type.Optional(
    answeredId('calendarFeed', 'On a repeated request: the calendar feed that the first request made.'),
  ),
  until: Type.Optional(
    answeredText('On an erasure: the day until which the records must be kept.', '2036-03-26'),
  ),
  version: Type.Optional(answeredNumber('On `precondition_failed`: the present version of the record.', 4)),
})

const problem = namedShape('Problem', 'The answer to a request that did not succeed.', {
  error: describedShape('What went wrong.', {
    code: Type.Unsafe<ProblemCode>({
      type: 'string',
      enum: Object.keys(statusOf),
      examples: ['validation_failed'],
      description: 'The kind of the error. Programs decide by this code.',
    }),
    status: answeredNumber('The HTTP status of the answer.', 400),
    message: answeredText('What happened and what to do, for people.', samples.validation_failed.message),
    details: Type.Optional(
      listOf(
        detail,
        'All errors of the request. Always present with `validation_failed` and `precondition_failed`, sometimes with `conflict` and `misdirected`.',
      ),
    ),
  }),
  requestId,
})

/**
 * The schema of a problem with one of these codes, which all have the same status. It lists the codes under `codesKey`.
 */
function problemWith(codes: readonly ProblemCode[]): TSchema {
  const [code] = codes as [ProblemCode]
  const { message, details } = samples[code]
  const error = { code, status: statusOf[code], message, ...(details && { details }) }
  return Type.Any({
    allOf: [problem],
    [codesKey]: codes,
    description: codes.map((code) => `\`${code}\`: ${means[code] ?? samples[code].message}`).join(' '),
    examples: [{ error, requestId: requestId.examples[0] }],
  })
}

/** The schema of the answer to every delete, and the answer itself. */
export const deletion = namedShape('Deleted', 'The record is deleted.', {
  deleted: Type.Literal(true, { description: 'Always true.' }),
})
export const deleted = { deleted: true } as const
