import type { Static } from '@sinclair/typebox'
import { entryTypes } from '../../domain/entry.ts'
import type { Issue } from '../../domain/problem.ts'
import { parseInstant } from '../../domain/time.ts'
import {
  answeredId,
  answeredInstant,
  answeredText,
  describedShape,
  filledText,
  formatted,
  givenId,
  metadata,
  namedShape,
  nullable,
  ofPractice,
  oneOf,
  optional,
  text,
  timestamps,
  versioned,
} from '../../http/shape.ts'

/** The form of the times in requests. */
export const dateTime = 'An ISO 8601 date and time with `Z` or an offset.'

const means = {
  type: '`appointment` and `unavailable` occupy their chair. `reminder` is a note in the calendar and occupies no chair.',
  chairId: 'The chair of the entry. Null for an entry without a chair.',
  patientId: 'The patient of the entry. Null without a patient.',
  title: 'A heading in the calendar. Null without a heading.',
  color: 'The colour in the calendar, in any notation. Null without a colour.',
  serviceRef: 'A reference to the service performed, such as a fee code. Null without a reference.',
  notes: 'Free text. Null without a text.',
  practitionerId: 'The member who treats. Null when nobody was named.',
  appointmentTypeId: 'The kind of appointment. Null when no type was named.',
}

const type = oneOf(entryTypes, means.type)
const startAt = (example: string) => formatted('date-time', `When the entry starts. ${dateTime}`, example)
const endAt = (example: string) =>
  formatted('date-time', `When the entry ends, later than \`startAt\`. ${dateTime}`, example)
const chairId = givenId('chair', 'The chair of the entry: an active chair of the practice.')
const patientId = givenId(
  'patient',
  'A patient of the practice. On an `appointment`, the patient is reminded of it.',
)
const title = filledText(200, 'A heading in the calendar. Trimmed; not empty.', 'Check-up')
const color = text(1000, 'The colour in the calendar, in any notation.', '#22c55e')
const serviceRef = text(1000, 'A reference to the service performed, such as a fee code.', '01')
const practitionerId = givenId('colleague', 'The member who treats: an active member of the practice.')
const appointmentTypeId = givenId(
  'appointmentType',
  'The kind of appointment: an active appointment type of the practice. The entry keeps its own title, length and colour.',
)
const notes = text(100_000, 'Free text.', 'Brings X-rays.')

export const endNotAfterStart: Issue = { path: 'endAt', message: 'must be after startAt' }

/** The rule for the times of a body with both times. So a wrong end is reported together with other invalid fields. */
export const runsForward = ({
  startAt,
  endAt,
}: {
  readonly startAt?: string
  readonly endAt?: string
}): Issue[] =>
  startAt !== undefined && endAt !== undefined && parseInstant(endAt)! <= parseInstant(startAt)!
    ? [endNotAfterStart]
    : []

export const createEntryBody = namedShape(
  'CreateAppointment',
  'A new calendar entry. `endAt` must be later than `startAt`. On a chair, an `appointment` or `unavailable` entry must not overlap another such entry. If `practitionersOnce` of the practice is true, the entries of one practitioner must not overlap either.',
  {
    type,
    startAt: startAt('2030-03-26T09:00:00+01:00'),
    endAt: endAt('2030-03-26T09:30:00+01:00'),
    chairId: optional(chairId),
    patientId: optional(patientId),
    title: optional(title),
    color: optional(color),
    serviceRef: optional(serviceRef),
    notes: optional(notes),
    practitionerId: optional(practitionerId),
    appointmentTypeId: optional(appointmentTypeId),
  },
  { rule: runsForward },
)

const cleared = <S extends ReturnType<typeof text> | ReturnType<typeof givenId>>(schema: S) =>
  optional(nullable(schema, `${schema.description} Null clears it.`))

export const updateEntryBody = namedShape(
  'UpdateAppointment',
  'The fields to change. The resulting `endAt` must be later than the resulting `startAt`, also when the request has only one of them. The resulting entry must not overlap another entry on its chair. If `practitionersOnce` of the practice is true, it must not overlap another entry of its practitioner.',
  {
    type: optional(type),
    startAt: optional(startAt('2030-03-26T10:45:00+01:00')),
    endAt: optional(endAt('2030-03-26T11:45:00+01:00')),
    chairId: cleared(chairId),
    patientId: cleared(patientId),
    title: cleared(title),
    color: cleared(color),
    serviceRef: cleared(serviceRef),
    notes: cleared(notes),
    practitionerId: cleared(practitionerId),
    appointmentTypeId: cleared(appointmentTypeId),
  },
  { rule: runsForward },
)
export type CreateEntry = Static<typeof createEntryBody>
export type UpdateEntry = Static<typeof updateEntryBody>

export const entry = namedShape(
  'Appointment',
  'A calendar entry: an appointment, a reminder or an unavailable block.',
  {
    id: answeredId('appointment', 'The id of the entry.'),
    ...ofPractice,
    chairId: nullable(answeredId('chair', means.chairId)),
    patientId: nullable(answeredId('patient', means.patientId)),
    type,
    title: nullable(answeredText(means.title, 'Check-up')),
    startAt: answeredInstant('When the entry starts.'),
    endAt: answeredInstant(
      'When the entry ends. The next entry may start at this moment.',
      '2030-03-26T08:30:00.000Z',
    ),
    color: nullable(answeredText(means.color, '#22c55e')),
    serviceRef: nullable(answeredText(means.serviceRef, '01')),
    notes: nullable(answeredText(means.notes, 'Brings X-rays.')),
    createdBy: nullable(
      answeredId('member', 'The member who made the entry. Null when a patient booked it online.'),
    ),
    metadata,
    practitionerId: nullable(answeredId('colleague', means.practitionerId)),
    appointmentTypeId: nullable(answeredId('appointmentType', means.appointmentTypeId)),
    seriesId: nullable(
      answeredId(
        'appointment',
        'The id that all entries of a series have. Null for an entry that belongs to no series.',
      ),
    ),
    hold: nullable(
      describedShape('Until when the time is held.', {
        expiresAt: answeredInstant('When the service removes the entry.', '2030-03-25T08:10:00.000Z'),
      }),
      'The hold or the request of a patient who books online. `DELETE` releases the time. To accept a request, change `type` to `appointment`. Null for every other entry.',
    ),
    ...timestamps,
    ...versioned,
  },
)
