import { and, asc, isNull } from 'drizzle-orm'
import { passkeys } from '../../../db/schema/sign-in.ts'
import type { Scope, WriteScope } from '../engine/scope.ts'
import { columnsOf, equals, type NewRow, remove, select, update } from '../engine/statement.ts'
import { isTaken } from '../engine/trouble.ts'

const fields = columnsOf(passkeys)
const ofMember = equals(passkeys.userId, 'whereUserId')
const oneOfMember = and(ofMember, equals(passkeys.id, 'whereId'))!

const inOrder = select({
  fields,
  from: passkeys,
  where: ofMember,
  orderBy: [asc(passkeys.createdAt), asc(passkeys.id)],
})
const byId = select({ fields, from: passkeys, where: oneOfMember })
const rename = update(passkeys, ['name'], oneOfMember)
const used = update(passkeys, ['counter', 'lastUsedAt'], oneOfMember)
const ofUnknownHost = update(passkeys, ['rpId'], isNull(passkeys.rpId))
const every = select({ fields: { userId: passkeys.userId, rpId: passkeys.rpId }, from: passkeys })
const removeOne = remove(passkeys, oneOfMember)
const removeAll = remove(passkeys, ofMember)

/** A member's passkeys. The oldest comes first. */
export const listPasskeys = (scope: Scope, userId: string) => scope.all(inOrder, { whereUserId: userId })

/** The member's passkey with this id, or null. */
export const findPasskey = (scope: Scope, userId: string, id: string) =>
  scope.get(byId, { whereUserId: userId, whereId: id })
export type PasskeyRow = NonNullable<ReturnType<typeof findPasskey>>

/** Adds a passkey. Returns false when a passkey with the same credential id exists, in any practice. */
export function insertPasskey(tx: WriteScope, passkey: NewRow<typeof passkeys>): boolean {
  try {
    tx.insert(passkeys, passkey)
    return true
  } catch (error) {
    if (isTaken(error)) return false
    throw error
  }
}

/** Renames one of a member's passkeys. */
export function renamePasskey(tx: WriteScope, userId: string, id: string, name: string): void {
  tx.run(rename, { whereUserId: userId, whereId: id, name })
}

/** Records a sign-in: its instant and the authenticator's signature counter. */
export function markPasskeyUsed(
  tx: WriteScope,
  { userId, id }: PasskeyRow,
  counter: number,
  now: number,
): void {
  tx.run(used, { whereUserId: userId, whereId: id, counter, lastUsedAt: now })
}

/** Removes one of a member's passkeys. */
export function removePasskey(tx: WriteScope, userId: string, id: string): void {
  tx.run(removeOne, { whereUserId: userId, whereId: id })
}

/** Removes all of a member's passkeys, and answers how many there were. */
export const removePasskeysOf = (tx: WriteScope, userId: string): number =>
  tx.run(removeAll, { whereUserId: userId })

/** The member and the host of every passkey of the practice. Null stands for the host of PUBLIC_URL. */
export const listPasskeyHosts = (scope: Scope) => scope.all(every)

/** Writes this host into the practice's passkeys that name no host. */
export const nameHostOfPasskeys = (tx: WriteScope, rpId: string): void => void tx.run(ofUnknownHost, { rpId })
