import { stepsThatLeave, without } from '../../domain/progress.ts'
import type { EntryRow } from '../../store/calendar/entries.ts'
import { findProgress, type ProgressRow, updateProgress } from '../../store/calendar/progress.ts'
import type { WriteScope } from '../../store/engine/scope.ts'
import { findPractice } from '../../store/practice/practice.ts'

/**
 * Drops the steps of a visit that are no longer right after a change of its entry (RULES §23). Records this in the
 * audit trail.
 * @param now epoch milliseconds
 */
export function dropStaleSteps(
  tx: WriteScope,
  before: EntryRow,
  after: Omit<EntryRow, 'version'>,
  now: number,
): void {
  if (!concernsVisit(before, after)) return
  const row = findProgress(tx, before.id)
  if (row === null) return
  const steps = stepsThatLeave(before, after, row, findPractice(tx)!.timezone)
  if (steps.length === 0) return
  const changes = { ...without(steps), updatedAt: now }
  updateProgress(tx, before.id, changes)
  recordProgress(tx, before.patientId, row, { ...row, ...changes, version: row.version + 1 })
}

const concernsVisit = (
  before: EntryRow,
  { startAt, patientId, type }: Pick<EntryRow, 'startAt' | 'patientId' | 'type'>,
) => before.startAt !== startAt || before.patientId !== patientId || before.type !== type

/** Records a change of the steps of a visit in the audit trail. `before` is null for the first step. */
export const recordProgress = (
  tx: WriteScope,
  patientId: string | null,
  before: ProgressRow | null,
  after: ProgressRow,
): void => tx.record({ kind: 'write', record: { kind: 'progress', id: after.id }, patientId, before, after })
