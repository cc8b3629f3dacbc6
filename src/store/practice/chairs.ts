import { asc, sql } from 'drizzle-orm'
import { chairs } from '../../../db/schema/calendar.ts'
import { nameKey } from '../../domain/name-key.ts'
import type { Scope, WriteScope } from '../engine/scope.ts'
import { columnsOf, equals, type NewRow, select } from '../engine/statement.ts'

const { nameKey: nameKeyColumn, ...fields } = columnsOf(chairs)

const byId = select({ fields, from: chairs, where: equals(chairs.id, 'id') })
const byNameKey = select({ fields, from: chairs, where: equals(nameKeyColumn, 'nameKey') })
const inOrder = select({ fields, from: chairs, orderBy: [asc(chairs.position), asc(chairs.id)] })
const afterLast = select({
  fields: { position: sql<number>`coalesce(max(${chairs.position}) + 1, 0)` },
  from: chairs,
})
const counted = select({ fields: { number: sql<number>`count(*)` }, from: chairs })

/** The chair with this id, or null. */
export const findChair = (scope: Scope, id: string) => scope.get(byId, { id })
export type ChairRow = NonNullable<ReturnType<typeof findChair>>

/** The chair with this name in any letter case, or null. */
export const findChairByName = (scope: Scope, name: string) =>
  scope.get(byNameKey, { nameKey: nameKey(name) })

/** All chairs, by position and id. */
export const listChairs = (scope: Scope) => scope.all(inOrder)

/** How many chairs there are, including chairs out of use. */
export const countChairs = (scope: Scope): number => scope.get(counted)!.number

/** The position for a chair that comes after all others. */
export const nextPosition = (scope: Scope): number => scope.get(afterLast)!.position

/** A complete new chair. The store adds the key that makes its name unique. */
export type NewChair = Omit<NewRow<typeof chairs>, 'nameKey'>

/** Adds a chair. The database refuses a name that another chair of the practice has. */
export const insertChair = (tx: WriteScope, chair: NewChair): void =>
  tx.insert(chairs, { ...chair, nameKey: nameKey(chair.name) })

/** Changes a chair. The database refuses a name that another chair of the practice has. */
export const updateChair = (tx: WriteScope, id: string, changes: Partial<NewChair>): void =>
  tx.update(chairs, id, changes.name === undefined ? changes : { ...changes, nameKey: nameKey(changes.name) })

/**
 * Deletes a chair. Returns false when there is no such chair. The database refuses while entries refer to the chair.
 */
export const removeChair = (tx: WriteScope, id: string): boolean => tx.remove(chairs, id)
