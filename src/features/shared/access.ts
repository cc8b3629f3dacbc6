/** Gives members access: makes the secrets and stores their hashes. */
import type { Credential } from '../../domain/credential.ts'
import { newId } from '../../domain/id.ts'
import { mostPasskeys, mostSessions, requireRoom } from '../../domain/limits.ts'
import { refused } from '../../domain/problem.ts'
import {
  mintSecret,
  type SessionTimes,
  secretKinds,
  sessionEnd,
  sessionExpiry,
} from '../../domain/secrets.ts'
import { replaceEnrolmentLink } from '../../store/access/enrolment-links.ts'
import { markEnrolled } from '../../store/access/members.ts'
import { insertPasskey, listPasskeys } from '../../store/access/passkeys.ts'
import { endOldestSessions, insertSession, removeEndedSessions } from '../../store/access/sessions.ts'
import type { Scope, WriteScope } from '../../store/engine/scope.ts'

/**
 * Opens a session for a member who has just used or made a passkey, and removes the member's sessions that have
 * ended. When the member still has 50 sessions, the oldest one ends. `now` and `expiresAt` are epoch milliseconds.
 * Only this call returns the token, because only its hash is stored.
 */
export function openSession(
  tx: WriteScope,
  userId: string,
  userAgent: string | null,
  now: number,
  sessionTimes: SessionTimes,
) {
  removeEndedSessions(tx, userId, now, sessionTimes)
  endOldestSessions(tx, userId, mostSessions - 1)
  const { secret: token, hash } = mintSecret('session')
  const times = { lastSeenAt: now, verifiedAt: now, expiresAt: sessionEnd(now, sessionTimes), createdAt: now }
  const id = newId(now)
  insertSession(tx, { id, userId, hash, userAgent, ...times })
  tx.record({ kind: 'access', record: { kind: 'session', id }, detail: { memberId: userId } })
  return { token, expiresAt: sessionExpiry(times, sessionTimes) }
}

/**
 * Opens an enrolment link for a member. The member's earlier link stops working. `now` and `expiresAt` are epoch
 * milliseconds. Only this call returns the secret, because only its hash is stored.
 */
export function openEnrolmentLink(tx: WriteScope, userId: string, now: number) {
  const { secret, hash } = mintSecret('enrolmentLink')
  const expiresAt = now + secretKinds.enrolmentLink.lifetimeMs
  replaceEnrolmentLink(tx, { userId, hash, expiresAt })
  // A link has no id of its own, because a member has one at most.
  tx.record({ kind: 'access', record: { kind: 'link', id: userId }, detail: { memberId: userId } })
  return { secret, expiresAt }
}

/** The name of a passkey that is made by a link. Its member can rename it. */
export const firstPasskeyName = 'First passkey'

/**
 * Adds a passkey to a member and returns its id.
 * @throws `invalid_authorization` when a member has this passkey already. An honest authenticator never makes the
 * same passkey twice. `conflict` when the member has 50 passkeys.
 */
export function addPasskey(
  tx: WriteScope,
  userId: string,
  name: string,
  credential: Credential,
  now: number,
): string {
  requireRoomForPasskey(tx, userId)
  const id = newId(now)
  const isNew = insertPasskey(tx, { id, userId, name, ...credential, lastUsedAt: null, createdAt: now })
  if (!isNew) throw refused('its credential id is known already')
  markEnrolled(tx, userId, now)
  tx.record({ kind: 'access', record: { kind: 'passkey', id }, detail: { memberId: userId } })
  return id
}

/** @throws `conflict` when the member has 50 passkeys. */
export function requireRoomForPasskey(scope: Scope, userId: string): void {
  requireRoom(
    listPasskeys(scope, userId).length,
    mostPasskeys,
    `You have ${mostPasskeys} passkeys and can have no more. Remove one first.`,
  )
}
