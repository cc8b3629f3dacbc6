import { inPieces } from '../../http/exchange.ts'
import { pathId } from '../../http/shape.ts'
import { patientsIn, type Saw } from '../../http/sights.ts'
import { placeIn } from '../../store/patients/patient-visits.ts'
import type { Deps } from '../shared/deps.ts'
import { browsePatientAppointments } from './actions.ts'
import {
  foundAppointments,
  patientAppointmentList,
  patientAppointmentsQuery,
  type SearchQuery,
  searchQuery,
} from './schema.ts'
import { searchAppointments } from './search.ts'
import { viewFound, viewPatientAppointment } from './view.ts'

/** The appointments of one patient (RULES §23), open to every member. */
export const patientAppointmentRoutes = ({ route, now }: Deps) => ({
  list: route(
    {
      id: 'listPatientAppointments',
      tag: 'Patients',
      summary: 'List the appointments of a patient',
      description:
        'Lists past and coming appointments, page by page. Cancelled and missed appointments have their outcome and its reason. Blocks and reminders in the calendar are left out.',
      ids: { patientId: pathId('patient', 'The patient.') },
      query: patientAppointmentsQuery,
      answer: patientAppointmentList,
    },
    ({ practice, ids, query, saw }) => {
      const { shown, nextCursor } = browsePatientAppointments(practice, ids.patientId, query, now())
      // The front desk calls this route each time that the mouse rests on an entry of the calendar.
      saw({ patients: [ids.patientId], often: true })
      return { appointments: shown.map(viewPatientAppointment), nextCursor }
    },
  ),

  search: route(
    {
      id: 'searchAppointments',
      tag: 'Appointments',
      summary: 'Search the appointments',
      description:
        'Finds appointments by words in their title and in the name of their patient. It also finds cancelled appointments. Without words, it lists all appointments of a period, for example the cancelled appointments of a day. Blocks and reminders in the calendar are left out.',
      query: searchQuery,
      answer: foundAppointments,
    },
    ({ practice, request, query, saw }) =>
      inPieces(request, viewSearch(searchAppointments(practice, query, now()), query, saw)),
  ),
})

function* viewSearch(searching: ReturnType<typeof searchAppointments>, { search }: SearchQuery, saw: Saw) {
  const { found, nextCursor } = yield* searching
  // The audit trail does not contain the searched words, because they may be the name of a person.
  saw({
    patients: patientsIn(found.map(({ visit }) => placeIn(visit))),
    ...(search !== undefined && { detail: { search: true, found: found.length } }),
  })
  return { appointments: found.map(viewFound), nextCursor }
}
