import { eq } from 'drizzle-orm'
import { apiTokens, users } from '../../db/schema.ts'
import type { Scope, WriteScope } from './scope.ts'
import { columnsOf, type NewRow, param, select } from './statement.ts'

const byId = select({ fields: columnsOf(users), from: users, where: eq(users.id, param('id')) })

export const findMember = (scope: Scope, id: string) => scope.get(byId, { id })
export type MemberRow = NonNullable<ReturnType<typeof findMember>>

export const insertMember = (tx: WriteScope, member: NewRow<typeof users>): void => tx.insert(users, member)

export const insertToken = (tx: WriteScope, token: NewRow<typeof apiTokens>): void =>
  tx.insert(apiTokens, token)
