import type { Static } from '@sinclair/typebox'
import {
  answeredInstant,
  answeredText,
  describedShape,
  listOf,
  namedShape,
  nullable,
  oneOf,
  optional,
  query,
  queryInstant,
  text,
  versionNumber,
} from '../../http/shape.ts'
import type { VisitPlace } from '../../store/patients/patient-visits.ts'
import { cancellationFields } from '../calendar/cancellations/schema.ts'
import { entry } from '../calendar/entry-schema.ts'
import { progressState } from '../calendar/progress/schema.ts'
import { Cursors, pageCursor, pageLimit } from '../shared/pages.ts'
import { patientContact } from '../shared/patient-contact.ts'

const outcomes = ['planned', 'done', 'missed', 'cancelled'] as const

/** Which appointments of a patient are listed. */
const whens = ['coming', 'past', 'all'] as const
export type When = (typeof whens)[number]

const place = {
  startAt: Date.parse('2030-03-26T08:00:00.000Z'),
  id: '01970000-0000-7000-8000-000000000007',
}
/** A cursor is valid only for the list of one `When`. */
export const visitCursors = new Cursors<VisitPlace>(place, 'coming' satisfies When)
/** The name of the list to which the cursors of a search belong. */
export const searched = 'search'
export const searchCursors = new Cursors<VisitPlace>(place, searched)

export const patientAppointmentsQuery = query({
  when: optional(
    oneOf(
      whens,
      'Which appointments. `coming`: appointments that start from now on, the soonest first. `past`: appointments that have started, the newest first. `all`: all appointments, the newest first. `coming` when left out.',
    ),
  ),
  limit: pageLimit,
  cursor: pageCursor(visitCursors.example, ', for the same `when`'),
})
export type PatientAppointmentsQuery = Static<typeof patientAppointmentsQuery>

const patientAppointment = namedShape('PatientAppointment', 'An appointment of a patient, and its outcome.', {
  ...entry.properties,
  outcome: oneOf(
    outcomes,
    'The outcome of the appointment. `missed`: the patient did not come. `planned`: nobody has noted that the visit is done or missed.',
  ),
  progress: progressState,
  noShowNote: nullable(
    answeredText('Why the patient did not come, as a member noted it.', 'Was ill, will call.'),
    'Why the patient did not come. Null when nobody noted the reason.',
  ),
  cancellation: nullable(
    describedShape('Why the appointment was cancelled.', {
      ...cancellationFields,
      at: answeredInstant('When the appointment was cancelled.', '2030-03-25T16:00:00.000Z'),
    }),
    'Why the appointment was cancelled. Null when it was not cancelled.',
  ),
})

export const patientAppointmentList = namedShape(
  'PatientAppointmentList',
  'A page of the appointments of a patient, also cancelled appointments.',
  {
    appointments: listOf(patientAppointment, 'The appointments of the patient.'),
    nextCursor: nullable(
      answeredText('The `cursor` of the next page. Null on the last page.', visitCursors.example),
    ),
  },
)
const searchCursor = pageCursor(searchCursors.example, ', for the same search')

export const searchQuery = query({
  from: queryInstant('Only appointments that start at this time or later.', '2030-03-01T00:00:00Z'),
  to: queryInstant('Only appointments that start before this time.', '2030-04-01T00:00:00Z'),
  search: optional(
    text(
      200,
      'Every word must occur in the title or in the name of the patient. Case and accents do not count. Without words, all appointments are found.',
      'muller',
    ),
  ),
  cancelled: optional(
    oneOf(
      ['true', 'false'],
      'With `true`, only cancelled appointments. With `false`, only appointments that are not cancelled.',
    ),
  ),
  limit: pageLimit,
  cursor: searchCursor,
})
export type SearchQuery = Static<typeof searchQuery>

export const foundAppointment = namedShape(
  'FoundAppointment',
  'An appointment that was found, its patient, and its outcome.',
  {
    ...patientAppointment.properties,
    patient: patientContact,
    version: versionNumber(
      'The version of the appointment, or of its cancellation. Send this version in `If-Match`.',
    ),
  },
)

export const foundAppointments = namedShape(
  'FoundAppointments',
  'A page of the appointments that were found, also cancelled appointments.',
  {
    appointments: listOf(foundAppointment, 'The appointments, the latest start first.'),
    nextCursor: nullable(
      answeredText(
        'The `cursor` of the next page. Null when there are no more appointments. A search through very many appointments may stop before it has found a full page. Then the answer has fewer appointments, or none, and a cursor.',
        searchCursors.example,
      ),
    ),
  },
)
export type PatientAppointment = Static<typeof patientAppointment>
