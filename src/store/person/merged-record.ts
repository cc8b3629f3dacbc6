/** The record of a merged patient, as the archive keeps it (RULES §25). */
import { and, eq, sql } from 'drizzle-orm'
import { archiveRows } from '../../../db/schema/archive.ts'
import { patients } from '../../../db/schema/patients.ts'
import type { Mergeable } from '../../domain/merging.ts'
import { archivedRow } from '../archive/archived-row.ts'
import type { SourceName } from '../archive/archived-rows.ts'
import type { Scope, WriteScope } from '../engine/scope.ts'
import { equals, param, select, update } from '../engine/statement.ts'

const ofItem = equals(archiveRows.archiveId, 'archiveId')
/** The record is the first row of its item. */
const first = select({
  fields: { position: archiveRows.position, row: archiveRows.row },
  from: archiveRows,
  where: ofItem,
  orderBy: [archiveRows.position],
  limit: sql`1`,
})

/** Changes the row at a position of the item `archiveId`. */
export const changeRow = update(
  archiveRows,
  ['row'],
  and(ofItem, eq(archiveRows.position, param('position')))!,
)

type Changes = Partial<Mergeable & { readonly updatedAt: number }>

/** The fields of a merged patient that a merge may fill, or null. `archiveId` is the item of this patient's merge. */
export function findMergedRecord(scope: Scope, archiveId: string): Mergeable | null {
  const found = scope.get(first, { archiveId })
  // A row of a patient has every field that a merge may fill.
  return found && (archivedRow('patients' satisfies SourceName, found.row) as unknown as Mergeable)
}

/** Changes the archived record of a merged patient. When the merge is undone, the patient gets the changed record. */
export function changeMergedRecord(tx: WriteScope, archiveId: string, changes: Changes): void {
  const { position, row } = tx.get(first, { archiveId })!
  const changed = Object.entries(changes).map(([field, value]) => {
    const column = patients[field as keyof Changes]
    return [column.name, value === null ? null : column.mapToDriverValue(value as never)]
  })
  tx.run(changeRow, {
    archiveId,
    position,
    row: JSON.stringify({ ...JSON.parse(row), ...Object.fromEntries(changed) }),
  })
}
