/** Deletes records and restores them. */
import { success } from './answers.ts'
import type { Answer, Client } from './client.ts'

export const archivePath = '/api/v1/archive'

/** The deleted records, the newest first. `query` begins with a question mark. */
export const archivedItems = async (call: Client, query = '') =>
  success(await call('GET', `${archivePath}${query}`)).items

/** Deletes the record at a path under `/api/v1`. Returns the item of the archive for this record. */
export async function deleteAt(call: Client, path: string) {
  success(await call('DELETE', `/api/v1${path}`))
  const recordId = path.split('/').at(-1)
  const items = await archivedItems(call, '?limit=200')
  return items.find((item: { recordId: string }) => item.recordId === recordId)
}

/** Asks the service to restore an item. */
export const restore = (call: Client, id: string): Promise<Answer> =>
  call('POST', `${archivePath}/${id}/restore`)

/** Restores an item. Returns the differences between the restored record and the record before its deletion. */
export const restored = async (call: Client, id: string) => success(await restore(call, id)).differences
