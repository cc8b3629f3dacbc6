/** Patients who had a check-up and are due for the next one. */
import { success } from './answers.ts'
import type { Clinic } from './clinic.ts'
import { type Fields, newAppointmentType, newEntry, newPatient } from './records.ts'

export const recallPath = '/api/v1/recalls'
export const contacts = (patientId: string) => `${recallPath}/${patientId}/contacts`

/** Fields of a patient who agreed to e-mails about the next check-up. */
export const agrees = { email: 'zoe@example.org', recallConsent: true }

/** Books an appointment of this type, and notes that the visit is done. */
export async function came(
  c: { readonly assistant: Pick<Clinic['assistant'], 'call'> },
  patientId: string,
  appointmentTypeId: string,
  date: string,
) {
  const { call } = c.assistant
  const times = { startAt: `${date}T09:00:00Z`, endAt: `${date}T09:30:00Z` }
  const { id } = await newEntry(call, { patientId, appointmentTypeId, ...times })
  success(await call('POST', `/api/v1/appointments/${id}/progress`, { step: 'done' }))
  return id
}

/** Creates an appointment type after which a patient is due again in six months. */
export const checkUp = (c: Clinic, fields: Fields = {}) =>
  newAppointmentType(c.owner.call, { recallMonths: 6, ...fields })

/** A patient whose last check-up was half a year before the clinic's Monday. */
export async function dueAgain(c: Clinic, fields: Fields = agrees, date = '2025-09-02') {
  const type = await checkUp(c)
  const { id } = await newPatient(c.assistant.call, fields)
  const entryId = await came(c, id, type.id, date)
  return { id, entryId, type }
}

export const recallsOf = async (c: Clinic, query = '') =>
  success(await c.assistant.call('GET', `${recallPath}${query}`))

/** The recall messages to a patient, the latest first. */
export const messages = async (c: Clinic, id: string): Promise<{ kind: string; state: string }[]> =>
  success(await c.assistant.call('GET', `/api/v1/patients/${id}/reminders`)).reminders.filter(
    ({ kind }: { kind: string }) => kind === 'recall',
  )
