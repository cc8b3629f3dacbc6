/** The next free times of the practice. */
import { signal } from '@preact/signals'
import { ask } from '../api/api.ts'
import { seldom } from '../inbox/seldom.ts'
import { whenChanged } from '../live/changes.ts'
import { sayFailure } from '../words/say-failure.ts'
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

let asked = 0

/** Reads the free times anew. */
export async function readGaps(): Promise<void> {
  const question = ++asked
  try {
    const read = await nextGaps(minutes.value)
    if (question !== asked) return
    gaps.value = read
    problem.value = ''
  } catch (error) {
    if (question === asked) problem.value = sayFailure(error)
  }
}

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
export function followGaps(): () => void {
  const read = seldom(() => void readGaps(), leastPauseMs)
  read()
  const stop = whenChanged(read)
  return () => {
    read.stop()
    stop()
  }
}
