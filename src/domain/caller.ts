/** Who makes a request: one member of one practice, and how he is signed in. */
export interface Caller {
  readonly practiceId: string
  readonly userId: string
  readonly role: 'owner' | 'assistant'
  /** The session or API token whose secret came with the request. */
  readonly auth: { readonly kind: 'session' | 'token'; readonly id: string; readonly expiresAt: number }
}
