/** Patients who came for a check-up, and are due to come again. */
import { success } from './answers.ts'
import type { Clinic } from './clinic.ts'
import { type Fields, newAppointmentType, newEntry, newPatient } from './records.ts'

export const recallPath = '/api/v1/recalls'
export const contacts = (patientId: string) => `${recallPath}/${patientId}/contacts`

/** Somebody who agrees to be told by e-mail to come again. */
export const agrees = { email: 'zoe@example.org', recallConsent: true }

/** A visit of this kind that was noted as done. */
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

/** A kind of appointment after which patients come again in half a year. */
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

/** The messages to a patient about coming again, the latest first. */
export const messages = async (c: Clinic, id: string): Promise<{ kind: string; state: string }[]> =>
  success(await c.assistant.call('GET', `/api/v1/patients/${id}/reminders`)).reminders.filter(
    ({ kind }: { kind: string }) => kind === 'recall',
  )
