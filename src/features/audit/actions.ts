import type { Sight } from '../../domain/audit.ts'
import { findTrail, type TrailFilter, type TrailPage } from '../../store/audit/audit-list.ts'
import type { ReadablePractice } from '../../store/store.ts'
import { trailCursors } from './schema.ts'

/**
 * The page of the audit trail after `cursor`, or the newest page without a cursor.
 * @throws `validation_failed` for a cursor that is not from an earlier page.
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

/**
 * What the audit trail records when somebody reads it: the filters, the number of rows, and the patients whom these
 * rows name.
 */
export function lookAt(practiceId: string, filter: TrailFilter, { rows }: TrailPage): Sight {
  const asked = rows.length > 0 && filter.patientId !== undefined ? [filter.patientId] : []
  const filters = Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  return {
    patients: [...new Set([...asked, ...rows.flatMap(({ patientId }) => patientId ?? [])])],
    record: { kind: 'trail', id: practiceId },
    detail: { found: rows.length, ...(filters.length > 0 && { filters: filters.join() }) },
  }
}
