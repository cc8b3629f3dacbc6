/** Brings records back from the archive. Only owners may. */
import { ask } from './api.ts'

/** Brings an archived record back. @throws Failure. */
export const restore = (archiveId: string) =>
  ask((api) => api.POST('/api/v1/archive/{archiveId}/restore', { params: { path: { archiveId } } }))

/** Brings a deleted record of a patient back. Answers whether the archive had it. @throws Failure. */
export async function restoreRecord(
  kind: 'patient' | 'waiting',
  patientId: string,
  recordId: string,
): Promise<boolean> {
  const { items } = await ask((api) => api.GET('/api/v1/archive', { params: { query: { kind, patientId } } }))
  const found = items.find((item) => item.recordId === recordId)
  if (found !== undefined) await restore(found.id)
  return found !== undefined
}
