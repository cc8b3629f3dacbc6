import { pathId } from '../../http/shape.ts'
import type { Deps } from '../shared/deps.ts'
import { browsePatientAppointments } from './actions.ts'
import { patientAppointmentList, patientAppointmentsQuery } from './schema.ts'
import { viewPatientAppointment } from './view.ts'

/** The appointments of one patient (RULES §23), open to every member. */
export const patientAppointmentRoutes = ({ route, now }: Deps) => ({
  list: route(
    {
      id: 'listPatientAppointments',
      tag: 'Patients',
      summary: 'List the appointments of a patient',
      description:
        'Lists past and coming appointments, page by page. Cancelled and missed ones show what became of them, and why. Blocks and reminders in the calendar are left out.',
      ids: { patientId: pathId('patient', 'The patient.') },
      query: patientAppointmentsQuery,
      answer: patientAppointmentList,
    },
    ({ practice, ids, query, saw }) => {
      const { shown, nextCursor } = browsePatientAppointments(practice, ids.patientId, query, now())
      saw({ patients: [ids.patientId] })
      return { appointments: shown.map(viewPatientAppointment), nextCursor }
    },
  ),
})
