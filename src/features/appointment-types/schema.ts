import type { Static, TSchema } from '@sinclair/typebox'
import { onlineModes, typeIssues } from '../../domain/appointment-type.ts'
import { mostAppointmentTypes, mostTypeChairs, mostTypePractitioners } from '../../domain/limits.ts'
import {
  answeredFlag,
  answeredId,
  answeredNumber,
  answeredText,
  describedShape,
  filledText,
  flag,
  givenId,
  integer,
  listOf,
  namedShape,
  nullable,
  ofPractice,
  oneOf,
  optional,
  query,
  shape,
  text,
  timestamps,
  versioned,
} from '../../http/shape.ts'

const means = {
  name: 'The name that members read. Patients never see the name, because it may contain a diagnosis.',
  patientName: 'The name that patients read, by language.',
  durationMinutes: 'The usual length in minutes. An appointment keeps the length with which it was booked.',
  color: 'The colour in the calendar, in any notation. Null without a colour.',
  bufferBeforeMinutes:
    'How many minutes should be free before the appointment. This decides which times are offered, and forbids no booking.',
  bufferAfterMinutes:
    'How many minutes should be free after the appointment. This decides which times are offered, and forbids no booking.',
  chairIds: 'The chairs on which appointments of this type take place. Null for any chair.',
  practitioners: 'The members who do appointments of this type. Null for any member.',
  instructions: 'What patients should know before they come, by language.',
  recallMonths: 'After how many months the patient should come again. Null for never.',
  position: "The type's place in the list, smallest first.",
  active: 'A type that is not active is not offered and takes no new entries. Its existing entries stay.',
  archived:
    'Whether the type was deleted. A deleted type takes no new entries. Its entries stay, and its id stays readable.',
  newPatients: 'How people book who say that they have not been here before.',
  knownPatients: 'How people book who say that they have been here before.',
  leastNoticeMinutes: 'How many minutes before its start a time is last offered.',
  horizonDays: 'How many days ahead times are offered.',
  mostPerDay: 'How many appointments of this type patients can book online for one day. Null for any number.',
  cancelUntilMinutes: 'Until how many minutes before the start patients may move or cancel the appointment.',
}

const inLanguages = (length: number, description: string, en: string, de: string) =>
  shape(
    {
      en: optional(filledText(length, 'In English. Trimmed; not empty.', en)),
      de: optional(filledText(length, 'In German. Trimmed; not empty.', de)),
    },
    { description },
  )
const patientName = nullable(inLanguages(200, means.patientName, 'Check-up', 'Kontrolle'))
const instructions = nullable(
  inLanguages(
    1_000,
    means.instructions,
    'Please bring your insurance card.',
    'Bitte bringen Sie Ihre Versichertenkarte mit.',
  ),
)
const buffer = (description: string) => integer(0, 240, description, 0)

const online = namedShape(
  'OnlineBooking',
  'How patients may book this type by themselves. `off`: they cannot. `request`: a member must accept their request. `instant`: the booking counts at once.',
  {
    newPatients: oneOf(onlineModes, means.newPatients),
    knownPatients: oneOf(onlineModes, means.knownPatients),
    leastNoticeMinutes: integer(0, 43_200, means.leastNoticeMinutes, 120),
    horizonDays: integer(1, 365, means.horizonDays, 60),
    mostPerDay: nullable(integer(1, 1_000, undefined, 8), means.mostPerDay),
    cancelUntilMinutes: integer(0, 43_200, means.cancelUntilMinutes, 1_440),
    questions: listOf(
      filledText(200, 'A question. Trimmed; not empty.', 'What is it about?'),
      'The questions that patients answer when they book.',
      { maxItems: 3 },
    ),
  },
)

const name = (example: string) =>
  filledText(
    200,
    `${means.name} Trimmed; not empty; unique among the types that are not archived. Case does not count.`,
    example,
  )
