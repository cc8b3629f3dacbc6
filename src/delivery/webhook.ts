import type { Deliver, SmsMessage } from './delivery.ts'
import { answerMs, ask, type Sending } from './http.ts'

export interface Webhook {
  readonly url: string
  /** `whsec_` followed by the key in base64. */
  readonly secret: string
}

/**
 * Sends text messages through any gateway, as signed requests of Standard Webhooks (https://www.standardwebhooks.com):
 * `{ "type": "sms.send", "timestamp", "data": { "to", "text" } }`. The header `webhook-id` is the same for every try of
 * one message to one number. The gateway must drop copies by this header. A request without an answer, or with an
 * answer such as 500, is sent again, up to twice.
 */
export function webhookSms(
  { url, secret }: Webhook,
  now: () => number,
  { waitMs = answerMs, owns = () => true }: Sending = {},
): Deliver<SmsMessage> {
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
    await ask(url, { headers, send: body, signal, owns }, refuses, waitMs)
  }
}

/**
 * Statuses that refuse the message or its number. All other statuses are about our settings, the gateway or the
 * network.
 */
const refuses = ({ status }: Response): boolean => status === 400 || status === 422
