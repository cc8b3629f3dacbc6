import type { Deliver, SmsMessage } from './delivery.ts'
import { ask } from './http.ts'

export interface Webhook {
  readonly url: string
  /** `whsec_` and the key in base64. */
  readonly secret: string
}

/**
 * Hands texts to any gateway, as a signed request in the form of Standard Webhooks
 * (https://www.standardwebhooks.com): `{ "type": "sms.send", "timestamp", "data": { "to", "text" } }`. Its
 * `webhook-id` is the same for every try of one message, so that the gateway can drop repetitions.
 */
export function webhookSms({ url, secret }: Webhook, now: () => number): Deliver<SmsMessage> {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  return async ({ to, text }, { key: id, signal }) => {
    const at = now()
    const seconds = Math.floor(at / 1000)
    const body = JSON.stringify({
      type: 'sms.send',
      timestamp: new Date(at).toISOString(),
      data: { to, text },
    })
    const signature = new Bun.CryptoHasher('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')
    const headers = {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(seconds),
      'webhook-signature': `v1,${signature}`,
    }
    await ask(url, { method: 'POST', headers, body, signal }, refuses)
  }
}

/** Not 404, 405 or 410, which say that the address we were given is wrong. */
const refuses = ({ status }: Response): boolean => [400, 413, 422].includes(status)
