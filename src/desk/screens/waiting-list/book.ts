/** Books a visit for somebody who waits. */
import { ask } from '../../api/api.ts'
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
 * Books the visit and takes the patient off the list, both or neither. `paint` shows it at once. The undo takes the
 * visit back and puts the patient back on the list. Every screen reads again what may have changed.
 */
export async function bookFit(
  { id, name, chairId, startAt, endAt }: Visit,
  paint: () => void,
): Promise<void> {
  const { shell, waiting: texts } = words.value
  if (!online.value) return sayProblem(shell.offlineWrite)
  const params = { path: { waitingId: id } }
  try {
    const waiting = await ask((api) => api.GET('/api/v1/waiting-list/{waitingId}', { params }))
    paint()
    const body = { chairId, startAt, endAt, ...(await fieldsOfType(waiting.appointmentTypeId)) }
    const visit = await ask((api) => api.POST('/api/v1/waiting-list/{waitingId}/book', { params, body }))
    offerUndo(texts.booked(name, sayMomentShort(startAt)), async () => {
      const path = { appointmentId: visit.id }
      await ask((api) => api.DELETE('/api/v1/appointments/{appointmentId}', { params: { path } }))
      await bringBack(waiting)
      tell([])
    })
  } catch (error) {
    if (failedBy(error, 'conflict')) sayProblem(texts.taken)
    else sayTrouble(error)
  }
  tell([])
}

/** What a kind of appointment fills in, where it is still offered. */
async function fieldsOfType(appointmentTypeId: string | null) {
  if (appointmentTypeId === null) return {}
  const params = { path: { appointmentTypeId } }
  const { active, archived, name, color } = await ask((api) =>
    api.GET('/api/v1/appointment-types/{appointmentTypeId}', { params }),
  )
  if (!active || archived) return {}
  return { appointmentTypeId, title: name, ...(color !== null && { color }) }
}
