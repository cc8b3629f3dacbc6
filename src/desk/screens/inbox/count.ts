/** How many things wait in the inbox, for the way to it and the title of the tab. */
import { signal } from '@preact/signals'
import { ask } from '../../api/api.ts'
import type { components } from '../../contract/openapi.ts'
import { whenChanged } from '../../live/changes.ts'
import { seldom } from '../../live/seldom.ts'

/** How many things wait that nobody has seen to; 0 until it is known. */
export const waitingCount = signal(0)

/** Some things begin to wait by the clock alone. */
const anewMs = 5 * 60_000
const leastPauseMs = 5_000

/** Takes over the numbers of an inbox that was read. */
export function countWaiting({ counts }: Pick<components['schemas']['Inbox'], 'counts'>): void {
  waitingCount.value = Object.values(counts).reduce((sum, count) => sum + count, 0)
}

/** Keeps the number true until the answered function is called. A number that cannot be read stays as it was. */
export function followInbox(): () => void {
  const read = seldom(() => void readCounts(), leastPauseMs)
  read()
  const timer = setInterval(read, anewMs)
  const stop = whenChanged(read)
  return () => {
    clearInterval(timer)
    read.stop()
    stop()
  }
}

async function readCounts(): Promise<void> {
  try {
    // The numbers are those of all kinds, whatever the query. This kind has the fewest items.
    const query = { seen: 'false', kind: 'uncertain' } as const
    countWaiting(await ask((api) => api.GET('/api/v1/inbox', { params: { query } })))
  } catch {
    // The banner tells of a lost connection, and the next change reads anew.
  }
}
