import type { Static } from '@sinclair/typebox'
import { stateTexts } from '../../domain/progress.ts'
import { formatInstant } from '../../domain/time.ts'
import { placeIn } from '../../store/patients/patient-visits.ts'
import { viewEntry } from '../calendar/entry-view.ts'
import type { VisitToShow } from './actions.ts'
import type { foundAppointment, PatientAppointment } from './schema.ts'
import type { FoundVisit } from './search.ts'

export const viewPatientAppointment = ({ visit, progress }: VisitToShow): PatientAppointment => ({
  ...viewEntry({ ...placeIn(visit), type: 'appointment' }),
  outcome: outcomeOf({ visit, progress }),
  progress: stateTexts[progress.state],
  noShowNote: progress.note,
  cancellation: visit.cancelled && {
    reason: visit.cancelled.reason,
    by: visit.cancelled.wishOf,
    note: visit.cancelled.note,
    shortNotice: visit.cancelled.shortNotice,
    at: formatInstant(visit.cancelled.cancelledAt),
  },
})

export const viewFound = ({ patient, ...shown }: FoundVisit): Static<typeof foundAppointment> => ({
  ...viewPatientAppointment(shown),
  patient: patient && { ...patient },
  version: placeIn(shown.visit).version,
})

function outcomeOf({ visit, progress: { state } }: VisitToShow): PatientAppointment['outcome'] {
  if (visit.cancelled !== null) return 'cancelled'
  if (state === 'done') return 'done'
  return state === 'noShow' ? 'missed' : 'planned'
}
