/** Undo for what leaves the waiting list. */
import { api } from '../../api/api.ts'
import { restoreRecord } from '../../base/archive.ts'
import type { components } from '../../contract/openapi.ts'

type Schemas = components['schemas']
type Waiting = Schemas['Waiting']

/**
 * Puts somebody back on the waiting list who was taken off. An owner brings back the same item, with its wait. For other
 * members a new item is made, which waits from now on. @throws Failure.
 */
export async function bringBack(waiting: Waiting): Promise<void> {
  const { id, patientId } = waiting
  if (await restoreRecord(id, { kind: 'waiting', patientId })) return
  await api.POST('/api/v1/waiting-list', { body: sameWishes(waiting) })
}

/** The fields that a new item can take over from a removed one. The type says when the API can take more. */
function sameWishes(waiting: Waiting): Required<Schemas['CreateWaiting']> {
  const { patientId, durationMinutes, urgency, chairIds, weekdays } = waiting
  const { startTime, endTime, fromDate, throughDate, note, appointmentTypeId } = waiting
  const limits = { chairIds, weekdays, startTime, endTime, fromDate, throughDate, note, appointmentTypeId }
  return { patientId, durationMinutes, urgency, ...limits }
}
