import { progress } from '../../../db/schema/visits.ts'
import type { Scope, WriteScope } from '../engine/scope.ts'
import { columnsOf, equals, type NewRow, select } from '../engine/statement.ts'

const byId = select({ fields: columnsOf(progress), from: progress, where: equals(progress.id, 'id') })

/** What was noted about the visit of an entry; null when nothing ever was. */
export const findProgress = (scope: Scope, entryId: string) => scope.get(byId, { id: entryId })
export type ProgressRow = NonNullable<ReturnType<typeof findProgress>>

/** Keeps the first step of a visit. Its id is that of the entry. */
export const insertProgress = (tx: WriteScope, row: NewRow<typeof progress>): void => tx.insert(progress, row)

/** Changes what is noted about a visit. */
export const updateProgress = (
  tx: WriteScope,
  entryId: string,
  changes: Partial<NewRow<typeof progress>>,
): void => tx.update(progress, entryId, changes)

/** Removes what was noted about a visit; false when nothing was. */
export const removeProgress = (tx: WriteScope, entryId: string): boolean => tx.remove(progress, entryId)
