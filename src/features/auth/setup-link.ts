import { hashSecret, mintSecret } from '../../domain/secret.ts'

const lifetime = 15 * 60_000

/**
 * The one-time link by which the first practice is set up (decisions "Who may call"): its secret is printed at
 * the start of a server with an empty database, and kept by nobody. A restart makes another.
 */
export class SetupLink {
  #hash: Buffer | undefined
  #expiresAt = 0

  /** Makes the secret of the link; one made before is good for nothing then. */
  open(now: number): string {
    const secret = mintSecret('cl_')
    this.#hash = hashSecret(secret)
    this.#expiresAt = now + lifetime
    return secret
  }

  isOpen(secret: string, now: number): boolean {
    return this.#hash?.equals(hashSecret(secret)) === true && now < this.#expiresAt
  }
}
