import { newId } from '../../domain/id.ts'
import { hashSecret, mintSecret, secretKinds } from '../../domain/secrets.ts'

/**
 * The one-time link that sets up the first practice (RULES §5). A server with an empty database prints this link at the
 * start. The hash of the link is kept only in memory, so a restart makes a new link.
 */
export class SetupLink {
  #hash: Buffer | undefined
  #expiresAt = 0
  #ownerId = ''

  /** The id that the first owner gets. The browser puts this id into their passkey before the owner exists. */
  get ownerId(): string {
    return this.#ownerId
  }

  /** Makes a new secret for the link. A secret that was made before stops working. `now` is in epoch milliseconds. */
  open(now: number): string {
    const { secret, hash } = mintSecret('setupLink')
    this.#hash = hash
    this.#ownerId = newId(now)
    this.#expiresAt = now + secretKinds.setupLink.lifetimeMs
    return secret
  }

  isOpen(secret: string, now: number): boolean {
    return this.#hash?.equals(hashSecret(secret)) === true && now < this.#expiresAt
  }
}
