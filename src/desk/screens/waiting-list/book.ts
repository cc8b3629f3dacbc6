/** Books a visit for a patient of the waiting list. */
import { api, at } from '../../api/api.ts'
import { failedBy } from '../../api/failure.ts'
import { online } from '../../api/online.ts'
import { sayMomentShort } from '../../base/time/moment.ts'
import { offerUndo, sayProblem, sayTrouble } from '../../base/toasts.tsx'
import { tell } from '../../live/changes.ts'
import { words } from '../../words/words.ts'
import { bringBack } from './bring-back.ts'

interface Visit {
  /** The item of the waiting list. */
  readonly id: string
  /** The name of the patient. */
  readonly name: string
  readonly chairId: string
  readonly startAt: string
  readonly endAt: string
}

/**
 * Books the visit and takes the patient off the list, both or neither. `paint` shows this at once. The undo deletes the
 * visit and puts the patient back on the list. All screens then read their data again.
 */
export async function bookFit(
  { id, name, chairId, startAt, endAt }: Visit,
  paint: () => void,
): Promise<void> {
  const { shell, waiting: texts } = words.value
  if (!online.value) return sayProblem(shell.offlineWrite)
  const one = at({ waitingId: id })
  try {
    const waiting = await api.GET('/api/v1/waiting-list/{waitingId}', one)
    paint()
    const body = { chairId, startAt, endAt, ...(await fieldsOfType(waiting.appointmentTypeId)) }
    const visit = await api.POST('/api/v1/waiting-list/{waitingId}/book', { ...one, body })
    offerUndo(texts.booked(name, sayMomentShort(startAt)), async () => {
      const path = { appointmentId: visit.id }
      await api.DELETE('/api/v1/appointments/{appointmentId}', at(path))
      await bringBack(waiting)
      tell([])
    })
  } catch (error) {
    if (failedBy(error, 'conflict')) sayProblem(texts.taken)
    else sayTrouble(error)
  }
  tell([])
}

/** The fields that an appointment type fills in. Empty when the type is no longer offered. */
async function fieldsOfType(appointmentTypeId: string | null) {
  if (appointmentTypeId === null) return {}
  const { active, archived, name, color } = await api.GET(
    '/api/v1/appointment-types/{appointmentTypeId}',
    at({ appointmentTypeId }),
  )
  if (!active || archived) return {}
  return { appointmentTypeId, title: name, ...(color !== null && { color }) }
}
