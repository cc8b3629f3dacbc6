/** The next free times of the practice. */
import { signal } from '@preact/signals'
import { ask } from '../../api/api.ts'
import { sayFailure } from '../../base/say-failure.ts'
import { newest } from '../../live/newest.ts'
import { followSeldom } from '../../live/seldom.ts'
import { type Gap, gapsOf } from './gaps.ts'

/** How long a free time is at least, in minutes. */
export const minutes = signal(30)
/** The free times by start; undefined until they are read. */
export const gaps = signal<readonly Gap[] | undefined>(undefined)
/** Why they could not be read; empty when they could. */
export const problem = signal('')
const mostShown = 16
const mostPages = 4
const leastPauseMs = 2_000

/** Reads the free times anew. */
export const readGaps = newest(
  () => nextGaps(minutes.value),
  (read) => {
    gaps.value = read
  },
  (error) => {
    problem.value = error === undefined ? '' : sayFailure(error)
  },
)

async function nextGaps(durationMinutes: number): Promise<Gap[]> {
  const openings: Gap[] = []
  let cursor: string | null = null
  for (let page = 0; page < mostPages; page++) {
    const query = { durationMinutes, limit: 100, ...(cursor !== null && { cursor }) }
    const answer: { openings: Gap[]; nextCursor: string | null } = await ask((api) =>
      api.GET('/api/v1/openings', { params: { query } }),
    )
    openings.push(...answer.openings)
    cursor = answer.nextCursor
    if (cursor === null) break
  }
  const found = gapsOf(openings)
  // The last free times may go on where reading stopped.
  const cut = cursor === null ? Number.POSITIVE_INFINITY : Date.parse(openings.at(-1)?.startAt ?? '')
  const whole = found.filter(({ endAt }) => Date.parse(endAt) < cut)
  return (whole.length > 0 ? whole : found).slice(0, mostShown)
}

/** Keeps the free times true until the answered function is called. */
export const followGaps = (): (() => void) => followSeldom(() => void readGaps(), leastPauseMs)
