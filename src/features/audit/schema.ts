import { actorKinds, credentialKinds } from '../../domain/act.ts'
import { auditKinds } from '../../domain/audit.ts'
import { roles } from '../../domain/caller.ts'
import {
  answeredId,
  answeredInstant,
  answeredText,
  describedShape,
  formatted,
  givenId,
  integer,
  listOf,
  namedShape,
  nullable,
  oneOf,
  optional,
  query,
  queryInstant,
  queryInteger,
  shape,
  unchecked,
} from '../../http/shape.ts'
import type { TrailPlace } from '../../store/audit/audit-list.ts'
import { mostLookedThrough } from '../../store/audit/audit-list.ts'
import { Cursors } from '../shared/pages.ts'

/** What each kind of act means. */
const kindMeans =
  '`write`: a record was made, changed, deleted or brought back. `read`: records of patients were shown. `access`: somebody signed in, or got or lost access. `refusal`: a request was refused. `message`: the outcome of a message to a patient. `settings`: the settings were changed. `export`: records were exported or imported. `erasure`: a person was erased.'

/** The cursors of the audit trail. The newest act is first. */
export const trailCursors = new Cursors<TrailPlace>({ seq: 100_000, at: Date.parse('2030-01-01T00:00:00Z') })

export const auditQuery = query({
  patientId: optional(givenId('patient', 'Only acts about this patient, such as reading the record.')),
  memberId: optional(givenId('colleague', 'Only acts of this member.')),
  from: optional(queryInstant('Only acts from this instant on.', '2026-01-01T00:00:00+01:00')),
  to: optional(queryInstant('Only acts before this instant.', '2030-03-27T00:00:00+01:00')),
  kind: optional(
    oneOf(
      auditKinds,
      `Only acts of this kind. The service reads at most ${mostLookedThrough.toLocaleString('en')} acts for a page. So a page can be short or empty although more acts follow: go on with \`next\`.`,
    ),
  ),
  limit: optional(queryInteger(1, 200, 'How many acts the answer has at most. 50 when left out.', 50)),
  cursor: optional({
    ...formatted(
      'cursor',
      'The `next` of the previous page. Acts that were added since do not move the next page.',
      trailCursors.example,
    ),
    maxLength: 60,
  }),
})

const values = (when: string) =>
  unchecked<Record<string, unknown>>({
    type: 'object',
    additionalProperties: true,
    description: `The changed fields ${when} the act, as they were stored. Instants are epoch milliseconds.`,
    examples: [{ phoneMobile: '+49 151 23456789' }],
  })

export const auditEvent = namedShape('AuditEvent', 'One row of the audit trail: who did what.', {
  seq: integer(
    1,
    Number.MAX_SAFE_INTEGER,
    'The number of the row in the trail of the practice. No number is missing.',
    4711,
  ),
  at: answeredInstant('When it was.', '2030-03-01T09:15:00.000Z'),
  actor: describedShape('Who did it.', {
    kind: oneOf(
      actorKinds,
      'Who acted. A `patient` used the link in a message. A `stranger` is an unknown person. The `service` acted by itself, and the `operator` at the command line.',
    ),
    memberId: nullable(answeredId('colleague', 'The member. Null for any other actor.')),
    name: nullable(answeredText("The member's name at the time of the act.", 'Anna Weber')),
    role: nullable(oneOf(roles), 'The role that the member had then.'),
  }),
  credential: nullable(
    shape({
      kind: oneOf(credentialKinds, 'The credential that the actor used.'),
      id: nullable(answeredId('session', 'The id of the session, token, passkey or message.')),
    }),
    'The credential that the actor used. Null when the actor had none.',
  ),
  address: nullable(answeredText('The IP address of the caller.', '192.0.2.7')),
  requestId: nullable(
    answeredText(
      'The `requestId` of the request, which is also in its answer and in the log.',
      'req_01970000-0000-4000-8000-00000000000f',
    ),
  ),
  kind: oneOf(auditKinds, kindMeans),
  action: answeredText(
    'The act: an operation of this document, a command, or a task of the service.',
    'updatePatient',
  ),
  record: nullable(
    shape({
      kind: answeredText('The kind of the record.', 'patient'),
      id: answeredText('The id of the record.', '01970000-0000-7000-8000-000000000004'),
    }),
    'The record of the act. Null when the act has no record.',
  ),
  patientId: nullable(answeredId('patient', 'The patient of the act.')),
  patient: nullable(
    shape({
      firstName: answeredText('First name.', 'Anna'),
      lastName: answeredText('Last name.', 'Schneider'),
    }),
    "The patient's present name, or the name at the deletion. Null when the practice keeps nothing of the patient any more.",
  ),
  patientIds: listOf(answeredId('patient', 'A patient.'), 'The patients in a list that was shown.'),
  times: integer(1, Number.MAX_SAFE_INTEGER, 'How many equal acts the row counts.', 1),
  fields: listOf(answeredText('A field of the record.', 'phoneMobile'), 'The fields that were written.'),
  values: nullable(
    shape({ before: nullable(values('before')), after: nullable(values('after')) }),
    'The values of the changed fields. Null when no values are kept, and after the person was erased.',
  ),
  detail: unchecked<Record<string, unknown>>({
    type: 'object',
    additionalProperties: true,
    description: 'Further facts, such as how many records were found.',
    examples: [{}],
  }),
})

export const auditPage = namedShape('AuditPage', 'A page of the audit trail.', {
  events: listOf(auditEvent, 'The rows, newest first.'),
  next: nullable(
    answeredText('The `cursor` of the next page. Null at the end of the trail.', trailCursors.example),
  ),
})
