import { asc, eq, sql } from 'drizzle-orm'
import { chairs } from '../../db/schema.ts'
import type { Scope, WriteScope } from './scope.ts'
import { columnsOf, type NewRow, param, select } from './statement.ts'

const fields = columnsOf(chairs)

const byId = select({ fields, from: chairs, where: eq(chairs.id, param('id')) })
const inOrder = select({ fields, from: chairs, orderBy: [asc(chairs.position), asc(chairs.id)] })
const afterLast = select({
  fields: { position: sql<number>`coalesce(max(${chairs.position}) + 1, 0)` },
  from: chairs,
})
const counted = select({ fields: { number: sql<number>`count(*)` }, from: chairs })

/** The chair with this id, or null. */
export const findChair = (scope: Scope, id: string) => scope.get(byId, { id })
export type ChairRow = NonNullable<ReturnType<typeof findChair>>

/** All chairs, by position and id. */
export const listChairs = (scope: Scope) => scope.all(inOrder)

/** How many chairs there are, those out of use included. */
export const countChairs = (scope: Scope): number => scope.get(counted)!.number

/** The position for a chair that comes after all others. */
export const nextPosition = (scope: Scope): number => scope.get(afterLast)!.position

/** Adds a chair. */
export const insertChair = (tx: WriteScope, chair: NewRow<typeof chairs>): void => tx.insert(chairs, chair)

/** Changes a chair. */
export const updateChair = (tx: WriteScope, id: string, changes: Partial<NewRow<typeof chairs>>): void =>
  tx.update(chairs, id, changes)

/** Deletes a chair; false when there is none. The database refuses while entries refer to it. */
export const removeChair = (tx: WriteScope, id: string): boolean => tx.remove(chairs, id)
