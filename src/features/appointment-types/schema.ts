import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { onlineModes, typeIssues } from '../../domain/appointment-type.ts'
import { mostAppointmentTypes, mostTypeChairs, mostTypePractitioners } from '../../domain/limits.ts'
import {
  answeredFlag,
  answeredId,
  answeredNumber,
  answeredText,
  describedShape,
  filledText,
  givenId,
  integer,
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
  name: 'Name, for the members to read. Patients never see it, because it may say what they have.',
  patientName: 'What patients read instead of the name, by language.',
  durationMinutes:
    'How long it usually takes, in minutes. An appointment keeps the length with which it was booked.',
  color: 'The colour in the calendar, in any notation. Null when there is none.',
  bufferBeforeMinutes:
    'How many minutes should be free before it. They decide which times are offered, and forbid no booking.',
  bufferAfterMinutes:
    'How many minutes should be free after it. They decide which times are offered, and forbid no booking.',
  chairIds: 'The chairs on which it takes place. Null for any chair.',
  practitioners: 'The members who do it. Null for any member.',
  instructions: 'What patients should know before they come, by language.',
  recallMonths: 'After how many months the patient should come again. Null for never.',
  position: "The type's place in the list, smallest first.",
  active: 'A type that is not active is not offered and takes no new entries. Its entries stay.',
  archived:
    'Whether the type was deleted. It takes no new entries. Its entries stay, and its id stays readable.',
  newPatients: 'How people book who say that they have not been here before.',
  knownPatients: 'How people book who say that they have been here before.',
  leastNoticeMinutes: 'How many minutes before its start a time is offered at the latest.',
  horizonDays: 'How many days ahead times are offered.',
  mostPerDay: 'How many appointments of this type are booked online on one day at most. Null for any number.',
  cancelUntilMinutes: 'How many minutes before the start patients may move or cancel it at the latest.',
}

const inLanguages = (length: number, description: string, en: string, de: string) =>
  shape(
    {
      en: optional(filledText(length, { description: 'In English. Trimmed; not empty.', examples: [en] })),
      de: optional(filledText(length, { description: 'In German. Trimmed; not empty.', examples: [de] })),
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
const buffer = (description: string) => integer(0, 240, { description, examples: [0] })

const online = namedShape(
  'OnlineBooking',
  'How patients may book this type by themselves: `off` for not at all, `request` for a request that a member accepts, `instant` for at once.',
  {
    newPatients: oneOf(onlineModes, { description: means.newPatients }),
    knownPatients: oneOf(onlineModes, { description: means.knownPatients }),
    leastNoticeMinutes: integer(0, 43_200, { description: means.leastNoticeMinutes, examples: [120] }),
    horizonDays: integer(1, 365, { description: means.horizonDays, examples: [60] }),
    mostPerDay: nullable(integer(1, 1_000, { examples: [8] }), means.mostPerDay),
    cancelUntilMinutes: integer(0, 43_200, { description: means.cancelUntilMinutes, examples: [1_440] }),
    questions: Type.Array(
      filledText(200, {
        description: 'A question. Trimmed; not empty.',
        examples: ['What is it about?'],
      }),
      { maxItems: 3, description: 'What patients are asked when they book.' },
    ),
  },
)

const name = (example: string) =>
  filledText(200, {
    description: `${means.name} Trimmed; not empty; unique among the types that are not archived, case aside.`,
    examples: [example],
  })
const givenChairs = nullable(
  Type.Array(givenId('chair', 'A chair of the practice.'), {
    minItems: 1,
    maxItems: mostTypeChairs,
    description: 'The chairs, each of them once.',
  }),
  means.chairIds,
)
const practitioner = <I extends TSchema>(memberId: I) =>
  describedShape('A member who does it.', {
    memberId,
    durationMinutes: optional(
      integer(1, 1_440, {
        description: 'How long this member takes, in minutes. `durationMinutes` of the type when left out.',
        examples: [45],
      }),
    ),
  })
const givenPractitioners = nullable(
  Type.Array(practitioner(givenId('colleague', 'An active member of the practice.')), {
    minItems: 1,
    maxItems: mostTypePractitioners,
    description: 'The members, each of them once.',
  }),
  means.practitioners,
)

const settings = {
  patientName: optional(patientName),
  color: optional(nullable(text(1_000, { description: means.color, examples: ['#0ea5e9'] }))),
  bufferBeforeMinutes: optional(buffer(means.bufferBeforeMinutes)),
  bufferAfterMinutes: optional(buffer(means.bufferAfterMinutes)),
  chairIds: optional({ ...givenChairs, examples: [null] }),
  practitioners: optional({ ...givenPractitioners, examples: [null] }),
  instructions: optional(instructions),
  recallMonths: optional(nullable(integer(1, 120, { description: means.recallMonths, examples: [6] }))),
  position: optional(
    integer(0, 1_000_000, { description: `${means.position} A new type comes last.`, examples: [0] }),
  ),
  active: optional(Type.Boolean({ description: `${means.active} True for a new type.`, examples: [true] })),
  online: optional(online),
}
const durationMinutes = integer(1, 1_440, { description: means.durationMinutes, examples: [30] })
const rule = 'No chair and no member comes twice.'

export const createTypeBody = namedShape(
  'CreateAppointmentType',
  `A new appointment type. Only the name and the length are required. ${rule} Without \`online\`, patients cannot book it by themselves.`,
  { name: name('Wisdom tooth'), durationMinutes, ...settings },
  { rule: typeIssues },
)
export const updateTypeBody = namedShape(
  'UpdateAppointmentType',
  `The fields to change. ${rule} \`online\` and the texts by language are replaced whole.`,
  {
    name: optional(name('Check-up and cleaning')),
    durationMinutes: optional(durationMinutes),
    ...settings,
    archived: optional(
      Type.Boolean({
        description: `${means.archived} False brings a deleted type back.`,
        examples: [false],
      }),
    ),
  },
  { rule: typeIssues },
)
export type CreateType = Static<typeof createTypeBody>
export type UpdateType = Static<typeof updateTypeBody>

export const typeQuery = query({
  archived: optional(
    oneOf(['true', 'false'], {
      description: 'Whether the archived types are listed instead of the others.',
      examples: ['false'],
    }),
  ),
})

export const appointmentType = namedShape(
  'AppointmentType',
  'A kind of appointment, such as a check-up: what it needs, and how patients may book it.',
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
      Type.Array(answeredId('chair', 'A chair.'), {
        description: 'The chairs. A chair that was deleted since may be among them.',
      }),
      means.chairIds,
    ),
    practitioners: nullable(
      Type.Array(practitioner(answeredId('colleague', 'The member.')), {
        description: 'The members. One who is not active any more may be among them.',
      }),
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
  { appointmentTypes: Type.Array(appointmentType, { description: 'The types, by position.' }) },
)
