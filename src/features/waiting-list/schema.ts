import { type Static, Type } from '@sinclair/typebox'
import type { Issue } from '../../domain/problem.ts'
import { urgencies } from '../../domain/waiting-list.ts'
import { weekdays as days } from '../../domain/working-hours.ts'
import {
  answeredFlag,
  answeredId,
  answeredInstant,
  answeredNumber,
  answeredText,
  formatted,
  givenId,
  integer,
  listOf,
  namedShape,
  nullable,
  ofPractice,
  oneOf,
  optional,
  query,
  textOrNull,
  timestamps,
  versioned,
} from '../../http/shape.ts'
import { createEntryBody, runsForward } from '../calendar/entry-schema.ts'
import { patientToBook } from '../shared/patient-contact.ts'

const means = {
  durationMinutes: 'How long the visit takes, in minutes.',
  chairIds: 'The chairs that suit. Null when every chair suits.',
  weekdays: 'The days of the week that suit. Null when every day suits.',
  startTime: 'The earliest local time at which a visit may start. Null when any time suits.',
  endTime:
    'The local time at which a visit must have ended, on the day on which it starts. `24:00` is midnight. Null when any time suits.',
  fromDate: "The first day that suits, in the practice's time zone. Null for no limit.",
  throughDate: 'The last day that suits. Null for no limit.',
  urgency: 'How soon the patient needs a time. More urgent patients are called first.',
  note: 'A further note. Null without a note.',
  appointmentTypeId: 'The kind of appointment that the patient waits for. Null when no kind is named.',
}

const durationMinutes = integer(5, 1440, means.durationMinutes, 30)
const urgency = oneOf(urgencies, means.urgency)

/** The fields that limit which times suit the patient. Each may be null or left out. */
const limits = {
  chairIds: optional(
    nullable(
      Type.Array(givenId('chair', 'A chair of the practice.'), {
        minItems: 1,
        maxItems: 50,
        uniqueItems: true,
      }),
      means.chairIds,
    ),
  ),
  weekdays: optional(
    nullable(
      Type.Array(oneOf(days), {
        minItems: 1,
        maxItems: days.length,
        uniqueItems: true,
        examples: [['mon', 'tue']],
      }),
      means.weekdays,
    ),
  ),
  startTime: optional(nullable(formatted('clock-time', means.startTime, '08:00'))),
  endTime: optional(nullable(formatted('closing-time', means.endTime, '12:00'))),
  fromDate: optional(nullable(formatted('date', means.fromDate, '2030-03-25'))),
  throughDate: optional(nullable(formatted('date', means.throughDate, '2030-04-30'))),
  note: optional(textOrNull(1000, `${means.note} Trimmed; blank means null.`, 'Works nearby.')),
  appointmentTypeId: optional(
    nullable(
      givenId(
        'appointmentType',
        'The kind of appointment that the patient waits for: an active appointment type of the practice. Only its chairs suit. The length stays `durationMinutes`.',
      ),
      means.appointmentTypeId,
    ),
  ),
}

type Limits = Readonly<
  Partial<Record<'startTime' | 'endTime' | 'fromDate' | 'throughDate', string | null | undefined>>
>

/** An issue for each pair of days or times that contradict each other. */
export function limitIssues({ startTime, endTime, fromDate, throughDate }: Limits): Issue[] {
  const issues: Issue[] = []
  if (startTime && endTime && endTime <= startTime)
    issues.push({ path: 'endTime', message: 'must be after startTime' })
  if (fromDate && throughDate && throughDate < fromDate)
    issues.push({ path: 'throughDate', message: 'must not be before fromDate' })
  return issues
}

export const createWaitingBody = namedShape(
  'CreateWaiting',
  'A patient who waits for a free time. `endTime` is after `startTime`, and `throughDate` is not before `fromDate`.',
  { patientId: givenId('patient', 'A patient of the practice.'), durationMinutes, urgency, ...limits },
  { rule: limitIssues },
)

export const updateWaitingBody = namedShape(
  'UpdateWaiting',
  'The fields to change. Null clears a limit. The times and the days of the resulting record must be in order.',
  { durationMinutes: optional(durationMinutes), urgency: optional(urgency), ...limits },
  { rule: limitIssues },
)
export type CreateWaiting = Static<typeof createWaitingBody>
export type UpdateWaiting = Static<typeof updateWaitingBody>

const { type: _, patientId: __, chairId: ___, endAt, ...booked } = createEntryBody.properties

export const bookWaitingBody = namedShape(
  'BookWaiting',
  'The appointment for the patient who waits. It may differ from the wishes of the patient.',
  {
    ...booked,
    endAt: optional({
      ...endAt,
      description: `${endAt.description} When left out, the visit takes \`durationMinutes\`.`,
    }),
    chairId: givenId('chair', 'The chair of the visit: an active chair of the practice.'),
  },
  { rule: runsForward },
)
export type BookWaiting = Static<typeof bookWaitingBody>

export const waitingQuery = query({
  fits: optional({
    ...formatted(
      'instant-pair',
      'A free time as `start/end`, two instants with `Z` or an offset. At most 48 hours. Only patients whom a visit in this time suits are listed.',
      '2030-03-26T08:00:00Z/2030-03-26T12:00:00Z',
    ),
    maxLength: 100,
  }),
  chairId: optional(givenId('chair', 'Only patients whom this chair suits: a chair of the practice.')),
})

const waitingFields = {
  id: answeredId('waiting', 'The id of the item on the waiting list.'),
  ...ofPractice,
  patientId: answeredId('patient', 'The patient who waits.'),
  durationMinutes: answeredNumber(means.durationMinutes, 30),
  chairIds: nullable(Type.Array(answeredId('chair', 'A chair.')), means.chairIds),
  weekdays: nullable(Type.Array(oneOf(days)), means.weekdays),
  startTime: nullable(answeredText(means.startTime, '08:00')),
  endTime: nullable(answeredText(means.endTime, '12:00')),
  fromDate: nullable(answeredText(means.fromDate, '2030-03-25')),
  throughDate: nullable(answeredText(means.throughDate, '2030-04-30')),
  urgency,
  note: nullable(answeredText(means.note, 'Works nearby.')),
  appointmentTypeId: nullable(answeredId('appointmentType', means.appointmentTypeId)),
  createdBy: answeredId('member', 'The member who put the patient on the list.'),
}

export const waiting = namedShape(
  'Waiting',
  'An item of the waiting list. The patient waits since `createdAt`.',
  {
    ...waitingFields,
    ...timestamps,
    ...versioned,
  },
)

const waitingItem = namedShape('WaitingItem', 'A patient who waits, and how to reach them.', {
  ...waitingFields,
  patient: patientToBook,
  expired: answeredFlag('Whether the last day that suits is over. Then no time suits the patient.', false),
  suggestedStartAt: nullable(
    answeredInstant('The first start that suits in the time that `fits` names. Null without `fits`.'),
  ),
  ...timestamps,
  ...versioned,
})

export const waitingListAnswer = namedShape('WaitingList', 'The patients who wait for a free time.', {
  waiting: listOf(
    waitingItem,
    'The patients in the order in which to call them: by urgency, then by how long they wait.',
  ),
  more: answeredFlag(
    'Whether more patients wait than the service has read. This can happen only after deleted patients were brought back.',
    false,
  ),
})
