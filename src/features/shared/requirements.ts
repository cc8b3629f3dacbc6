/** What a write checks about its caller inside its transaction, where nothing can change any more. */
import type { Caller } from '../../domain/caller.ts'
import { badToken, forbidden } from '../../domain/problem.ts'
import { findMember } from '../../store/members.ts'
import type { Scope } from '../../store/scope.ts'
import { findSession } from '../../store/sessions.ts'

/**
 * Checks that the caller's session still exists. A thief whose session was just ended must not leave a member, a
 * passkey or a token behind.
 * @throws `invalid_authorization` when the session has ended.
 */
export function requireSession(scope: Scope, { userId, auth }: Caller): void {
  if (findSession(scope, userId, auth.id) === null) throw badToken()
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