const givenChairs = nullable(
  listOf(givenId('chair', 'A chair of the practice.'), 'The chairs, each of them once.', {
    minItems: 1,
    maxItems: mostTypeChairs,
  }),
  means.chairIds,
)
const practitioner = <I extends TSchema>(memberId: I) =>
  describedShape('A member who does appointments of this type.', {
    memberId,
    durationMinutes: optional(
      integer(
        1,
        1_440,
        'How long this member takes, in minutes. `durationMinutes` of the type when left out.',
        45,
      ),
    ),
  })
const givenPractitioners = nullable(
  listOf(
    practitioner(givenId('colleague', 'An active member of the practice.')),
    'The members, each of them once.',
    { minItems: 1, maxItems: mostTypePractitioners },
  ),
  means.practitioners,
)

const settings = {
  patientName: optional(patientName),
  color: optional(nullable(text(1_000, means.color, '#0ea5e9'))),
  bufferBeforeMinutes: optional(buffer(means.bufferBeforeMinutes)),
  bufferAfterMinutes: optional(buffer(means.bufferAfterMinutes)),
  chairIds: optional({ ...givenChairs, examples: [null] }),
  practitioners: optional({ ...givenPractitioners, examples: [null] }),
  instructions: optional(instructions),
  recallMonths: optional(nullable(integer(1, 120, means.recallMonths, 6))),
  position: optional(integer(0, 1_000_000, `${means.position} A new type comes last.`, 0)),
  active: optional(flag(`${means.active} True for a new type.`, true)),
  online: optional(online),
}
const durationMinutes = integer(1, 1_440, means.durationMinutes, 30)
const rule = 'The lists contain no chair and no member twice.'

export const createTypeBody = namedShape(
  'CreateAppointmentType',
  `A new appointment type. Only the name and the length are required. ${rule} Without \`online\`, patients cannot book it by themselves.`,
  { name: name('Wisdom tooth'), durationMinutes, ...settings },
  { rule: typeIssues },
)
export const updateTypeBody = namedShape(
  'UpdateAppointmentType',
  `The fields to change. ${rule} \`online\` and the texts by language are replaced as a whole.`,
  {
    name: optional(name('Check-up and cleaning')),
    durationMinutes: optional(durationMinutes),
    ...settings,
    archived: optional(flag(`${means.archived} False brings a deleted type back.`, false)),
  },
  { rule: typeIssues },
)
export type CreateType = Static<typeof createTypeBody>
export type UpdateType = Static<typeof updateTypeBody>

export const typeQuery = query({
  archived: optional(
    oneOf(['true', 'false'], 'Whether the archived types are listed instead of the others.', 'false'),
  ),
})

export const appointmentType = namedShape(
  'AppointmentType',
  'A kind of appointment, such as a check-up: its length, chairs and members, and how patients may book it.',
  {
    id: answeredId('appointmentType', 'The id of the type.'),
    ...ofPractice,
    name: answeredText(means.name, 'Check-up'),
    patientName,
    durationMinutes: answeredNumber(means.durationMinutes, 30),
    color: nullable(answeredText(means.color, '#0ea5e9')),
    bufferBeforeMinutes: answeredNumber(means.bufferBeforeMinutes, 0),
    bufferAfterMinutes: answeredNumber(means.bufferAfterMinutes, 0),
    chairIds: nullable(
      listOf(
        answeredId('chair', 'A chair.'),
        'The chairs. The list may contain chairs that were deleted since.',
      ),
      means.chairIds,
    ),
    practitioners: nullable(
      listOf(
        practitioner(answeredId('colleague', 'The member.')),
        'The members. The list may contain members who are no longer active.',
      ),
      means.practitioners,
    ),
    instructions,
    recallMonths: nullable(answeredNumber(means.recallMonths, 6)),
    position: answeredNumber(means.position, 0),
    active: answeredFlag(means.active, true),
    archived: answeredFlag(means.archived, false),
    online,
    ...timestamps,
    ...versioned,
  },
)

export const appointmentTypeList = namedShape(
  'AppointmentTypeList',
  `The appointment types of the practice. At most ${mostAppointmentTypes} are not archived.`,
  { appointmentTypes: listOf(appointmentType, 'The types, by position.') },
)
