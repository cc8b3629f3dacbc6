/** The appointments of the patient whose page is open. */
import { signal } from '@preact/signals'
import { ask } from '../api/api.ts'
import type { components } from '../api/openapi.ts'
import type { Piece } from '../live/growing.ts'
import { newest } from '../live/newest.ts'

export type PatientAppointment = components['schemas']['PatientAppointment']

/** What is shown of one of the two lists. */
type Visits = Piece<PatientAppointment>

const pageSize = 20

export const coming = signal<Visits | undefined>(undefined)
export const past = signal<Visits | undefined>(undefined)
export const visitsTrouble = signal<unknown>(undefined)

const lists = { coming, past } as const
let patientId: string | undefined

/** Shows the appointments of a patient, from the first page on. */
export async function openAppointments(id: string): Promise<void> {
  patientId = id
  coming.value = undefined
  past.value = undefined
  await readAppointments()
}

/** Reads both lists anew, from the first page on. Failures go to `visitsTrouble`. */
export const readAppointments = newest(
  () => Promise.all([readPage('coming'), readPage('past')]),
  ([soon, gone]) => {
    coming.value = soon
    past.value = gone
  },
  (error) => {
    visitsTrouble.value = error
  },
)

/** Adds the next page to a list. @throws Failure. */
export async function readMoreVisits(when: keyof typeof lists): Promise<void> {
  const { list, next } = lists[when].value!
  const isNewest = readAppointments.now()
  const page = await readPage(when, next)
  if (isNewest()) lists[when].value = { list: [...list, ...page.list], next: page.next }
}

async function readPage(when: keyof typeof lists, cursor: string | null = null): Promise<Visits> {
  const query = { when, limit: pageSize, ...(cursor !== null && { cursor }) }
  const { appointments, nextCursor } = await ask((api) =>
    api.GET('/api/v1/patients/{patientId}/appointments', {
      params: { path: { patientId: patientId! }, query },
    }),
  )
  return { list: appointments, next: nextCursor }
}
