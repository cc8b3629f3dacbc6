/** The secrets of webhooks, and how they sign (Standard Webhooks 1.0). */
import { hkdfSync } from 'node:crypto'
import type { WebhookEvent } from '../domain/webhook.ts'

/** What the file keeps of the secrets of a webhook. `formerUntil` is in epoch milliseconds. */
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

/**
 * Makes the secrets of webhooks from the key of the installation, which is not in the database, and random bytes, which are
 * (HKDF-SHA256, RFC 5869). So no secret is stored, and a stolen database or backup signs nothing.
 * @param key 32 bytes
 */
export function webhookKeys(key: Uint8Array) {
  const bytesOf = (nonce: Uint8Array) => Buffer.from(hkdfSync('sha256', key, nonce, 'chairside webhook', 32))
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
    /** The secret as a receiver keeps it: `whsec_` and the key in base64. */
    secretOf: (nonce: Uint8Array): string => `whsec_${bytesOf(nonce).toString('base64')}`,
  }
}
export type WebhookKeys = ReturnType<typeof webhookKeys>
