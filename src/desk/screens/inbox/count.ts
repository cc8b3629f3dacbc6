/** How many things wait in the inbox, for the way to it and the title of the tab. */
import { computed } from '@preact/signals'
import { api } from '../../api/api.ts'
import type { Inbox } from '../../contract/names.ts'
import { resource } from '../../live/resource.ts'

/**
 * The numbers by kind. Some things begin to wait only by the clock. Numbers that cannot be read stay as they were:
 * the banner shows a lost connection.
 */
export const counts = resource<Inbox['counts']>({
  // The numbers are those of all kinds, whatever the query. This kind has the fewest items.
  read: async () =>
    (await api.GET('/api/v1/inbox', { params: { query: { seen: 'false', kind: 'uncertain' } } })).counts,
  pauseMs: 5_000,
  everyMs: 5 * 60_000,
})

/** How many things wait that nobody has seen to; 0 until it is known. */
export const waitingCount = computed(() =>
  Object.values(counts.value ?? {}).reduce((sum, count) => sum + count, 0),
)
