/** The empty fields that a merge filled (RULES §25). The item of the merge keeps what they were before. */
import { sql } from 'drizzle-orm'
import { archiveRows } from '../../db/schema/archive.ts'
import type { Mergeable } from '../domain/merging.ts'
import { placeSize } from './archived-rows.ts'
import { type MovedSource, movedPlaces } from './moved-rows.ts'
import { type PatientRow, updatePatient } from './patients.ts'
import type { WriteScope } from './scope.ts'
import { param, select } from './statement.ts'

/** A field that a merge changed: its values before and after. */
type Filled = { readonly [field in keyof Mergeable]?: readonly [before: unknown, after: unknown] }

/** What of the kept record a merge filled, and which record that was. */
interface FilledRow {
  readonly keptId: string
  readonly fields: Filled
}

const filledRow = select({
  fields: { row: archiveRows.row },
  from: archiveRows,
  where: sql`${archiveRows.archiveId} = ${param('archiveId', archiveRows.archiveId)}
    and ${archiveRows.position} = ${sql.raw(String(movedPlaces.merge_filled * placeSize))}`,
})

/** Keeps which fields of the kept record a merge changes, in its item. */
export function keepFilled(
  tx: WriteScope,
  archiveId: string,
  kept: PatientRow,
  changes: Partial<Mergeable>,
): void {
  const fields = Object.fromEntries(
    Object.entries(changes).map(([name, after]) => [name, [kept[name as keyof Mergeable], after]]),
  )
  const row: FilledRow = { keptId: kept.id, fields }
  tx.insert(archiveRows, {
    archiveId,
    position: movedPlaces.merge_filled * placeSize,
    source: 'merge_filled' satisfies MovedSource,
    row: JSON.stringify(row),
  })
}

/** Gives the filled fields the values that they had. Answers those that somebody has changed since. */
export function emptyAgain(tx: WriteScope, archiveId: string, kept: PatientRow, now: number): string[] {
  const { keptId, fields }: FilledRow = JSON.parse(tx.get(filledRow, { archiveId })!.row)
  const filled = Object.entries(fields)
  const isAsFilled = ([name, [, after]]: (typeof filled)[number]) =>
    kept.id === keptId && Bun.deepEquals(kept[name as keyof Mergeable], after)
  const before = Object.fromEntries(filled.filter(isAsFilled).map(([name, [value]]) => [name, value]))
  updatePatient(tx, kept, { ...before, updatedAt: now })
  return filled.filter((field) => !isAsFilled(field)).map(([name]) => name)
}
