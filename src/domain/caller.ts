/** Who makes a request: one member of one practice, and how he is signed in. */
export interface Caller {
  readonly practiceId: string
  readonly userId: string
  readonly role: 'owner' | 'assistant'
  readonly auth: { readonly kind: 'token'; readonly expiresAt: number }
}
