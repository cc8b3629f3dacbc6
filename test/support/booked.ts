import type { Clinic } from './clinic.ts'
import { at, type Fields, newEntry, newPatient } from './records.ts'

/** When the appointment starts, and when its reminders fall due. */
export const nine = Date.parse(at('09:00'))
export const due = nine - 86_400_000

/** Fields of a patient who can be reached by e-mail and by text message. */
export const reachable = { email: 'zoe@example.org', phoneMobile: '+4915551234567', notifyBySms: true }

/** Books an appointment on Tuesday at nine for a new patient. The practice's default lead is a day. */
export async function booked(c: Clinic, patient: Fields = {}, fields: Fields = {}) {
  const { id: patientId } = await newPatient(c.owner.call, patient)
  const { id } = await newEntry(c.owner.call, { patientId, ...fields })
  return { id: id as string, patientId: patientId as string, path: `/api/v1/appointments/${id}` }
}
