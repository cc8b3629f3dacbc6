import { asc, desc, gt, sql } from 'drizzle-orm'
import { changeEpochs, changes } from '../../../db/schema/changes.ts'
import type { Cursor, RecordChange } from '../../domain/record-change.ts'
import type { Scope, WriteScope } from '../engine/scope.ts'
import { param, select, update } from '../engine/statement.ts'

const epoch = select({ fields: { epoch: changeEpochs.epoch }, from: changeEpochs })
const newest = select({
  fields: { seq: changes.seq },
  from: changes,
  orderBy: [desc(changes.seq)],
  limit: sql`1`,
})
const oldest = select({
  fields: { seq: changes.seq },
  from: changes,
  orderBy: [asc(changes.seq)],
  limit: sql`1`,
})
const page = select({
  fields: {
    seq: changes.seq,
    at: changes.at,
    kind: changes.kind,
    id: changes.id,
    version: changes.version,
    gone: changes.gone,
    patientId: changes.patientId,
    byMember: changes.byMember,
  },
  from: changes,
  where: gt(changes.seq, param('after')),
  orderBy: [asc(changes.seq)],
  limit: param('limit'),
})

const setEpoch = update(changeEpochs, ['epoch'], sql`true`)

/** Gives the practice another epoch, so that no earlier cursor is valid any more. */
export const beginEpoch = (tx: WriteScope, epoch: number): void => void tx.run(setEpoch, { epoch })

/** The cursor behind the newest change of the practice. */
export const newestCursor = (scope: Scope): Cursor => ({
  epoch: scope.get(epoch)?.epoch ?? 0,
  seq: scope.get(newest)?.seq ?? 0,
})

/** Whether every change behind this cursor is still kept. */
export function isKept(scope: Scope, cursor: Cursor): boolean {
  const { epoch, seq } = newestCursor(scope)
  if (cursor.epoch !== epoch || cursor.seq > seq) return false
  return cursor.seq >= (scope.get(oldest)?.seq ?? 1) - 1
}

/** The next changes whose `seq` is higher than `after`, the oldest first. */
export const changesAfter = (scope: Scope, after: number, limit: number): RecordChange[] =>
  scope.all(page, { after, limit })
