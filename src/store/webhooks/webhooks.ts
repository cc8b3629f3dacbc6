/** The webhooks of a practice, the position of each in the changes, and the results of its deliveries. */
import { and, asc, desc, lt, sql } from 'drizzle-orm'
import { webhookDeliveries, webhookPlaces, webhooks } from '../../../db/schema/webhooks.ts'
import { mostDeliveries } from '../../domain/limits.ts'
import { deliveriesKeptMs } from '../../domain/webhook.ts'
import { leasing } from '../engine/lease.ts'
import type { Scope, WriteScope } from '../engine/scope.ts'
import {
  columnsOf,
  equals,
  type NewRow,
  ownPracticeKey,
  param,
  remove,
  select,
  update,
} from '../engine/statement.ts'

const fields = columnsOf(webhooks)
const place = columnsOf(webhookPlaces)
const delivery = columnsOf(webhookDeliveries)

const byId = select({ fields, from: webhooks, where: equals(fields.id, 'id') })
const all = select({ fields, from: webhooks, orderBy: [asc(fields.createdAt), asc(fields.id)] })
const placeById = select({ fields: place, from: webhookPlaces, where: equals(place.id, 'id') })
const stopped = select({
  fields: {
    id: place.id,
    stopped: place.stopped,
    stoppedAt: place.stoppedAt,
    url: sql<string>`${webhooks.url}`,
  },
  from: webhookPlaces,
  source: sql`${webhookPlaces} join ${webhooks} on ${webhooks.practiceKey} = ${webhookPlaces.practiceKey} and ${webhooks.id} = ${webhookPlaces.id}`,
  where: sql`${webhookPlaces.stopped} is not null`,
  orderBy: [asc(place.stoppedAt), asc(place.id)],
})
const ofWebhook = equals(delivery.webhookId, 'webhookId')
const lately = sql`${delivery.lastAt} > ${param('since')}`
const newestDeliveries = select({
  fields: delivery,
  from: webhookDeliveries,
  where: and(ofWebhook, lately),
  orderBy: [desc(delivery.lastAt), desc(delivery.id)],
  limit: param('limit'),
})
const deliveriesBefore = select({
  fields: delivery,
  from: webhookDeliveries,
  where: and(
    ofWebhook,
    lately,
    sql`(${delivery.lastAt}, ${delivery.id}) < (${param('at')}, ${param('before', delivery.id)})`,
  ),
  orderBy: [desc(delivery.lastAt), desc(delivery.id)],
  limit: param('limit'),
})

const note = update(
  webhookPlaces,
  ['epoch', 'seq', 'tries', 'failingSince', 'nextTryAt', 'stopped', 'stoppedAt', 'leaseUntil'],
  and(equals(place.id, 'webhookId'), equals(place.lease, 'holder'))!,
)

const removeDeliveries = remove(webhookDeliveries, ofWebhook)
const removeOld = remove(
  webhookDeliveries,
  and(
    ofWebhook,
    sql`(${lt(delivery.lastAt, param('before'))} or ${delivery.id} in (select d.id from webhook_deliveries d
      where d.practice_key = ${ownPracticeKey} and d.webhook_id = ${param('webhookId', delivery.webhookId)}
      order by d.last_at desc, d.id desc limit -1 offset ${mostDeliveries}))`,
  )!,
)

export const findWebhook = (scope: Scope, id: string) => scope.get(byId, { id })
export type WebhookRow = NonNullable<ReturnType<typeof findWebhook>>

/** The webhooks of the practice, oldest first. */
export const listWebhooks = (scope: Scope): WebhookRow[] => scope.all(all)

/** Adds a webhook that gets the changes behind `place`. */
export function insertWebhook(
  tx: WriteScope,
  webhook: NewRow<typeof webhooks>,
  place: { readonly epoch: number; readonly seq: number },
): void {
  tx.insert(webhooks, webhook)
  tx.insert(webhookPlaces, {
    id: webhook.id,
    ...place,
    tries: 0,
    failingSince: null,
    nextTryAt: webhook.createdAt,
    stopped: null,
    stoppedAt: null,
    lease: null,
    leaseUntil: null,
  })
}

