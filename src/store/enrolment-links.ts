import { asc, eq, gt } from 'drizzle-orm'
import { enrolmentLinks } from '../../db/schema.ts'
import { hashSecret, mintSecret } from '../domain/secret.ts'
import type { Scope, WriteScope } from './scope.ts'
import { param, remove, select } from './statement.ts'

const open = select({
  fields: { userId: enrolmentLinks.userId, expiresAt: enrolmentLinks.expiresAt },
  from: enrolmentLinks,
  where: gt(enrolmentLinks.expiresAt, param('now')),
  orderBy: [asc(enrolmentLinks.userId)],
})
const removeOf = remove(enrolmentLinks, eq(enrolmentLinks.userId, param('userId')))

/** The links that are open at `now`, by the member they are for. */
export const listEnrolmentLinks = (scope: Scope, now: number) => scope.all(open, { now })

/**
 * Opens a link for a member, in the place of the one he may have: the older one is good for nothing then. The
 * secret is answered here and never again.
 */
export function openEnrolmentLink(tx: WriteScope, userId: string, now: number) {
  removeEnrolmentLink(tx, userId)
  const secret = mintSecret('cl_')
  const expiresAt = now + 72 * 3_600_000
  tx.insert(enrolmentLinks, { userId, hash: hashSecret(secret), expiresAt })
  return { secret, expiresAt }
}

export function removeEnrolmentLink(tx: WriteScope, userId: string): void {
  tx.run(removeOf, { userId })
}
