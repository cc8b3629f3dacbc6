/** What the practice calls the tags and the statuses of patients. */
import { ask } from '../../api/api.ts'
import { me } from '../../base/me.ts'
import { keptList } from '../../live/kept-list.ts'
import { needNames } from '../../live/known-names.ts'

const tagList = keptList('tag', async () => (await ask((api) => api.GET('/api/v1/tags'))).tags)

export const tags = tagList.list

/** Reads what the pages of patients name, unless it is there already. */
export function needLookups(): void {
  tagList.need()
  needNames()
}

/** What the practice calls a status. */
export const statusLabel = (id: string): string =>
  me.value.pack.statuses.find((status) => status.id === id)?.label ?? id
