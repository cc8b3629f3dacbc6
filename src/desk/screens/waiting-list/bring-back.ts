/** The undo for an item that left the waiting list. */
import { api } from '../../api/api.ts'
import { restoreRecord } from '../../base/archive.ts'
import type { components } from '../../contract/openapi.ts'

type Schemas = components['schemas']
type Waiting = Schemas['Waiting']

/**
 * Puts a patient back on the waiting list. For an owner, the same item is restored, so the time on the list counts on.
 * For another member, a new item is made, whose time on the list begins now. @throws Failure.
 */
export async function bringBack(waiting: Waiting): Promise<void> {
  const { id, patientId } = waiting
  if (await restoreRecord(id, { kind: 'waiting', patientId })) return
  await api.POST('/api/v1/waiting-list', { body: sameWishes(waiting) })
}

/** The fields for a new item, from a removed one. The type check fails here when the API gets a new field. */
function sameWishes(waiting: Waiting): Required<Schemas['CreateWaiting']> {
  const { patientId, durationMinutes, urgency, chairIds, weekdays } = waiting
  const { startTime, endTime, fromDate, throughDate, note, appointmentTypeId } = waiting
  const limits = { chairIds, weekdays, startTime, endTime, fromDate, throughDate, note, appointmentTypeId }
  return { patientId, durationMinutes, urgency, ...limits }
}
