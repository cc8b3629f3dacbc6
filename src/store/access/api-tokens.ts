import { and, asc, gt, isNull, sql } from 'drizzle-orm'
import { apiTokens } from '../../../db/schema/sign-in.ts'
import type { Scope, WriteScope } from '../engine/scope.ts'
import { columnsOf, equals, type NewRow, param, select, update } from '../engine/statement.ts'

const { hash: _, ...fields } = columnsOf(apiTokens)
const ofMember = equals(apiTokens.userId, 'whereUserId')
const oneOf = equals(apiTokens.id, 'whereId')
const notRevoked = isNull(apiTokens.revokedAt)
const works = and(notRevoked, gt(apiTokens.expiresAt, param('now')))
const orderBy = [asc(apiTokens.createdAt), asc(apiTokens.id)]

const inOrder = select({ fields, from: apiTokens, where: and(ofMember, works), orderBy })
const allInOrder = select({ fields, from: apiTokens, where: works, orderBy })
const count = select({
  fields: { count: sql<number>`count(*)` },
  from: apiTokens,
  where: and(ofMember, works),
})
const used = update(apiTokens, ['lastUsedAt'], oneOf)
const revokeOne = update(apiTokens, ['revokedAt'], and(notRevoked, oneOf)!)
const revokeOneOf = update(apiTokens, ['revokedAt'], and(notRevoked, oneOf, ofMember)!)
const revokeAllOf = update(apiTokens, ['revokedAt'], and(notRevoked, ofMember)!)

/** A member's API tokens that work at `now`, in epoch milliseconds. The oldest comes first. */
export const listTokens = (scope: Scope, userId: string, now: number) =>
  scope.all(inOrder, { whereUserId: userId, now })
export type TokenRow = ReturnType<typeof listTokens>[number]

/** All API tokens of the practice that work at `now`, in epoch milliseconds. The oldest comes first. */
export const listAllTokens = (scope: Scope, now: number): TokenRow[] => scope.all(allInOrder, { now })

/** How many API tokens of a member work at `now`, in epoch milliseconds. */
export const countTokens = (scope: Scope, userId: string, now: number): number =>
  scope.get(count, { whereUserId: userId, now })!.count

/** Adds an API token; the row holds the hash of its secret. */
export const insertToken = (tx: WriteScope, token: NewRow<typeof apiTokens>): void =>
  tx.insert(apiTokens, token)

/** Records that an API token was used. */
export function markTokenUsed(tx: WriteScope, id: string, now: number): void {
  tx.run(used, { whereId: id, lastUsedAt: now })
}

/**
 * Revokes an API token of any member. Returns false when no token of the practice has this id, or when it was revoked
 * before.
 */
export const revokeToken = (tx: WriteScope, id: string, now: number): boolean =>
  tx.run(revokeOne, { whereId: id, revokedAt: now }) > 0

/** Revokes a member's API token. Returns false when the member has no token with this id, or it was revoked before. */
export const revokeTokenOf = (tx: WriteScope, userId: string, id: string, now: number): boolean =>
  tx.run(revokeOneOf, { whereUserId: userId, whereId: id, revokedAt: now }) > 0

/** Revokes all of a member's API tokens, and answers how many. `now` is in epoch milliseconds. */
export const revokeTokensOf = (tx: WriteScope, userId: string, now: number): number =>
  tx.run(revokeAllOf, { whereUserId: userId, revokedAt: now })
