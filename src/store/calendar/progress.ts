import { progress } from '../../../db/schema/visits.ts'
import type { Scope, WriteScope } from '../engine/scope.ts'
import { columnsOf, equals, type NewRow, select } from '../engine/statement.ts'

const byId = select({ fields: columnsOf(progress), from: progress, where: equals(progress.id, 'id') })

/** The progress that members noted about the visit of an entry; null when nothing was ever noted. */
export const findProgress = (scope: Scope, entryId: string) => scope.get(byId, { id: entryId })
export type ProgressRow = NonNullable<ReturnType<typeof findProgress>>

/** Stores the first step of a visit. The id of the row is the id of the entry. */
export const insertProgress = (tx: WriteScope, row: NewRow<typeof progress>): void => tx.insert(progress, row)

/** Changes the progress of a visit. */
export const updateProgress = (
  tx: WriteScope,
  entryId: string,
  changes: Partial<NewRow<typeof progress>>,
): void => tx.update(progress, entryId, changes)

/** Removes the progress of a visit. Returns false when nothing was noted. */
export const removeProgress = (tx: WriteScope, entryId: string): boolean => tx.remove(progress, entryId)
