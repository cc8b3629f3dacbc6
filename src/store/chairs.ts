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

export const findChair = (scope: Scope, id: string) => scope.get(byId, { id })
export type ChairRow = NonNullable<ReturnType<typeof findChair>>

export const listChairs = (scope: Scope) => scope.all(inOrder)

/** The position behind all chairs there are. */
export const nextPosition = (scope: Scope): number => scope.get(afterLast)!.position

export const insertChair = (tx: WriteScope, chair: NewRow<typeof chairs>): void => tx.insert(chairs, chair)

export const updateChair = (tx: WriteScope, id: string, changes: Partial<NewRow<typeof chairs>>): void =>
  tx.update(chairs, id, changes)

export const removeChair = (tx: WriteScope, id: string): boolean => tx.remove(chairs, id)
