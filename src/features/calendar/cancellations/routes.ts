import type { Static } from '@sinclair/typebox'
import { formatInstant } from '../../../domain/time.ts'
import { tagged } from '../../../http/route.ts'
import { pathId } from '../../../http/shape.ts'
import { patientsIn } from '../../../http/sights.ts'
import type { CancellationRow } from '../../../store/calendar/cancellations.ts'
import type { Deps } from '../../shared/deps.ts'
import { viewEntry } from '../entry-view.ts'
import { bookedEntry, viewBooked } from '../warnings.ts'
import { cancelAppointment, deleteCancellation, readCancellation } from './actions.ts'
import { cancelBody, cancellation } from './schema.ts'

const ids = { appointmentId: pathId('cancelled', 'The cancelled appointment.') }

/** Cancelling appointments (RULES §23), open to every member. */
export const cancellationRoutes = tagged('Appointments', ({ route, now }: Deps) => ({
  cancel: route(
    {
      id: 'cancelAppointment',
      summary: 'Cancel an appointment',
      description:
        'Frees the chair and cancels the reminders. A patient who knows of the appointment gets a message about the cancellation after five minutes. The appointment stays in the history of the patient, and can come back. A visit that is noted as `done` or `no_show`, and an entry of another type, cannot be cancelled: conflict (409).',
      ids: { appointmentId: pathId('appointment', 'The appointment.') },
      body: cancelBody,
      answer: cancellation,
      conditional: true,
      problems: ['conflict'],
    },
    ({ practice, caller, ids, body }) =>
      cancelAppointment(practice, caller.userId, ids.appointmentId, body, now()),
    viewCancellation,
  ),

  read: route(
    {
      id: 'getCancellation',
      summary: 'Read a cancelled appointment',
      description: 'Reads a cancelled appointment as it was, and the reason for the cancellation.',
      ids,
      answer: cancellation,
    },
    ({ practice, ids, saw }) => {
      const row = readCancellation(practice, ids.appointmentId)
      saw({ patients: patientsIn([row]), record: { kind: 'appointment', id: row.id } })
      return viewCancellation(row)
    },
  ),

  remove: route(
    {
      id: 'deleteCancellation',
      summary: 'Take a cancellation back',
      description:
        'The appointment is in the calendar again, with its id and the steps of its visit. Reminders are planned again. A message about the cancellation is not sent if it has not gone out yet. When the time is taken, or the chair is out of use, the answer is 409 `conflict`.',
      ids,
      answer: bookedEntry,
      conditional: true,
      problems: ['conflict'],
    },
    ({ practice, ids }) => deleteCancellation(practice, ids.appointmentId, now()),
    viewBooked,
  ),
}))

const viewCancellation = (row: CancellationRow): Static<typeof cancellation> => ({
  ...viewEntry({ ...row, type: 'appointment' }),
  reason: row.reason,
  by: row.wishOf,
  note: row.note,
  shortNotice: row.shortNotice,
  cancelledAt: formatInstant(row.cancelledAt),
  cancelledBy: row.cancelledBy,
})
