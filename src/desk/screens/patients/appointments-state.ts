/** The appointments of the patient on the open page. */
import { computed } from '@preact/signals'
import { api } from '../../api/api.ts'
import type { PatientAppointment } from '../../contract/names.ts'
import { growing } from '../../live/growing.ts'

const pageSize = 20

let patientId: string | undefined

const visits = (when: 'coming' | 'past') =>
  growing<PatientAppointment>(pageSize, async (limit, cursor) => {
    const query = { when, limit, ...(cursor !== null && { cursor }) }
    const { appointments, nextCursor } = await api.GET('/api/v1/patients/{patientId}/appointments', {
      params: { path: { patientId: patientId! }, query },
    })
    return { list: appointments, next: nextCursor }
  })

export const coming = visits('coming')
export const past = visits('past')

/** Why the appointments could not be read; undefined when reading succeeded. */
export const visitsTrouble = computed(() => coming.trouble ?? past.trouble)

/** Shows the appointments of a patient, from the beginning. */
export async function openAppointments(id: string): Promise<void> {
  patientId = id
  await Promise.all([coming.restart(), past.restart()])
}

/** Reads the shown part of both lists again. Failures go to `visitsTrouble`. */
export async function readAppointments(): Promise<void> {
  await Promise.all([coming.again(), past.again()])
}
