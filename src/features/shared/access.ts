/** Gives members access: mints the secrets, hands their hashes to the store, and refuses what may not be. */
import type { Caller } from '../../domain/caller.ts'
import type { Credential } from '../../domain/credential.ts'
import { newId } from '../../domain/id.ts'
import { mostPasskeys, mostSessions, requireRoom } from '../../domain/limits.ts'
import { badToken, refused } from '../../domain/problem.ts'
import { mintSecret, secretKinds, sessionEnd, sessionExpiry } from '../../domain/secrets.ts'
import { replaceEnrolmentLink } from '../../store/enrolment-links.ts'
import { markEnrolled } from '../../store/members.ts'
import { insertPasskey, listPasskeys } from '../../store/passkeys.ts'
import type { Scope, WriteScope } from '../../store/scope.ts'
import { endOldestSessions, hasSession, insertSession, removeEndedSessions } from '../../store/sessions.ts'

/**
 * Opens a session for a member and removes the ones of theirs that have ended. When 50 are left, the oldest ends.
 * `now` and `expiresAt` are epoch milliseconds. The token is answered here and never again.
 */
export function openSession(tx: WriteScope, userId: string, userAgent: string | null, now: number) {
  removeEndedSessions(tx, userId, now)
  endOldestSessions(tx, userId, mostSessions - 1)
  const { secret: token, hash } = mintSecret('session')
  const times = { lastSeenAt: now, expiresAt: sessionEnd(now), createdAt: now }
  insertSession(tx, { id: newId(now), userId, hash, userAgent, ...times })
  return { token, expiresAt: sessionExpiry(times) }
}

/**
 * Checks inside the write that the caller's session still exists. A thief whose session was just ended must not
 * leave a member, a passkey or a token behind.
 * @throws `invalid_authorization` when the session has ended.
 */
export function requireSession(tx: WriteScope, { userId, auth }: Caller): void {
  if (!hasSession(tx, userId, auth.id)) throw badToken()
}

/**
 * Opens an enrolment link for a member. It replaces the member's open link, which works no longer. `now` and
 * `expiresAt` are epoch milliseconds. The secret is answered here and never again.
 */
export function openEnrolmentLink(tx: WriteScope, userId: string, now: number) {
  const { secret, hash } = mintSecret('enrolmentLink')
  const expiresAt = now + secretKinds.enrolmentLink.lifetimeMs
  replaceEnrolmentLink(tx, { userId, hash, expiresAt })
  return { secret, expiresAt }
}

/**
 * Adds a passkey to a member and answers its id.
 * @throws `invalid_authorization` when a member has this passkey already. An honest authenticator never makes the
 * same one twice. `conflict` when the member has 50 passkeys.
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
