import { asc, gt } from 'drizzle-orm'
import { enrolmentLinks } from '../../../db/schema/sign-in.ts'
import type { Scope, WriteScope } from '../engine/scope.ts'
import { equals, type NewRow, param, remove, select } from '../engine/statement.ts'

const open = select({
  fields: { userId: enrolmentLinks.userId, expiresAt: enrolmentLinks.expiresAt },
  from: enrolmentLinks,
  where: gt(enrolmentLinks.expiresAt, param('now')),
  orderBy: [asc(enrolmentLinks.userId)],
})
const removeOf = remove(enrolmentLinks, equals(enrolmentLinks.userId, 'userId'))

/** The enrolment links that have not expired at `now`, sorted by the id of their member. */
export const listEnrolmentLinks = (scope: Scope, now: number) => scope.all(open, { now })

/** Keeps the hash of a member's new link. The member's earlier link is removed. */
export function replaceEnrolmentLink(tx: WriteScope, link: NewRow<typeof enrolmentLinks>): void {
  removeEnrolmentLink(tx, link.userId)
  tx.insert(enrolmentLinks, link)
}

/** Removes a member's link, if there is one. */
export function removeEnrolmentLink(tx: WriteScope, userId: string): void {
  tx.run(removeOf, { userId })
}
