import type { Static } from '@sinclair/typebox'
import { formatInstant } from '../../domain/time.ts'
import type { RecallContactRow } from '../../store/patients/recalls.ts'
import type { RecallToShow } from './actions.ts'
import type { recallContact, recallList } from './schema.ts'

export const viewRecallContact = (row: RecallContactRow): Static<typeof recallContact> => ({
  id: row.id,
  practiceId: row.practiceId,
  patientId: row.patientId,
  kind: row.kind,
  askAgainOn: row.askAgainOn,
  note: row.note,
  createdBy: row.createdBy,
  createdAt: formatInstant(row.createdAt),
})

export const viewRecall = (shown: RecallToShow): Static<typeof recallList>['recalls'][number] => ({
  patientId: shown.patientId,
  patient: {
    firstName: shown.patient.firstName,
    lastName: shown.patient.lastName,
    phoneMobile: shown.patient.phoneMobile,
    email: shown.patient.email,
  },
  due: shown.due.map(({ appointmentTypeId, startAt, dueOn }) => ({
    appointmentTypeId,
    lastVisitAt: formatInstant(startAt),
    dueOn,
  })),
  recallConsent: shown.patient.recallConsent,
  channel: shown.channel,
  messagesSent: shown.messagesSent,
  nextMessageAt: shown.nextMessageAt === null ? null : formatInstant(shown.nextMessageAt),
  contacts: shown.contacts.map(viewRecallContact),
})
