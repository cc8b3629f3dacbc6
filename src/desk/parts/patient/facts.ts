/** The facts that the desk shows about a patient who comes, or for whom a visit is being booked. */

import { api, at } from '../../api/api.ts'
import { zone } from '../../base/me.ts'
import { sayDayOf, sayWhen } from '../../base/time/say.ts'
import type { Note, Patient, PatientAppointment } from '../../contract/names.ts'
import { words } from '../../words/words.ts'
import { readNextNotes } from './next-notes.ts'

export interface Facts {
  readonly next: PatientAppointment | undefined
  readonly last: PatientAppointment | undefined
  /** The newest appointments that were not cancelled. */
  readonly former: readonly PatientAppointment[]
  readonly nextNotes: readonly Note[]
}

const mostLookedAt = 20

/** Reads the facts. `except` is an appointment that is left out. @throws Failure. */
export async function readFacts(patientId: string, signal: AbortSignal, except?: string): Promise<Facts> {
  const path = { patientId }
  const list = (when: 'coming' | 'past') =>
    api.GET('/api/v1/patients/{patientId}/appointments', {
      params: { path, query: { when, limit: mostLookedAt } },
      signal,
    })
  const [coming, past, nextNotes] = await Promise.all([
    list('coming'),
    list('past'),
    readNextNotes(patientId),
  ])
  const stands = ({ id, outcome }: PatientAppointment) => id !== except && outcome !== 'cancelled'
  const [ahead, behind] = [coming.appointments.filter(stands), past.appointments.filter(stands)]
  return {
    next: ahead[0],
    last: behind.find(({ outcome }) => outcome !== 'missed'),
    former: [...behind, ...ahead],
    nextNotes,
  }
}

/** The last visit and the next visit, in one line. */
export function sayVisits({ next, last }: Facts): string {
  const { booking } = words.value
  if (next === undefined && last === undefined) return booking.firstVisit
  return [
    next === undefined ? booking.noNext : booking.next(sayWhen(next.startAt, zone()), next.title),
    last !== undefined && booking.last(sayDayOf(last.startAt, zone(), 'number'), last.title),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** @throws Failure. */
export const readPatient = (patientId: string): Promise<Patient> =>
  api.GET('/api/v1/patients/{patientId}', at({ patientId }))

/** Which channels reach a patient. Each needs the patient's consent and an address. */
export const reachedBy = (patient: Patient) => ({
  email: patient.notifyByEmail && patient.email !== null,
  sms: patient.notifyBySms && patient.phoneMobile !== null,
})
