/** The parts of the OpenAPI document that belong to no route: the service, its conventions, its headers. */
import { arrivalPatience, longTextLimit, ordinaryLimit } from './body.ts'
import { mostLevels, mostValues } from './json-size.ts'

export const info = {
  title: 'chairside',
  summary: 'The clinic practice API that a small practice runs by itself.',
  description: `
The service keeps patients, their notes and tags, and the calendar of every chair. The [guide](/docs/guide) shows how to
build a front end.

- **Authorization.** Send \`Authorization: Bearer <token>\` with every request. The button
  *Authorize* does this for the requests of this page. The token decides which practice a request is about.
- **Answers.** A success is \`{ data, requestId }\`. A problem is \`{ error: { code, status, message, details? },
  requestId }\`. Programs decide by \`code\`.
- **Bodies** are JSON of at most ${ordinaryLimit / 1024} KiB, and of ${longTextLimit / 1024 / 1024} MiB if they may contain the text of a note. A body contains at most
  ${mostValues.toLocaleString('en')} values, nested at most ${mostLevels} deep, and must arrive within ${arrivalPatience / 1000} seconds. A body with an unknown field
  is refused, and \`details\` names the field.
- **Queries.** A query with an unknown parameter is refused, and \`details\` names the parameter. Only the list of patients
  ignores unknown parameters.
- **Texts** are Unicode without NUL and without half surrogate pairs. Lengths count UTF-16 code units.
- **Dates and times** are ISO 8601 with \`Z\` or an offset. Answers are in UTC with milliseconds: \`2030-03-26T08:00:00.000Z\`.
- **Ids** are UUIDs. A request with a malformed, unknown or deleted id, or with an id of another practice, gets the same
  404 if the id is in the path. If the id is in a body, it gets 400. As a filter, such an id finds nothing, with two
  exceptions. The calendar, the trail and the archive answer 400 to a malformed id. The free times answer 400 to a chair
  that the practice does not have.
- **Repeating.** A request that changes something may carry an \`Idempotency-Key\`. When its answer is lost, send the same
  request again with the same key. The service carries the request out once, and sends the first answer again.
- **Changes.** The version is in the path. Within \`/api/v1\`, new fields and codes may be added. No field and no code is removed or
  changes its meaning.
`.trim(),
  contact: { name: 'The practice that runs this service' },
  license: { name: 'MIT', identifier: 'MIT' },
}

/** The address is relative, so it means the server that sent the document. */
export const servers = [{ url: '/', description: 'This server.' }]

/** The groups of the document, in the order of a day's work. */
export const tags = [
  { name: 'Patients', description: 'The people who are treated.' },
  { name: 'Notes', description: 'Notes about patients, with every earlier version.' },
  { name: 'Tags', description: 'Labels for patients.' },
  { name: 'Archive', description: 'Deleted records, and how to bring them back.' },
  { name: 'Appointments', description: 'The calendar: bookings, reminders, blocks, and free times.' },
  { name: 'Chairs', description: 'Where appointments take place.' },
  { name: 'Front desk', description: 'The tasks of the front desk: the inbox, and the waiting list.' },
  { name: 'Appointment types', description: 'The kinds of appointments that the practice offers.' },
  {
    name: 'Online booking',
    description:
      'The times that patients book by themselves. These requests need no token, and show no data of patients.',
  },
  { name: 'Closures', description: 'When the practice or some of its chairs are closed.' },
  { name: 'Absences', description: 'When members are away and treat nobody.' },
  { name: 'Reminders', description: 'The results of reminders to patients, and their texts.' },
  { name: 'Practice', description: 'Who sends the request, and how the practice works.' },
  { name: 'Imports', description: 'Files of other programs with patients, appointments and notes.' },
  { name: 'Webhooks', description: 'Other programs to which the service sends changes.' },
  { name: 'Members', description: 'The people who work at the practice.' },
  { name: 'Trust', description: 'The audit trail: who did what, and who has seen which patient.' },
  { name: 'Service', description: 'The state of the server and its backup.' },
  { name: 'Account', description: "The caller's own passkeys, sessions and API tokens." },
]

export const security = {
  token: {
    type: 'http',
    scheme: 'bearer',
    description: 'An API token, `ck_…`, or a session token, `cs_…`.',
  },
}

export const headers = {
  'X-Request-Id': {
    description:
      'The id of this request. It is the same as `requestId` in the body. The log of the service also names it.',
    required: true,
    schema: { type: 'string', pattern: '^req_[0-9a-f-]{36}$' },
  },
  ETag: {
    description:
      'The version of the record in quotation marks, for `If-Match` and `If-None-Match` (RFC 9110 §8.8.3).',
    required: true,
    schema: { type: 'string', pattern: '^"[0-9]+"$' },
  },
  'WWW-Authenticate': {
    description: 'How to authenticate (RFC 9110 §11.6.1).',
    required: true,
    schema: { type: 'string', enum: ['Bearer'] },
  },
  'Idempotency-Replayed': {
    description: 'Says that the answer belongs to an earlier request with this `Idempotency-Key`.',
    schema: { type: 'string', enum: ['true'] },
  },
  'Retry-After': {
    description: 'After how many seconds to try again (RFC 9110 §10.2.3).',
    schema: { type: 'integer', minimum: 1 },
  },
  RateLimit: {
    description:
      'How many requests are left to this credential: `"credential";r=2999;t=1`. Absent when there is no limit.',
    schema: { type: 'string' },
  },
  'RateLimit-Policy': {
    description:
      'How many requests a credential may send, and in how many seconds: `"credential";q=3000;w=10`.',
    schema: { type: 'string' },
  },
}

/** The header by which a request that writes can be repeated without harm. */
export const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Makes the request safe to repeat. A request with the same key and the same content is carried out once. Every repetition within 24 hours gets the same answer, with `Idempotency-Replayed: true`. A key is for one request and one token. Use a random UUID.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
}

/** The headers of an answer with this status, by reference. */
export function headersOf(
  status: string,
  { versioned, writes }: { readonly versioned: boolean; readonly writes: boolean },
): Record<string, { $ref: string }> {
  const names = ['X-Request-Id']
  if (versioned) names.push('ETag')
  if (status === '401') names.push('WWW-Authenticate')
  if (status === '429' || status < '300') names.push('RateLimit', 'RateLimit-Policy')
  if (status === '429') names.push('Retry-After')
  if (writes) names.push('Idempotency-Replayed')
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}
