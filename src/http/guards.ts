import type { Caller, TokenScope } from '../domain/caller.ts'
import { forbidden } from '../domain/problem.ts'

/**
 * Who may call a route (RULES §5). `member` is any member, by a session or an API token. `signed-in` is a member with a
 * session: nobody must be able to give access to others with a leaked API token.
 */
export type Who = 'member' | 'owner' | 'signed-in' | 'signed-in owner'

/**
 * The scope that an API token needs for a route, by its HTTP method (RULES §5). Only owners change settings. A route
 * for members who are signed in takes no API token, so its scope has no effect.
 */
export const scopeFor = (method: string, who: Who): TokenScope => {
  if (method === 'GET' || method === 'HEAD') return 'read'
  return who === 'owner' ? 'settings' : 'write'
}

/** @throws `forbidden` when the caller may not call a route for `who` that needs `scope`. */
export function requireMay(caller: Caller, who: Who, scope: TokenScope): void {
  if ((who === 'owner' || who === 'signed-in owner') && caller.role !== 'owner') throw forbidden()
  if (who === 'signed-in' || who === 'signed-in owner') requireSignedIn(caller)
  if (!caller.auth.scopes.includes(scope))
    throw forbidden(`The token does not have the scope \`${scope}\`. Use a token that has this scope.`)
}

/** @throws `forbidden` for a caller with an API token. */
export function requireSignedIn(caller: Caller): void {
  if (caller.auth.kind !== 'session')
    throw forbidden('Only a member who is signed in with a passkey may do this, not an API token.')
}
