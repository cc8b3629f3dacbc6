import { tagged } from '../../../http/route.ts'
import { pathId } from '../../../http/shape.ts'
import { patientsIn } from '../../../http/sights.ts'
import type { Deps } from '../../shared/deps.ts'
import { type EntryProgress, noteStep, readProgress, takeStepBack } from './actions.ts'
import { noteStepBody, progressAnswer, viewProgress } from './schema.ts'

const ids = { appointmentId: pathId('appointment', 'The appointment.') }
const view = ({ entry, progress }: EntryProgress) => viewProgress(entry.id, progress)

/** The progress of visits (RULES §23), open to every member. */
export const progressRoutes = tagged('Appointments', ({ route, now }: Deps) => ({
  read: route(
    {
      id: 'getProgress',
      summary: 'Read the progress of a visit',
      description:
        'Shows the state of the visit, each step with its time and member, whether the patient is late, and how long they waited. An entry without steps is `expected`.',
      ids,
      answer: progressAnswer,
    },
    ({ practice, ids, saw }) => {
      const visit = readProgress(practice, ids.appointmentId, now())
      saw({ patients: patientsIn([visit.entry]), record: { kind: 'progress', id: visit.entry.id } })
      return view(visit)
    },
  ),

  note: route(
    {
      id: 'noteStep',
      summary: 'Note a step of a visit',
      description:
        'Steps go forward: `confirmed`, `arrived`, `in_chair`, `done`; each step may be skipped. `no_show` is for a patient who did not come. Any other step is a conflict (409). Before the local day of the visit, each step except `confirmed` is a conflict, too. When the appointment moves, `confirmed` and `no_show` are removed. When its day, its patient or its type changes, all steps are removed.',
      ids,
      body: noteStepBody,
      answer: progressAnswer,
      conditional: true,
      problems: ['conflict'],
    },
    ({ practice, caller, ids, body }) => noteStep(practice, caller.userId, ids.appointmentId, body, now()),
    view,
  ),

  takeBack: route(
    {
      id: 'takeStepBack',
      summary: 'Take back the last step of a visit',
      description:
        'Takes back the last step that a member noted. The answer is 409 when there is no such step. A confirmation that the patient gave by their link stays.',
      // The appointment of this example has a step.
      ids: { appointmentId: pathId('occurrence', 'The appointment.') },
      answer: progressAnswer,
      conditional: true,
      problems: ['conflict'],
    },
    ({ practice, ids }) => takeStepBack(practice, ids.appointmentId, now()),
    view,
  ),
}))
