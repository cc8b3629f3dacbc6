/** Undo of what was deleted. */
import { ask } from '../api/api.ts'
import type { paths } from '../api/openapi.ts'
import { isOwner } from './me.ts'

type Query = NonNullable<paths['/api/v1/archive']['get']['parameters']['query']>

/**
 * Brings a record back that was deleted a moment ago, with its id and its times. Only owners may. Answers false for other
 * members, and where the record is not among what was deleted last. @throws Failure.
 */
export async function restore(
  recordId: string,
  query: Required<Pick<Query, 'kind'>> & Pick<Query, 'patientId'>,
): Promise<boolean> {
  if (!isOwner()) return false
  const { items } = await ask((api) => api.GET('/api/v1/archive', { params: { query } }))
  const archiveId = items.find((item) => item.recordId === recordId)?.id
  if (archiveId === undefined) return false
  await ask((api) => api.POST('/api/v1/archive/{archiveId}/restore', { params: { path: { archiveId } } }))
  return true
}
