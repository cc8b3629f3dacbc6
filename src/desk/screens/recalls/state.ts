/** The patients who are due for a visit, as the server answered last. */
import { api } from '../../api/api.ts'
import type { RecallItem } from '../../contract/names.ts'
import { growing } from '../../live/growing.ts'
import { needNames } from '../../live/known-names.ts'

/** How many patients are read at first, and with each further page. */
const pageSize = 30

export const recalls = growing<RecallItem>(pageSize, async (limit, cursor) => {
  const query = { limit, ...(cursor !== null && { cursor }) }
  const { recalls, nextCursor } = await api.GET('/api/v1/recalls', { params: { query } })
  return { list: recalls, next: nextCursor }
})

/** Changes the list at once. */
export const paint = (change: (list: readonly RecallItem[]) => readonly RecallItem[]): void =>
  recalls.paint(({ list, next }) => ({ list: change(list), next }))

/** Keeps the list up to date until the returned function is called. */
export function followRecalls(): () => void {
  needNames()
  return recalls.follow()
}
