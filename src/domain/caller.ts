/** The member who makes a request, and the session or API token that came with it. */
export interface Caller {
  readonly practiceId: string
  readonly userId: string
  readonly role: Role
  /** The session or API token that the secret in the request belongs to. `expiresAt` is in epoch milliseconds. */
  readonly auth: {
    readonly kind: 'session' | 'token'
    readonly id: string
    readonly expiresAt: number
    /** What the caller may do now: the scopes of the token, as far as the member's role allows them. */
    readonly scopes: readonly TokenScope[]
  }
}

/** The roles of members (RULES §5). */
export const roles = ['owner', 'assistant'] as const
export type Role = (typeof roles)[number]

/**
 * What an API token may do (RULES §5). The role of the token's member limits the token further, at every request.
 * `read` reads. `write` changes records. `settings` changes what only owners may change.
 */
export const tokenScopes = ['read', 'write', 'settings'] as const
export type TokenScope = (typeof tokenScopes)[number]

/** The scopes of a token that is made on a page, unless the request names other scopes. */
export const ordinaryScopes: readonly TokenScope[] = ['read', 'write']

/** All that a member with this role may do. A session has all of these scopes. */
export const scopesOfRole = (role: Role): readonly TokenScope[] =>
  role === 'owner' ? tokenScopes : ordinaryScopes
