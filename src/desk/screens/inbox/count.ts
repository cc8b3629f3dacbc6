/** The number of open items of the inbox, for the navigation and the title of the browser tab. */
import { computed } from '@preact/signals'
import { api } from '../../api/api.ts'
import type { Inbox } from '../../contract/names.ts'
import { resource } from '../../live/resource.ts'

/**
 * The numbers of open items by kind. The numbers are also read every five minutes, because some items become open only
 * by the clock. When reading fails, the old numbers stay, and the banner shows a lost connection.
 */
export const counts = resource<Inbox['counts']>({
  // The answer has the numbers of all kinds, whatever the query is. This kind has the fewest items to read.
  read: async () =>
    (await api.GET('/api/v1/inbox', { params: { query: { seen: 'false', kind: 'uncertain' } } })).counts,
  pauseMs: 5_000,
  everyMs: 5 * 60_000,
})

/** The number of all open items; 0 until it is read. */
export const waitingCount = computed(() =>
  Object.values(counts.value ?? {}).reduce((sum, count) => sum + count, 0),
)
