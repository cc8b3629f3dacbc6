import { Webhook } from 'standardwebhooks'
import type { RecordChanged } from './changes.ts'

/** The event that a webhook sends: that a record changed, or that changes are missing (`changes.restarted`). */
export interface ReceivedEvent {
  /** The id of the event. It is the same when the event is sent again. */
  readonly id: string
  /** Such as `appointment.changed`. */
  readonly type: string
  /** When the event happened. */
  readonly timestamp: string
  /** The practice, and the record that changed. */
  readonly data: { readonly practiceId: string } & Partial<RecordChanged>
}

/**
 * Reads the request of a webhook and verifies its signature (Standard Webhooks 1.0). `secret` begins with `whsec_`.
 * Answer 2xx when you have the event, and 401 after an error.
 * @throws WebhookVerificationError of `standardwebhooks` when the signature is wrong, or older than five minutes.
 */
export async function receiveWebhook(request: Request, secret: string): Promise<ReceivedEvent> {
  const body = await request.text()
  new Webhook(secret).verify(body, Object.fromEntries(request.headers))
  const { type, timestamp, data } = JSON.parse(body) as Omit<ReceivedEvent, 'id'>
  return { id: request.headers.get('webhook-id')!, type, timestamp, data }
}
