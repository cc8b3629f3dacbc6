/** Who is due to come again, as the server answered it last. */
import { api } from '../../api/api.ts'
import type { RecallItem } from '../../contract/names.ts'
import { growing } from '../../live/growing.ts'
import { needNames } from '../../live/known-names.ts'

/** How many patients are shown at first, and how many more at a time. */
const pageSize = 30

export const recalls = growing<RecallItem>(pageSize, async (limit, cursor) => {
  const query = { limit, ...(cursor !== null && { cursor }) }
  const { recalls, nextCursor } = await api.GET('/api/v1/recalls', { params: { query } })
  return { list: recalls, next: nextCursor }
})

/** Changes the list at once. */
export const paint = (change: (list: readonly RecallItem[]) => readonly RecallItem[]): void =>
  recalls.paint(({ list, next }) => ({ list: change(list), next }))

/** Keeps the list true while it is open, until the answered function is called. */
export function followRecalls(): () => void {
  needNames()
  return recalls.follow()
}
