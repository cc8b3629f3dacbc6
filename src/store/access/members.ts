import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { users } from '../../../db/schema/members.ts'
import { passkeys } from '../../../db/schema/sign-in.ts'
import type { Scope, WriteScope } from '../engine/scope.ts'
import { columnsOf, equals, type NewRow, param, select, update } from '../engine/statement.ts'

const fields = columnsOf(users)

const byId = select({ fields, from: users, where: equals(users.id, 'id') })
const byEmail = select({
  fields,
  from: users,
  where: sql`lower(${users.email}) = lower(${param('email', users.email)})`,
})
const inOrder = select({ fields, from: users, orderBy: [asc(users.createdAt), asc(users.id)] })
const counted = select({ fields: { number: sql<number>`count(*)` }, from: users })
const ownersWithPasskey = select({
  fields: { id: users.id },
  from: users,
  where: and(
    eq(users.role, 'owner'),
    eq(users.active, true),
    sql`exists (select 1 from ${passkeys}
      where ${passkeys.practiceKey} = ${users.practiceKey} and ${passkeys.userId} = ${users.id})`,
  ),
})
const enrolled = update(users, ['enrolledAt'], and(equals(users.id, 'whereId'), isNull(users.enrolledAt))!)

/** The member with this id, or null. */
export const findMember = (scope: Scope, id: string) => scope.get(byId, { id })
export type MemberRow = NonNullable<ReturnType<typeof findMember>>

/** The member of this practice with this e-mail address in any letter case, or null. */
export const findMemberByEmail = (scope: Scope, email: string) => scope.get(byEmail, { email })

/** All members. The member who joined first comes first. */
export const listMembers = (scope: Scope) => scope.all(inOrder)

/** How many members there are, including members who are not active. */
export const countMembers = (scope: Scope): number => scope.get(counted)!.number

/** The ids of the owners who can sign in: they are active and have a passkey. */
export const ownerIdsWithPasskey = (scope: Scope): string[] =>
  scope.all(ownersWithPasskey).map(({ id }) => id)

/**
 * Adds a member, who has made no passkey yet. The database refuses an e-mail address that another member of the
 * practice has.
 */
export const insertMember = (tx: WriteScope, member: Omit<NewRow<typeof users>, 'enrolledAt'>): void =>
  tx.insert(users, { ...member, enrolledAt: null })

/** Changes a member. */
export const updateMember = (tx: WriteScope, id: string, changes: Partial<NewRow<typeof users>>): void =>
  tx.update(users, id, changes)

/** Keeps the moment (epoch milliseconds) of a member's first passkey. A later passkey changes nothing. */
export function markEnrolled(tx: WriteScope, userId: string, now: number): void {
  tx.run(enrolled, { whereId: userId, enrolledAt: now })
}
