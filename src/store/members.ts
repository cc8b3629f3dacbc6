import { and, asc, eq, sql } from 'drizzle-orm'
import { passkeys, users } from '../../db/schema.ts'
import type { Scope, WriteScope } from './scope.ts'
import { columnsOf, type NewRow, param, select } from './statement.ts'

const fields = columnsOf(users)

const byId = select({ fields, from: users, where: eq(users.id, param('id')) })
const byEmail = select({
  fields,
  from: users,
  where: sql`lower(${users.email}) = lower(${param('email')})`,
})
const inOrder = select({ fields, from: users, orderBy: [asc(users.createdAt), asc(users.id)] })
const ownersWithPasskey = select({
  fields: { id: users.id },
  from: users,
  where: and(
    eq(users.role, 'owner'),
    eq(users.active, true),
    sql`exists (select 1 from ${passkeys}
      where ${passkeys.practiceId} = ${users.practiceId} and ${passkeys.userId} = ${users.id})`,
  ),
})

/** The member with this id, or null. */
export const findMember = (scope: Scope, id: string) => scope.get(byId, { id })
export type MemberRow = NonNullable<ReturnType<typeof findMember>>

/** The member of this practice with this e-mail address in any letter case, or null. */
export const findMemberByEmail = (scope: Scope, email: string) => scope.get(byEmail, { email })

/** All members. The one who joined first comes first. */
export const listMembers = (scope: Scope) => scope.all(inOrder)

/** The ids of the owners who can sign in: they are active and have a passkey. */
export const ownerIdsWithPasskey = (scope: Scope): string[] =>
  scope.all(ownersWithPasskey).map(({ id }) => id)

/** Adds a member. The database refuses an e-mail address that another member of the practice has. */
export const insertMember = (tx: WriteScope, member: NewRow<typeof users>): void => tx.insert(users, member)

/** Changes a member. */
export const updateMember = (tx: WriteScope, id: string, changes: Partial<NewRow<typeof users>>): void =>
  tx.update(users, id, changes)
