import { and, asc, eq, isNull } from 'drizzle-orm'
import { apiTokens } from '../../db/schema.ts'
import type { Scope, WriteScope } from './scope.ts'
import { columnsOf, type NewRow, param, select, update } from './statement.ts'

const { hash: _, ...fields } = columnsOf(apiTokens)
const ofMember = and(eq(apiTokens.userId, param('whereUserId')), isNull(apiTokens.revokedAt))!

const inOrder = select({
  fields,
  from: apiTokens,
  where: ofMember,
  orderBy: [asc(apiTokens.createdAt), asc(apiTokens.id)],
})
const revoke = update(apiTokens, ['revokedAt'], and(ofMember, eq(apiTokens.id, param('whereId')))!)
const revokeAll = update(apiTokens, ['revokedAt'], ofMember)

/** A member's API tokens that were not revoked. The oldest comes first. */
export const listTokens = (scope: Scope, userId: string) => scope.all(inOrder, { whereUserId: userId })
export type TokenRow = ReturnType<typeof listTokens>[number]

/** Adds an API token; the row holds the hash of its secret. */
export const insertToken = (tx: WriteScope, token: NewRow<typeof apiTokens>): void =>
  tx.insert(apiTokens, token)

/** Revokes one of a member's API tokens; false when the member has no valid token with this id. */
export const revokeToken = (tx: WriteScope, userId: string, id: string, now: number): boolean =>
  tx.run(revoke, { whereUserId: userId, whereId: id, revokedAt: now }) > 0

/** Revokes all of a member's API tokens. `now` is in epoch milliseconds. */
export function revokeTokensOf(tx: WriteScope, userId: string, now: number): void {
  tx.run(revokeAll, { whereUserId: userId, revokedAt: now })
}
