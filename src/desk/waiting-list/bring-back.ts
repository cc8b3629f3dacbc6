/** Undo for what leaves the waiting list. */
import { ask } from '../api/api.ts'
import type { components } from '../api/openapi.ts'
import { isOwner } from '../shell/me.ts'

export type Waiting = components['schemas']['Waiting']

/**
 * Puts somebody back on the waiting list who was taken off. An owner brings back the same item, with its wait. For other
 * members a new item is made. @throws Failure.
 */
export async function bringBack(waiting: Waiting): Promise<void> {
  if (!isOwner()) return putAnew(waiting)
  const query = { kind: 'waiting', patientId: waiting.patientId } as const
  const { items } = await ask((api) => api.GET('/api/v1/archive', { params: { query } }))
  const archived = items.find(({ recordId }) => recordId === waiting.id)
  if (archived === undefined) return putAnew(waiting)
  const path = { archiveId: archived.id }
  await ask((api) => api.POST('/api/v1/archive/{archiveId}/restore', { params: { path } }))
}

async function putAnew(waiting: Waiting): Promise<void> {
  const { patientId, durationMinutes, urgency, chairIds, weekdays } = waiting
  const { startTime, endTime, fromDate, throughDate, note } = waiting
  const limits = { chairIds, weekdays, startTime, endTime, fromDate, throughDate, note }
  const body = { patientId, durationMinutes, urgency, ...limits }
  await ask((api) => api.POST('/api/v1/waiting-list', { body }))
}
