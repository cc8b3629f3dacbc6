/** What the practice calls the tags and the statuses of patients. */
import { computed } from '@preact/signals'
import { ask } from '../../api/api.ts'
import { me } from '../../base/me.ts'
import { needNames } from '../../live/known-names.ts'
import { resource } from '../../live/resource.ts'

const tagList = resource({
  read: async () => (await ask((api) => api.GET('/api/v1/tags'))).tags,
  kinds: ['tag'],
})

/** The tags of the practice; empty until they are read. */
export const tags = computed(() => tagList.value ?? [])

/** Reads what the pages of patients name, unless it is there already. */
export function needLookups(): void {
  tagList.need()
  needNames()
}

/** What the practice calls a status. */
export const statusLabel = (id: string): string =>
  me.value.pack.statuses.find((status) => status.id === id)?.label ?? id
