import type { TokenScope } from './token-scopes.ts'

/** The member who makes a request, and the session or API token that came with it. */
export interface Caller {
  readonly practiceId: string
  readonly userId: string
  readonly role: Role
  /** The session or API token whose secret came with the request. `expiresAt` is in epoch milliseconds. */
  readonly auth: {
    readonly kind: 'session' | 'token'
    readonly id: string
    readonly expiresAt: number
    /** What the caller may do now: the scopes of the token, as far as the member's role allows them. */
    readonly scopes: readonly TokenScope[]
  }
}

/** What a member may be (RULES §5). */
export const roles = ['owner', 'assistant'] as const
export type Role = (typeof roles)[number]
