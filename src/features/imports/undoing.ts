/** Takes back the rows of an import, the last row first. A record that somebody has changed after the import stays. */
import type { WriteScope } from '../../store/engine/scope.ts'
import { hasOtherLinks, removeLinksOf } from '../../store/imports/external-ids.ts'
import {
  findRow,
  type ImportRowRecord,
  listPutBack,
  listWrittenBefore,
  noteRow,
  type RowNote,
  unwritten,
} from '../../store/imports/import-rows.ts'
import type { Kind } from './judgment.ts'
import { Breath } from './pace.ts'
import { treatRows } from './treating.ts'
import type { ImportTask } from './work.ts'

const atOnce = 100

/** Takes back the records that the import wrote, and the ids that it stored. @throws NoLongerOurs. */
export async function undoRows(work: ImportTask): Promise<void> {
  const kind = work.kind()
  const breath = new Breath()
  const next = () => listWrittenBefore(work.read, work.id, work.progress.line, atOnce)
  for (let rows = next(); rows.length > 0; rows = next())
    await treatRows(work, 'undoImport', rows, breath, (tx, row, isBroken) => ({
      from: row.outcome,
      note: isBroken ? failed(row) : takeBack(tx, work, kind, row),
    }))
  await work.end('undoImport', { state: 'undone', undoneAt: work.deps.now() })
}

function takeBack(tx: WriteScope, work: ImportTask, kind: Kind, { line }: ImportRowRecord): RowNote {
  const { id: importId, deps } = work
  // A later row of the same record may have changed its version.
  const row = findRow(tx, work.id, line)!
  const recordId = row.recordId!
  const undone = { ...unwritten(row), outcome: 'undone', reason: null } as const
  // The row changed nothing in the record. It only stored an id for the record.
  if (row.outcome === 'unchanged') {
    removeLinksOf(tx, importId, recordId)
    return undone
  }
  const isNew = row.outcome === 'created'
  // When two rows wrote one record, only the first row has the version.
  const first = row.recordVersion === null ? findRow(tx, work.id, row.sameAsLine!)! : row
  const state = stateOf(tx, kind, recordId, first.recordVersion ?? 0)
  if (state === 'gone' || state === 'touched') return kept(row, state)
  if (isNew && state === 'has_records') return kept(row, state)
  if (isNew && hasOtherLinks(tx, importId, recordId)) return kept(row, 'known_elsewhere')
  if (row.linked) removeLinksOf(tx, importId, recordId)
  if (isNew) {
    kind.drop(tx, recordId, deps.now())
    return undone
  }
  const { version, ...before } = row.before ?? {}
  const recordVersion = kind.putBack(tx, recordId, before, deps.now())
  if (first !== row) noteRow(tx, work.id, first.line, { ...first, recordVersion })
  return { ...undone, recordVersion, before: { version } }
}

/** Whether somebody has touched a record since an import wrote it. Later imports that were undone do not count. */
function stateOf(tx: WriteScope, kind: Kind, recordId: string, version: number): ReturnType<Kind['stateOf']> {
  const state = kind.stateOf(tx, recordId, version)
  if (state !== 'touched') return state
  const putBack = new Map(
    listPutBack(tx, recordId).map(({ before, recordVersion }) => [before!.version, recordVersion!]),
  )
  let now = version
  for (let next = putBack.get(now); next !== undefined && next > now; next = putBack.get(now)) now = next
  return now === version ? state : kind.stateOf(tx, recordId, now)
}

const kept = (
  row: ImportRowRecord,
  reason: 'gone' | 'touched' | 'has_records' | 'known_elsewhere',
): RowNote => ({
  ...unwritten(row),
  outcome: 'kept',
  reason,
})
const failed = (row: ImportRowRecord): RowNote => ({ ...unwritten(row), outcome: 'failed', reason: 'fault' })
