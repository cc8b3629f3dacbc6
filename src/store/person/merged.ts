/** Which patient was merged into which (RULES §25). */
import { sql } from 'drizzle-orm'
import { archiveCodes } from '../../../db/codes.ts'
import { archive } from '../../../db/schema/archive.ts'
import { merges } from '../../../db/schema/merges.ts'
import { type ArchivedRow, findArchived } from '../archive/archive-list.ts'
import type { Scope, WriteScope } from '../engine/scope.ts'
import { equals, param, remove, select } from '../engine/statement.ts'
import { persons } from '../patients/person-sql.ts'

const intoPerson = select({
  fields: { id: merges.patientId },
  from: merges,
  where: sql`${merges.patientId} in ${persons}`,
  orderBy: [merges.patientId],
})
const mergeOf = select({
  fields: { id: archive.id },
  from: archive,
  where: sql`${archive.recordId} = ${param('patientId', archive.recordId)}
    and ${archive.kind} = ${sql.raw(String(archiveCodes.merge))}`,
  limit: sql`1`,
})
const keptOf = select({
  fields: { keptId: merges.keptId },
  from: merges,
  where: equals(merges.patientId, 'patientId'),
})
const forget = remove(merges, equals(merges.patientId, 'patientId'))

/** The ids of all patients who were merged into this patient, directly or by several merges. */
export const listMerged = (scope: Scope, patientId: string): string[] =>
  scope
    .all(intoPerson, { person: patientId })
    .map(({ id }) => id)
    .filter((id) => id !== patientId)

/** Notes that a patient was merged into another patient. */
export const keepMerge = (tx: WriteScope, patientId: string, keptId: string, now: number): void =>
  tx.insert(merges, { patientId, keptId, mergedAt: now })

/** Forgets that a patient was merged. */
export const forgetMerge = (tx: WriteScope, patientId: string): void => void tx.run(forget, { patientId })

/**
 * The archive item of a merge. `keptId` is the patient whom this merge kept. That patient may have been merged into
 * another patient since.
 */
export type MergeItem = ArchivedRow & { readonly keptId: string }

/** The archive item of the merge of a patient into another patient. Null for a patient who was not merged. */
export function findMergeOf(scope: Scope, patientId: string): MergeItem | null {
  const item = scope.get(mergeOf, { patientId })
  const found = item && findArchived(scope, item.id)
  return found && { ...found, keptId: scope.get(keptOf, { patientId })!.keptId }
}

/** The patient who now has the records of a patient: the last patient kept by merges, or the same patient. */
export function keptPatientOf(scope: Scope, patientId: string): string {
  let id = patientId
  for (let merge = scope.get(keptOf, { patientId: id }); merge !== null; ) {
    id = merge.keptId
    merge = scope.get(keptOf, { patientId: id })
  }
  return id
}
