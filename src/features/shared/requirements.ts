/** Checks of the caller that a write does inside its transaction, because nothing can change there any more. */
import type { Caller } from '../../domain/caller.ts'
import { badToken, forbidden, passkeyRequired } from '../../domain/problem.ts'
import { passkeyFreshMs } from '../../domain/secrets.ts'
import { findMember } from '../../store/access/members.ts'
import { findSession, type SessionRow } from '../../store/access/sessions.ts'
import type { Scope } from '../../store/engine/scope.ts'

/**
 * Checks that the caller's session still exists. A thief with a session that was just ended must not leave a member,
 * a passkey or a token behind.
 * @throws `invalid_authorization` when the session has ended.
 */
export function requireSession(scope: Scope, { userId, auth }: Caller): SessionRow {
  const session = findSession(scope, userId, auth.id)
  if (session === null) throw badToken()
  return session
}

/**
 * Checks that the caller used a passkey in this session a short time before `now` (epoch milliseconds). Actions that
 * give somebody access need this: a session that was left open or stolen is not enough for them.
 * @throws `invalid_authorization` when the session has ended; `passkey_required`.
 */
export function requireFreshPasskey(scope: Scope, caller: Caller, now: number): void {
  const { verifiedAt } = requireSession(scope, caller)
  if (verifiedAt + passkeyFreshMs <= now) throw passkeyRequired()
}

/**
 * Checks a caller with a session as `requireFreshPasskey` does. An API token passes: it was given the scope for the
 * action, and no person is there to use a passkey.
 * @throws `invalid_authorization` when the session has ended; `passkey_required`.
 */
export function requireTouch(scope: Scope, caller: Caller, now: number): void {
  if (caller.auth.kind === 'session') requireFreshPasskey(scope, caller, now)
}

/**
 * Checks that the caller's session still exists and that they are still an owner. So an owner who was just demoted
 * cannot make another owner.
 * @throws `invalid_authorization`; `forbidden`.
 */
export function requireOwner(scope: Scope, caller: Caller): void {
  requireSession(scope, caller)
  if (findMember(scope, caller.userId)?.role !== 'owner') throw forbidden()
}
