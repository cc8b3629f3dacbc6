import type { Sight } from '../../domain/audit.ts'
import { findTrail, type TrailFilter, type TrailPage } from '../../store/audit/audit-list.ts'
import type { ReadablePractice } from '../../store/store.ts'
import { trailCursors } from './schema.ts'

/**
 * A page of the trail behind `cursor`, or its newest page when there is none.
 * @throws `validation_failed` for a cursor that no page gave.
 */
export function browseTrail(
  { read }: ReadablePractice,
  filter: TrailFilter,
  cursor: string | undefined,
  limit: number,
): TrailPage {
  const before = cursor === undefined ? null : trailCursors.placeOf(cursor)
  return findTrail(read, filter, before, limit)
}

/** What the trail says about a look at it: by which filters, how much was found, and which patients it named. */
export function lookAt(practiceId: string, filter: TrailFilter, { rows }: TrailPage): Sight {
  const asked = rows.length > 0 && filter.patientId !== undefined ? [filter.patientId] : []
  const filters = Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  return {
    patients: [...new Set([...asked, ...rows.flatMap(({ patientId }) => patientId ?? [])])],
    record: { kind: 'trail', id: practiceId },
    detail: { found: rows.length, ...(filters.length > 0 && { filters: filters.join() }) },
  }
}
