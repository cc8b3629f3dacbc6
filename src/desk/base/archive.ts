/** Brings deleted records back. Only owners may do this. */
import { api, at } from '../api/api.ts'
import type { paths } from '../contract/openapi.ts'
import { isOwner } from './me.ts'

type Query = NonNullable<paths['/api/v1/archive']['get']['parameters']['query']>

/** Brings an archived record back. @throws Failure. */
export const restore = (archiveId: string) =>
  api.POST('/api/v1/archive/{archiveId}/restore', at({ archiveId }))

/**
 * Brings a record back that was deleted a moment ago, with its id and its times. Returns false for members who may not
 * do this, and when the record is not among the last deleted records. @throws Failure.
 */
export async function restoreRecord(
  recordId: string,
  query: Required<Pick<Query, 'kind'>> & Pick<Query, 'patientId'>,
): Promise<boolean> {
  if (!isOwner()) return false
  const { items } = await api.GET('/api/v1/archive', { params: { query } })
  const archived = items.find((item) => item.recordId === recordId)
  if (archived === undefined) return false
  await restore(archived.id)
  return true
}
