/** The public half of a passkey (WebAuthn §4, "public key credential"). The service keeps nothing else of a passkey. */
export interface Credential {
  /** The authenticator's name for the credential, in base64url. */
  readonly credentialId: string
  /** A COSE key (RFC 9052). */
  readonly publicKey: Buffer
  /** How often the passkey has signed. The counter stays 0 for an authenticator that does not count. */
  readonly counter: number
  /** How a browser can reach the authenticator, such as `usb`. Only a hint. */
  readonly transports: readonly string[]
  /**
   * The host that the passkey was made for (WebAuthn's RP ID). Null for an older passkey, which belongs to the host of
   * PUBLIC_URL.
   */
  readonly rpId: string | null
}
