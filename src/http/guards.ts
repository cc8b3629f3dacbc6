import type { Caller } from '../domain/caller.ts'
import { forbidden } from '../domain/problem.ts'

/**
 * Who may call a route (RULES §5). `member` is any member, by a session or an API token. `signed-in` means a session:
 * an API token that leaks must not be able to let somebody in.
 */
export type Who = 'member' | 'owner' | 'signed-in' | 'signed-in owner'

/** @throws `forbidden` when the caller may not call a route for `who`. */
export function requireMay(caller: Caller, who: Who): void {
  if ((who === 'owner' || who === 'signed-in owner') && caller.role !== 'owner') throw forbidden()
  if (who === 'signed-in' || who === 'signed-in owner') requireSignedIn(caller)
}

/** @throws `forbidden` for a caller with an API token. */
export function requireSignedIn(caller: Caller): void {
  if (caller.auth.kind !== 'session')
    throw forbidden('Only a member who is signed in with a passkey may do this, not an API token.')
}
