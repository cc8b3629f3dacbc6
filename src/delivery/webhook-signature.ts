/** The secrets of webhooks, and how events are signed with them (Standard Webhooks 1.0). */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { WebhookEvent } from '../domain/webhook.ts'

/** The data about a webhook's secrets that the database file keeps. `formerUntil` is in epoch milliseconds. */
export interface WebhookSecrets {
  readonly nonce: Uint8Array
  readonly formerNonce: Uint8Array | null
  readonly formerUntil: number | null
}

/** The headers of one try to deliver an event. `now` is in epoch milliseconds. */
export type WebhookSigner = (
  secrets: WebhookSecrets,
  event: WebhookEvent,
  now: number,
) => Readonly<Record<string, string>>

/** New random bytes from which a secret is made. */
export const newNonce = (): Buffer => Buffer.from(crypto.getRandomValues(new Uint8Array(32)))

/** How many random bytes there are. A longer value is an encrypted secret that came from another cell. */
const nonceBytes = 32

/**
 * Makes the secrets of webhooks from the key of the installation and from random bytes (HKDF-SHA256, RFC 5869). Only
 * the random bytes are in the database. So no secret is stored, and nobody can sign with a stolen database or backup.
 * @param key 32 bytes
 */
export function webhookKeys(key: Uint8Array) {
  const bytesOf = (nonce: Uint8Array) =>
    nonce.length === nonceBytes
      ? Buffer.from(hkdfSync('sha256', key, nonce, 'chairside webhook', 32))
      : sealing(key).open(nonce)
  const signature = (nonce: Uint8Array, text: string) =>
    `v1,${new Bun.CryptoHasher('sha256', bytesOf(nonce)).update(text).digest('base64')}`

  const sign: WebhookSigner = ({ nonce, formerNonce, formerUntil }, { id, body }, now) => {
    const seconds = Math.floor(now / 1_000)
    const text = `${id}.${seconds}.${body}`
    const both = formerNonce !== null && formerUntil !== null && now < formerUntil
    return {
      'content-type': 'application/json',
      'user-agent': 'chairside',
      'webhook-id': id,
      'webhook-timestamp': String(seconds),
      'webhook-signature': [nonce, ...(both ? [formerNonce] : [])]
        .map((one) => signature(one, text))
        .join(' '),
    }
  }
  return {
    sign,
    /** The bytes of a secret. The bytes are sent only to the cell that the practice moves to. */
    bytesOf,
    /** Encrypts a secret of another cell. The database file keeps the result in the place of random bytes. */
    seal: (secret: Uint8Array): Buffer => sealing(key).seal(secret),
    /** The secret as a receiver keeps it: `whsec_` and the key in base64. */
    secretOf: (nonce: Uint8Array): string => `whsec_${bytesOf(nonce).toString('base64')}`,
  }
}
export type WebhookKeys = ReturnType<typeof webhookKeys>

/**
 * Encrypts and decrypts secrets that another cell made, with a key of this installation (AES-256-GCM, NIST SP 800-38D).
 */
function sealing(key: Uint8Array) {
  const own = Buffer.from(hkdfSync('sha256', key, '', 'chairside webhook of another cell', 32))
  return {
    seal(secret: Uint8Array): Buffer {
      const nonce = randomBytes(12)
      const encrypting = createCipheriv('aes-256-gcm', own, nonce)
      const sealed = Buffer.concat([encrypting.update(secret), encrypting.final()])
      return Buffer.concat([nonce, encrypting.getAuthTag(), sealed])
    },
    open(sealed: Uint8Array): Buffer {
      const decrypting = createDecipheriv('aes-256-gcm', own, sealed.subarray(0, 12))
      decrypting.setAuthTag(sealed.subarray(12, 28))
      return Buffer.concat([decrypting.update(sealed.subarray(28)), decrypting.final()])
    },
  }
}
