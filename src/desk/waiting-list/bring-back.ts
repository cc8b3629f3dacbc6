/** Undo for what leaves the waiting list. */
import { ask } from '../api/api.ts'
import type { components } from '../api/openapi.ts'
import { restoreRecord } from '../api/restore.ts'
import { isOwner } from '../shell/me.ts'

type Waiting = components['schemas']['Waiting']

/**
 * Puts somebody back on the waiting list who was taken off. An owner brings back the same item, with its wait. For other
 * members a new item is made. @throws Failure.
 */
export async function bringBack(waiting: Waiting): Promise<void> {
  const isBack = isOwner() && (await restoreRecord('waiting', waiting.patientId, waiting.id))
  if (!isBack) await putAnew(waiting)
}

async function putAnew(waiting: Waiting): Promise<void> {
  const { patientId, durationMinutes, urgency, chairIds, weekdays } = waiting
  const { startTime, endTime, fromDate, throughDate, note } = waiting
  const limits = { chairIds, weekdays, startTime, endTime, fromDate, throughDate, note }
  const body = { patientId, durationMinutes, urgency, ...limits }
  await ask((api) => api.POST('/api/v1/waiting-list', { body }))
}
