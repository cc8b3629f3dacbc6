import type { Role } from './caller.ts'

/** What an API token may do (RULES §5). Its member's role limits it further, at every request. */

/** `read` reads. `write` changes records. `settings` changes what only owners may change. */
export const tokenScopes = ['read', 'write', 'settings'] as const
export type TokenScope = (typeof tokenScopes)[number]

/** The scopes of a token that is made on a page, unless others are asked for. */
export const ordinaryScopes: readonly TokenScope[] = ['read', 'write']

/** All that a member with this role may do. A session has all of these. */
export const scopesOfRole = (role: Role): readonly TokenScope[] =>
  role === 'owner' ? tokenScopes : ordinaryScopes
