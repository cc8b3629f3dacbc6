import { api } from '../../../api/api.ts'

/** Behind every list of patients. A page from here on shows no record, so nobody's record counts as seen. */
const behindAll = 1_000_000

/** How many patients there are, or have a tag, without reading any of them. @throws Failure. */
export async function countPatients(tagId?: string): Promise<number> {
  const query = { limit: 1, offset: behindAll, count: true, ...(tagId !== undefined && { tagId }) }
  return (await api.GET('/api/v1/patients', { params: { query } })).total ?? 0
}
