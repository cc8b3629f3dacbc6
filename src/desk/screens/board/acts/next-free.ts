import { api } from '../../../api/api.ts'
import { failedBy } from '../../../api/failure.ts'
import { zone } from '../../../base/me.ts'
import { dateOf } from '../../../base/time/say.ts'
import { pages } from '../../../live/growing.ts'
import type { Where } from './move.ts'

const mostPages = 5

/**
 * The first free time of the same length after a place, on one chair, or on any chair (null). When a practitioner is
 * given, they must be free, too. Returns null when the next openings contain no such time.
 */
export async function nextFree(
  after: Where,
  chairId: string | null,
  practitionerId: string | null,
): Promise<Where | null> {
  const chair = chairId === null ? {} : { chairIds: chairId }
  if (practitionerId === null) return await firstAfter(after, chair)
  try {
    return await firstAfter(after, { ...chair, practitionerId })
  } catch (error) {
    // A practitioner who has left has no free times. So the search is repeated without a practitioner.
    if (failedBy(error, 'validation_failed')) return await firstAfter(after, chair)
    throw error
  }
}

async function firstAfter(
  { startAt, endAt }: Where,
  of: { readonly chairIds?: string; readonly practitionerId?: string },
): Promise<Where | null> {
  const durationMinutes = Math.round((Date.parse(endAt) - Date.parse(startAt)) / 60_000)
  const query = { durationMinutes, from: dateOf(startAt, zone()), limit: 100, ...of }
  const read = (more: object) => api.GET('/api/v1/openings', { params: { query: { ...query, ...more } } })
  for await (const { openings } of pages(mostPages, read)) {
    const next = openings.find((opening) => Date.parse(opening.startAt) > Date.parse(startAt))
    if (next) return { startAt: next.startAt, endAt: next.endAt, chairId: next.chairId }
  }
  return null
}