export const updateWebhook = (tx: WriteScope, id: string, changes: Partial<NewRow<typeof webhooks>>): void =>
  tx.update(webhooks, id, changes)

/** Removes a webhook with all its rows. Returns false when there is no such webhook. */
export function removeWebhook(tx: WriteScope, id: string): boolean {
  tx.run(removeDeliveries, { webhookId: id })
  tx.remove(webhookPlaces, id)
  return tx.remove(webhooks, id)
}

/** The position of a webhook in the changes, and its tries. Every webhook has this row. */
export const findPlace = (scope: Scope, id: string) => scope.get(placeById, { id })
export type WebhookPlace = NonNullable<ReturnType<typeof findPlace>>

/** Changes the position or the tries of a webhook, also while a process delivers. */
export const updatePlace = (
  tx: WriteScope,
  id: string,
  changes: Partial<Omit<WebhookPlace, 'practiceId' | 'id'>>,
): void => tx.update(webhookPlaces, id, changes)

/** The webhooks whose deliveries have ended, the longest ago first. */
export const listStopped = (scope: Scope) => scope.all(stopped)

/**
 * How long a lease lasts, in milliseconds. Each part of the deliveries renews the lease. No part takes longer, because
 * a request takes at most 15 seconds.
 */
export const webhookLeaseMs = 60_000

/** Takes over the deliveries of a webhook until a moment. Returns false while another process has them. */
export const leaseWebhook = leasing(webhookPlaces)

/**
 * Notes the position and the tries of a webhook. Returns false when the webhook was changed meanwhile, or when another
 * process has taken the deliveries over.
 */
export const notePlace = (
  tx: WriteScope,
  webhookId: string,
  holder: string,
  changes: Pick<
    WebhookPlace,
    'epoch' | 'seq' | 'tries' | 'failingSince' | 'nextTryAt' | 'stopped' | 'stoppedAt' | 'leaseUntil'
  >,
): boolean => tx.run(note, { webhookId, holder, ...changes }) > 0

/** The position of a row in the list of a webhook's deliveries. `lastAt` is in epoch milliseconds. */
export interface DeliveryPlace {
  readonly lastAt: number
  readonly id: string
}

/**
 * The results of a webhook's deliveries in the 30 days before `now` (epoch milliseconds), newest first. With `before`,
 * the list begins behind that row.
 */
export function listDeliveries(
  scope: Scope,
  webhookId: string,
  limit: number,
  now: number,
  before?: DeliveryPlace,
) {
  const which = { webhookId, limit, since: now - deliveriesKeptMs }
  return before === undefined
    ? scope.all(newestDeliveries, which)
    : scope.all(deliveriesBefore, { ...which, before: before.id, at: before.lastAt })
}

export type DeliveryRow = ReturnType<typeof listDeliveries>[number]

const hour = 3_600_000

/** The result of one delivery, or of several deliveries in a row. Instants are epoch milliseconds. */
export type DeliveryOutcome = Omit<NewRow<typeof webhookDeliveries>, 'id'>

/**
 * Notes the results of deliveries. Equal results in the same hour share a row. Rows are removed after 30 days, and when
 * there are more than 1,000.
 */
export function noteDeliveries(tx: WriteScope, id: string, outcome: DeliveryOutcome): void {
  const { webhookId, epoch, status, error } = outcome
  const [last] = listDeliveries(tx, webhookId, 1, outcome.lastAt)
  const isSame =
    last !== undefined &&
    last.epoch === epoch &&
    last.status === status &&
    last.error === error &&
    Math.floor(last.firstAt / hour) === Math.floor(outcome.firstAt / hour)
  if (isSame)
    tx.update(webhookDeliveries, last.id, {
      lastSeq: outcome.lastSeq,
      tries: last.tries + outcome.tries,
      lastAt: outcome.lastAt,
    })
  else {
    tx.insert(webhookDeliveries, { ...outcome, id })
    tx.run(removeOld, { webhookId, before: outcome.lastAt - deliveriesKeptMs })
  }
}
