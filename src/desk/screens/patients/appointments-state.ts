/** The appointments of the patient whose page is open. */

import { computed, type ReadonlySignal, signal } from '@preact/signals'
import { ask } from '../../api/api.ts'
import type { PatientAppointment } from '../../contract/names.ts'
import { growing, type Piece } from '../../live/growing.ts'

const pageSize = 20

let patientId: string | undefined

/** One of the two lists, as much of it as is shown. */
interface Visits extends ReturnType<typeof growing> {
  readonly shown: ReadonlySignal<Piece<PatientAppointment> | undefined>
  readonly trouble: ReadonlySignal<unknown>
  readonly open: () => Promise<void>
}

function visits(when: 'coming' | 'past'): Visits {
  const shown = signal<Piece<PatientAppointment> | undefined>(undefined)
  const trouble = signal<unknown>(undefined)
  const list = growing<PatientAppointment>(
    pageSize,
    async (limit, cursor) => {
      const query = { when, limit, ...(cursor !== null && { cursor }) }
      const { appointments, nextCursor } = await ask((api) =>
        api.GET('/api/v1/patients/{patientId}/appointments', {
          params: { path: { patientId: patientId! }, query },
        }),
      )
      return { list: appointments, next: nextCursor }
    },
    (piece) => {
      shown.value = piece
    },
    (error) => {
      trouble.value = error
    },
  )
  const open = () => {
    shown.value = undefined
    return list.restart()
  }
  return { ...list, shown, trouble, open }
}

export const coming = visits('coming')
export const past = visits('past')

/** Why the appointments could not be read; undefined when they could. */
export const visitsTrouble = computed(() => coming.trouble.value ?? past.trouble.value)

/** Shows the appointments of a patient, from the beginning. */
export async function openAppointments(id: string): Promise<void> {
  patientId = id
  await Promise.all([coming.open(), past.open()])
}

/** Reads anew what is shown of both lists. Failures go to `visitsTrouble`. */
export async function readAppointments(): Promise<void> {
  await Promise.all([coming.read(), past.read()])
}
