import { api } from '../../../api/api.ts'

/** An offset after the end of every list of patients. Such a page has no record, so no record counts as seen. */
const behindAll = 1_000_000

/** Counts all patients, or the patients with a tag, without reading their records. @throws Failure. */
export async function countPatients(tagId?: string): Promise<number> {
  const query = { limit: 1, offset: behindAll, count: true, ...(tagId !== undefined && { tagId }) }
  return (await api.GET('/api/v1/patients', { params: { query } })).total ?? 0
}
