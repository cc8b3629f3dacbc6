/** Who was merged into whom (RULES §25). */
import { eq, sql } from 'drizzle-orm'
import { merges } from '../../db/schema/merges.ts'
import { persons } from './person-sql.ts'
import type { Scope, WriteScope } from './scope.ts'
import { param, remove, select } from './statement.ts'

const intoPerson = select({
  fields: { id: merges.patientId },
  from: merges,
  where: sql`${merges.patientId} in ${persons}`,
  orderBy: [merges.patientId],
})
const forget = remove(merges, eq(merges.patientId, param('patientId', merges.patientId)))

/** The ids of everybody who was merged into a patient, at first or second hand. */
export const listMerged = (scope: Scope, patientId: string): string[] =>
  scope
    .all(intoPerson, { person: patientId })
    .map(({ id }) => id)
    .filter((id) => id !== patientId)

/** Keeps that a patient was merged into another one. */
export const keepMerge = (tx: WriteScope, patientId: string, keptId: string, now: number): void =>
  tx.insert(merges, { patientId, keptId, mergedAt: now })

/** Forgets that a patient was merged. */
export const forgetMerge = (tx: WriteScope, patientId: string): void => void tx.run(forget, { patientId })
