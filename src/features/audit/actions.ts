import type { AuditEntry } from '../../domain/audit.ts'
import { invalid } from '../../domain/problem.ts'
import { findTrail, type IndexedRow, type TrailFilter, type TrailPage } from '../../store/audit-list.ts'
import type { Practice } from '../../store/store.ts'
import { readCursor } from './cursor.ts'

/**
 * A page of the trail behind `cursor`, or its newest page when there is none. The look is itself recorded, before
 * anything is answered.
 * @throws `validation_failed` for a cursor that no page gave.
 */
export async function browseTrail(
  practice: Practice,
  filter: TrailFilter,
  cursor: string | undefined,
  limit: number,
): Promise<TrailPage> {
  const before = cursor === undefined ? null : readCursor(cursor)
  if (before === undefined) throw invalid([{ path: 'cursor', message: 'must be the `next` of a page' }])
  const page = findTrail(practice.read, filter, before, limit)
  await practice.write((tx) => tx.record(lookAt(tx.practiceId, filter, page.rows)))
  return page
}

/** What the trail says of a look at it: by which filters, how much was found, and whose values or names were shown. */
function lookAt(practiceId: string, filter: TrailFilter, rows: readonly IndexedRow[]): AuditEntry {
  const { patientId = null, kind = null, memberId, from, to } = filter
  const patients = new Set(rows.flatMap((row) => row.patientId ?? []))
  return {
    kind: 'read',
    record: { kind: 'trail', id: practiceId },
    patientId,
    patients: [...patients],
    detail: {
      found: rows.length,
      kind,
      byMember: memberId !== undefined,
      byTime: (from ?? to) !== undefined,
    },
  }
}
