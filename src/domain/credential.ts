/** What a passkey leaves with us: its public half (WebAuthn §4, "public key credential"). */
export interface Credential {
  /** As the authenticator names it, in base64url. */
  readonly credentialId: string
  /** COSE (RFC 9052). */
  readonly publicKey: Buffer
  /** How often it has signed, as far as it tells. */
  readonly counter: number
  /** How it can be reached: a hint for browsers. */
  readonly transports: readonly string[]
}
