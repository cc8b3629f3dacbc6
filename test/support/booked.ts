import { success } from './answers.ts'
import type { Clinic } from './clinic.ts'
import { at, newEntry, newPatient } from './records.ts'

/** The start of the appointment, and the moment at which its reminders fall due. */
export const nine = Date.parse(at('09:00'))
export const due = nine - 86_400_000

/** Fields of a patient who can be reached by e-mail and by text message. */
export const reachable = {
  email: 'zoe@example.org',
  phoneMobile: '+4915551234567',
  notifyByEmail: true,
  notifyBySms: true,
}

/**
 * Books an appointment on Tuesday at nine for a new patient. Reminders reach the patient, unless `patient` holds other
 * fields. By default, a practice reminds one day before the appointment. `patch` changes the appointment.
 */
export async function booked(c: Clinic, patient: object = {}, fields: object = {}) {
  const { id: patientId } = await newPatient(c.owner.call, { ...reachable, ...patient })
  const { id } = await newEntry(c.owner.call, { patientId, ...fields })
  const path = `/api/v1/appointments/${id}`
  const patch = async (body: object) => success(await c.owner.call('PATCH', path, body))
  return { id: id as string, patientId: patientId as string, path, patch }
}
