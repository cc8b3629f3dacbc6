/** The next free times of the practice. */
import { signal } from '@preact/signals'
import { api } from '../../api/api.ts'
import { pages } from '../../live/growing.ts'
import { resource } from '../../live/resource.ts'
import { type Gap, gapsOf } from './gaps.ts'

/** The least length of a free time, in minutes. */
export const minutes = signal(30)
const mostShown = 16
const mostPages = 4

/** The free times by start. */
export const gaps = resource({ read: () => nextGaps(minutes.value), by: () => minutes.value, pauseMs: 2_000 })

async function nextGaps(durationMinutes: number): Promise<Gap[]> {
  const openings: Gap[] = []
  let isWhole = true
  const read = (more: object) =>
    api.GET('/api/v1/openings', { params: { query: { durationMinutes, limit: 100, ...more } } })
  for await (const page of pages(mostPages, read)) {
    openings.push(...page.openings)
    isWhole = page.nextCursor === null
  }
  const found = gapsOf(openings)
  // When more pages are left, the last free times may be longer than they look. So the last free times are left out.
  const cut = isWhole ? Number.POSITIVE_INFINITY : Date.parse(openings.at(-1)?.startAt ?? '')
  const whole = found.filter(({ endAt }) => Date.parse(endAt) < cut)
  return (whole.length > 0 ? whole : found).slice(0, mostShown)
}
