/** The webhooks of the practice, and texts about them. */
import { api } from '../../../api/api.ts'
import { sayMoment } from '../../../base/time/moment.ts'
import type { components } from '../../../contract/openapi.ts'
import { resource } from '../../../live/resource.ts'
import { known } from '../../../words/known.ts'
import { words } from '../../../words/words.ts'

export type Webhook = components['schemas']['Webhook']
export type Delivery = components['schemas']['WebhookDelivery']

/** A webhook with its last delivery. `last` is undefined when nothing was sent in 30 days. */
export interface SeenWebhook {
  readonly webhook: Webhook
  readonly last: Delivery | undefined
}

const lookEveryMs = 30_000

/** The webhooks, the oldest first. No change event shows their deliveries, so they are read again every 30 seconds. */
export const webhooks = resource<readonly SeenWebhook[]>({
  read: async () => {
    const { webhooks } = await api.GET('/api/v1/webhooks')
    return await Promise.all(
      webhooks.map(async (webhook) => ({ webhook, last: (await readDeliveries(webhook.id, 1)).list[0] })),
    )
  },
  kinds: [],
  everyMs: lookEveryMs,
})

/** Reads a page of deliveries with their results, the newest first. @throws Failure. */
export async function readDeliveries(webhookId: string, limit: number, cursor: string | null = null) {
  const { deliveries, nextCursor } = await api.GET('/api/v1/webhooks/{webhookId}/deliveries', {
    params: { path: { webhookId }, query: { limit, ...(cursor !== null && { cursor }) } },
  })
  return { list: deliveries, next: nextCursor }
}

/** The name of the server in the address of a webhook. */
export const hostOf = ({ url }: Pick<Webhook, 'url'>): string => new URL(url).host

/** The state of a webhook, in one or two words. */
export function sayState({ active, stopped, tries }: Webhook): string {
  const { states } = words.value.webhooks
  if (stopped !== null) return stopped === 'gone' ? states.gone : states.ended
  if (!active) return states.off
  return tries > 0 ? states.failing : states.on
}

/** The result of a request, as a sentence. */
export function sayOutcome({ status, error }: Pick<Delivery, 'status' | 'error'>): string {
  const { errors, refused, took } = words.value.webhooks
  if (status === null) return known(errors, error ?? '', words.value.shell.newer)
  return status >= 200 && status < 300 ? took(status) : refused(status)
}

/** The time and the result of the last delivery, and the time of the next attempt if deliveries fail. */
export function sayLast({ webhook, last }: SeenWebhook): string[] {
  const says = words.value.webhooks
  const { active, stopped, failingSince, nextTryAt } = webhook
  const waits = active && stopped === null && failingSince !== null
  return [
    last === undefined ? says.nothingSent : says.last(sayMoment(last.lastAt), sayOutcome(last)),
    ...(waits ? [says.next(sayMoment(failingSince), sayMoment(nextTryAt))] : []),
  ]
}
