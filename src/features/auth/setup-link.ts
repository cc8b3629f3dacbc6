import { hashSecret, mintSecret, secretKinds } from '../../domain/secrets.ts'

/**
 * The one-time link by which the first practice is set up (RULES §5): its secret is printed at
 * the start of a server with an empty database, and kept by nobody. A restart makes another.
 */
export class SetupLink {
  #hash: Buffer | undefined
  #expiresAt = 0

  /** Makes the secret of the link; one made before is good for nothing then. */
  open(now: number): string {
    const { secret, hash } = mintSecret('setupLink')
    this.#hash = hash
    this.#expiresAt = now + secretKinds.setupLink.lifetimeMs
    return secret
  }

  isOpen(secret: string, now: number): boolean {
    return this.#hash?.equals(hashSecret(secret)) === true && now < this.#expiresAt
  }
}
