/**
 * Writes the rows of an import into the records, in short transactions. Each row is written completely or not at all.
 */
import type { DuplicateDecision, DuplicateKind, RowOutcome } from '../../domain/import/kinds.ts'
import { Problem } from '../../domain/problem.ts'
import type { WriteScope } from '../../store/engine/scope.ts'
import { insertLink, noProgram } from '../../store/imports/external-ids.ts'
import {
  findRow,
  findUpdated,
  type ImportRowRecord,
  listRowsUpTo,
  noteRow,
  type RowNote,
  unwritten,
} from '../../store/imports/import-rows.ts'
import { isTaken } from './appointment-rows.ts'
import { RowRefused } from './draft.ts'
import { type Judgment, judgedOrRefused, type Kind, type WrittenRow } from './judgment.ts'
import { Breath } from './pace.ts'
import type { TableRow } from './table.ts'
import { treatRows } from './treating.ts'
import type { ImportTask } from './work.ts'

/** How many rows are read before they are written. */
const atOnce = 100

/** Writes what the dry run planned, from the row after the last written one. @throws FileTrouble, NoLongerOurs. */
export async function commitRows(work: ImportTask): Promise<void> {
  const { record, deps } = work
  const [kind, mapping] = [work.kind(), work.mapping()]
  const breath = new Breath()
  const after = work.progress.line
  let ahead: TableRow[] = []

  const noteFor = (tx: WriteScope, row: TableRow, stored: ImportRowRecord, isBroken: boolean) => {
    if (isBroken) return { ...unwritten(stored), outcome: 'failed', reason: 'fault' } as const
    const decision = decisionOf(stored, record.duplicates)
    if (decision === undefined) return null
    if (decision === 'skip') return { ...unwritten(stored), outcome: 'skipped', reason: 'left_out' } as const
    const judgment = judgedOrRefused(() => kind.judge(tx, mapping.read(row.cells)))
    return write(tx, work, kind, judgment, stored, decision)
  }

  const bringIn = async () => {
    const rows = ahead
    ahead = []
    const [first, last] = [rows[0]!.line, rows.at(-1)!.line]
    const stored = new Map(
      listRowsUpTo(work.read, work.id, first - 1, last).map((one) => [one.line, one] as const),
    )
    await treatRows(work, 'commitImport', rows, breath, (tx, row, isBroken) => {
      const one = stored.get(row.line)
      const note = one && noteFor(tx, row, one, isBroken)
      return note ? { from: one.outcome, note } : null
    })
  }

  for await (const row of work.rows()) {
    if (breath.isDue) {
      await breath.take()
      await work.keepAlive()
    }
    if (row.line <= after) continue
    ahead.push(row)
    if (ahead.length >= atOnce) await bringIn()
  }
  if (ahead.length > 0) await bringIn()
  await work.end('commitImport', { state: 'committed', committedAt: deps.now() })
}

/** What is done with a row. Undefined when nothing is done and the outcome of the row stays. */
function decisionOf(
  { outcome, reason, decision }: ImportRowRecord,
  inBulk: Partial<Record<DuplicateKind, DuplicateDecision>>,
): DuplicateDecision | 'as planned' | undefined {
  if (outcome === 'duplicate') return decision ?? inBulk[reason as DuplicateKind] ?? 'skip'
  return outcome === 'create' || outcome === 'update' || outcome === 'unchanged' ? 'as planned' : undefined
}

