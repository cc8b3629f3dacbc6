import { hashSecret, mintSecret } from '../../domain/secret.ts'

const lifetime = 15 * 60_000

/**
 * The one-time link that sets up the first practice (RULES §5). A server with an empty database prints it at the
 * start. Its hash is kept in memory alone, so a restart makes a new link.
 */
export class SetupLink {
  #hash: Buffer | undefined
  #expiresAt = 0

  /** Makes a new secret for the link. A secret that was made before stops working. `now` is in epoch milliseconds. */
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
