import { type Static, Type } from '@sinclair/typebox'
import { absenceIssues } from '../../domain/absences.ts'
import { mostAbsences } from '../../domain/limits.ts'
import { weekdays as days } from '../../domain/working-hours.ts'
import {
  answeredId,
  answeredText,
  formatted,
  givenId,
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
  wallTimeOrNull,
} from '../../http/shape.ts'

const means = {
  practitionerId: 'The member who is away.',
  reason: 'The reason, which members read. Null when no reason is given.',
  fromDate: 'The first day, `YYYY-MM-DD`.',
  throughDate:
    'The last day. An absence without `weekdays` needs a last day, and has at most 400 days. Null for a weekly absence without an end.',
  startTime:
    'From when on the member is away on each of the days, `HH:MM` on the wall clock. Null for the whole day.',
  endTime:
    'Until when the member is away on each of the days, `HH:MM` or `24:00`, later than `startTime`. Null for the whole day.',
  weekdays: 'The days of the week on which the absence repeats. Null for an absence on every day.',
}

const date = (description: string) => formatted('date', description, '2030-08-05')
const practitionerId = givenId('colleague', `${means.practitionerId} An active member of the practice.`)
const throughDate = { ...nullable(date(means.throughDate)), examples: ['2030-08-05'] }
const others = {
  reason: optional(textOrNull(200, `${means.reason} Trimmed; blank means null.`, 'Ill')),
  startTime: optional(
    wallTimeOrNull('clock-time', `${means.startTime} Given together with \`endTime\`.`, '13:00'),
  ),
  endTime: optional(
    wallTimeOrNull('closing-time', `${means.endTime} Given together with \`startTime\`.`, '24:00'),
  ),
  weekdays: optional({
    ...nullable(
      Type.Array(oneOf(days), { minItems: 1, maxItems: days.length, uniqueItems: true }),
      means.weekdays,
    ),
    examples: [null],
  }),
}
const rule =
  'The last day is not before the first day, and `endTime` is after `startTime`. Give both times or neither. A weekly absence has at least one day.'

export const createAbsenceBody = namedShape(
  'CreateAbsence',
  `A new absence. ${rule} An absence without times takes whole days.`,
  { practitionerId, fromDate: date(means.fromDate), throughDate, ...others },
  { rule: absenceIssues },
)
export const updateAbsenceBody = namedShape(
  'UpdateAbsence',
  `The fields to change. ${rule} The resulting absence must obey this rule, also when the request has only some fields.`,
  {
    practitionerId: optional(practitionerId),
    fromDate: optional(date(means.fromDate)),
    throughDate: optional(throughDate),
    ...others,
  },
)
export type CreateAbsence = Static<typeof createAbsenceBody>
export type UpdateAbsence = Static<typeof updateAbsenceBody>

export const absenceQuery = query({
  from: optional(
    formatted(
      'date',
      "Only absences that have this day or a later one, in the practice's zone.",
      '2030-08-01',
    ),
  ),
  to: optional(formatted('date', 'Only absences that have a day before this one.', '2030-09-01')),
  practitionerId: optional(givenId('colleague', 'Only absences of this member.')),
})
export type AbsenceQuery = Static<typeof absenceQuery>

export const absence = namedShape('Absence', 'Days, or times of days, in which a member treats nobody.', {
  id: answeredId('absence', 'The id of the absence.'),
  ...ofPractice,
  practitionerId: answeredId('colleague', means.practitionerId),
  reason: nullable(answeredText(means.reason, 'Ill')),
  fromDate: answeredText(means.fromDate, '2030-08-05'),
  throughDate: nullable(answeredText(means.throughDate, '2030-08-05')),
  startTime: nullable(answeredText(means.startTime, '13:00')),
  endTime: nullable(answeredText(means.endTime, '24:00')),
  weekdays: nullable(listOf(oneOf(days), means.weekdays), means.weekdays),
  ...timestamps,
  ...versioned,
})

export const absenceList = namedShape(
  'AbsenceList',
  `The absences of the members. There are at most ${mostAbsences}.`,
  {
    absences: listOf(
      absence,
      'The absences: first weekly absences without an end, then the others by their last day.',
    ),
  },
)