function write(
  tx: WriteScope,
  work: ImportTask,
  kind: Kind,
  judgment: Judgment,
  stored: ImportRowRecord,
  decision: DuplicateDecision | 'as planned',
): RowNote {
  const { outcome, body, recordId } = judgment
  const now = work.deps.now()
  const isOpen = outcome === 'create' || outcome === 'duplicate'
  const change = (target: string, line: number | null = null) => {
    const note = linked(tx, work, judgment, 'updated', kind.update(tx, target, body, now), target)
    return sharingVersion(tx, work.id, line, note)
  }
  try {
    const isPlanned = outcome === 'create' && stored.outcome === 'create'
    if (isPlanned || (isOpen && decision === 'create'))
      return linked(tx, work, judgment, 'created', kind.create(tx, body, now))
    if (isOpen && decision === 'update' && stored.sameAsLine !== null) {
      const target = recordOf(tx, work.id, stored.sameAsLine)
      if (target === null) return { ...unwritten(stored), outcome: 'skipped', reason: 'left_out' }
      return change(target, stored.sameAsLine)
    }
    // The record that the owner saw after the dry run no longer exists, or is no longer like the row.
    if (outcome === 'create') return lost(tx, kind, stored)
    if (outcome === 'update' || (outcome === 'duplicate' && decision === 'update'))
      return isAsSeen(judgment, stored)
        ? change(recordId!)
        : noteOf(judgment, 'skipped', judgment.reason ?? stored.reason ?? 'touched')
    if (outcome === 'unchanged') return linked(tx, work, judgment, 'unchanged', null, recordId!)
  } catch (error) {
    if (error instanceof RowRefused) return noteOf(judgment, 'refused', error.reason)
    if (isTaken(error)) return noteOf(judgment, 'overlap', 'chair_taken')
    if (error instanceof Problem) return noteOf(judgment, 'refused', 'invalid_value')
    throw error
  }
  // After the dry run, somebody made a record that may be the same as this row. The owner has not decided about this.
  if (outcome === 'duplicate') return noteOf(judgment, 'skipped', judgment.reason)
  return noteOf(judgment, outcome, judgment.reason)
}

/** Whether the owner saw after the dry run that a row would change this record. */
const isAsSeen = ({ recordId }: Judgment, stored: ImportRowRecord): boolean =>
  stored.recordId === recordId && stored.outcome !== 'unchanged'

function lost(tx: WriteScope, kind: Kind, stored: ImportRowRecord): RowNote {
  const isGone = stored.recordId !== null && kind.stateOf(tx, stored.recordId, 0) === 'gone'
  return {
    ...unwritten(stored),
    ...(isGone ? { outcome: 'refused', reason: 'deleted_since' } : { outcome: 'skipped', reason: 'touched' }),
  }
}

/**
 * The id of the record that an earlier row of the file created, updated or found unchanged. A row that was left out
 * does not count: its record is only a likely duplicate.
 */
function recordOf(tx: WriteScope, importId: string, line: number): string | null {
  const row = findRow(tx, importId, line)
  return row !== null && cameIn.includes(row.outcome) ? row.recordId : null
}
const cameIn: readonly RowOutcome[] = ['created', 'updated', 'unchanged']

/** Stores under which id the other program knows the record. Returns the note about the row. */
function linked(
  tx: WriteScope,
  work: ImportTask,
  judgment: Judgment,
  outcome: RowOutcome,
  written: WrittenRow | null,
  there: string | null = null,
): RowNote {
  const recordId = written?.recordId ?? there!
  const { externalId, madeId, isNew } = judgment
  const { kind, source, id: importId } = work.record
  const links = (externalId ?? madeId) !== null && isNew
  if (links && externalId !== null) insertLink(tx, { kind, source, externalId, recordId, importId })
  else if (links) insertLink(tx, { kind, source: noProgram, externalId: madeId!, recordId, importId })
  return {
    ...noteOf(judgment, written === null ? 'unchanged' : outcome, null),
    recordId,
    linked: links,
    before: written?.before ?? null,
    recordVersion: written?.recordVersion ?? null,
  }
}

/**
 * Stores the version of a record in the first row of the file that wrote the record. So an undo knows what the import
 * wrote. When somebody changed the record between two rows, the version is 0. Then the record counts as touched.
 */
function sharingVersion(tx: WriteScope, importId: string, line: number | null, note: RowNote): RowNote {
  const { recordId, recordVersion } = note
  if (recordVersion === null) return note
  const named = line === null ? null : findRow(tx, importId, line)
  const first = named !== null && named.recordVersion !== null ? named : findUpdated(tx, importId, recordId!)
  if (first === null) return note
  const isNext = first.recordVersion === recordVersion - 1
  noteRow(tx, importId, first.line, { ...first, recordVersion: isNext ? recordVersion : 0 })
  return { ...note, sameAsLine: first.line, recordVersion: null }
}

const noteOf = (judgment: Judgment, outcome: RowOutcome, reason: RowNote['reason']): RowNote => ({
  ...unwritten(judgment),
  outcome,
  reason,
})
