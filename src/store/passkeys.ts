import { and, asc, eq } from 'drizzle-orm'
import { passkeys } from '../../db/schema.ts'
import type { Credential } from '../domain/credential.ts'
import { newId } from '../domain/id.ts'
import { refused } from '../domain/problem.ts'
import type { Scope, WriteScope } from './scope.ts'
import { columnsOf, param, remove, select, update } from './statement.ts'
import { isTaken } from './trouble.ts'

const fields = columnsOf(passkeys)
const ofMember = eq(passkeys.userId, param('whereUserId'))
const oneOfMember = and(ofMember, eq(passkeys.id, param('whereId')))!

const inOrder = select({
  fields,
  from: passkeys,
  where: ofMember,
  orderBy: [asc(passkeys.createdAt), asc(passkeys.id)],
})
const byId = select({ fields, from: passkeys, where: oneOfMember })
const rename = update(passkeys, ['name'], oneOfMember)
const used = update(passkeys, ['counter', 'lastUsedAt'], oneOfMember)
const removeOne = remove(passkeys, oneOfMember)
const removeAll = remove(passkeys, ofMember)

/** A member's passkeys, the oldest first. */
export const listPasskeys = (scope: Scope, userId: string) => scope.all(inOrder, { whereUserId: userId })

export const findPasskey = (scope: Scope, userId: string, id: string) =>
  scope.get(byId, { whereUserId: userId, whereId: id })
export type PasskeyRow = NonNullable<ReturnType<typeof findPasskey>>

/**
 * Gives a member a passkey.
 * @throws `invalid_authorization` for one that somebody has already: an honest authenticator never makes it.
 */
export function addPasskey(
  tx: WriteScope,
  userId: string,
  name: string,
  credential: Credential,
  now: number,
): string {
  const id = newId(now)
  try {
    tx.insert(passkeys, { id, userId, name, ...credential, lastUsedAt: null, createdAt: now })
  } catch (error) {
    throw isTaken(error) ? refused('its credential id is known already') : error
  }
  return id
}

export function renamePasskey(tx: WriteScope, userId: string, id: string, name: string): void {
  tx.run(rename, { whereUserId: userId, whereId: id, name })
}

/** Writes down a sign-in: the authenticator's signature counter, and when. */
export function markPasskeyUsed(
  tx: WriteScope,
  { userId, id }: PasskeyRow,
  counter: number,
  now: number,
): void {
  tx.run(used, { whereUserId: userId, whereId: id, counter, lastUsedAt: now })
}

export function removePasskey(tx: WriteScope, userId: string, id: string): void {
  tx.run(removeOne, { whereUserId: userId, whereId: id })
}

export function removePasskeysOf(tx: WriteScope, userId: string): void {
  tx.run(removeAll, { whereUserId: userId })
}
