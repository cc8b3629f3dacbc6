import type { Post, Posted } from '../../delivery/public-post.ts'
import { newNonce, type WebhookKeys } from '../../delivery/webhook-signature.ts'
import { amended } from '../../domain/changes.ts'
import { newId } from '../../domain/id.ts'
import { mostWebhooks, requireRoom } from '../../domain/limits.ts'
import { cursorGone, found, invalid } from '../../domain/problem.ts'
import { readCursor } from '../../domain/record-change.ts'
import { requireMatch } from '../../domain/version.ts'
import { bothSecretsFor, testEvent } from '../../domain/webhook.ts'
import { isKept, newestCursor } from '../../store/changes/changes.ts'
import type { Scope, WriteScope } from '../../store/engine/scope.ts'
import type { Practice } from '../../store/store.ts'
import {
  findPlace,
  findWebhook,
  insertWebhook,
  listDeliveries,
  listWebhooks,
  removeWebhook,
  updatePlace,
  updateWebhook,
  type WebhookPlace,
  type WebhookRow,
} from '../../store/webhooks/webhooks.ts'
import { type CreateWebhook, deliveryCursors, type UpdateWebhook } from './schema.ts'

/** A webhook, and how far its deliveries are. */
export interface PlacedWebhook {
  readonly webhook: WebhookRow
  readonly place: WebhookPlace
}

export const browseWebhooks = ({ read }: Practice): PlacedWebhook[] =>
  listWebhooks(read).map((webhook) => placed(read, webhook))

/** @throws `not_found`. */
export const readWebhook = ({ read }: Practice, id: string): PlacedWebhook =>
  placed(read, found(findWebhook(read, id)))

const placed = (scope: Scope, webhook: WebhookRow): PlacedWebhook => ({
  webhook,
  place: found(findPlace(scope, webhook.id)),
})

/** The fields of a webhook that the audit trail contains. */
const told = ({ nonce: _, formerNonce: __, ...webhook }: WebhookRow) => webhook

/** Creates a webhook, which is sent the changes from now on. @throws `conflict` when the practice has ten webhooks. */
export const createWebhook = (practice: Practice, body: CreateWebhook, now: number, id = newId(now)) =>
  practice.write((tx) => {
    const tooMany = `There are ${mostWebhooks} webhooks, and there can be no more. Delete one first.`
    requireRoom(listWebhooks(tx).length, mostWebhooks, tooMany)
    const { url, kinds = null, active = true } = body
    const secrets = { nonce: newNonce(), formerNonce: null, formerUntil: null }
    const webhook = { id, url, kinds, active, ...secrets, createdAt: now, updatedAt: now }
    insertWebhook(tx, webhook, newestCursor(tx))
    return written(tx, id, null)
  })

/**
 * Changes a webhook by the rules of PATCH (RULES §1), and restarts deliveries that had ended or that wait for their
 * next try.
 * @throws `not_found`.
 */
export const editWebhook = (
  practice: Practice,
  id: string,
  { newSecret, ...sent }: UpdateWebhook,
  now: number,
) =>
  practice.write((tx) => {
    const before = requireMatch(tx, findWebhook(tx, id))
    const secrets = newSecret
      ? { nonce: newNonce(), formerNonce: before.nonce, formerUntil: now + bothSecretsFor }
      : {}
    const after = amended(before, { ...sent, ...secrets }, now, (changes) => updateWebhook(tx, id, changes))
    const { stopped, tries } = found(findPlace(tx, id))
    const waits = stopped !== null || tries > 0
    if (waits) begin(tx, id, now)
    const isChanged = waits || after !== before
    const shown = isChanged ? written(tx, id, before) : placed(tx, before)
    return { ...shown, isChanged, hasNewSecret: newSecret === true }
  })

/** Sends the changes after a cursor again. @throws `not_found`, `cursor_gone`, `validation_failed`. */
export const replayWebhook = (practice: Practice, id: string, since: string, now: number) =>
  practice.write((tx) => {
    const before = found(findWebhook(tx, id))
    const cursor = readCursor(since)
    if (cursor === undefined) throw invalid([{ path: 'since', message: 'must be a cursor of the changes' }])
    if (!isKept(tx, cursor)) throw cursorGone()
    begin(tx, id, now, cursor)
    tx.record({ kind: 'write', record: { kind: 'webhook', id }, detail: { since } })
    return placed(tx, before)
  })

/** Restarts the deliveries. The lease is removed, so that a process that is delivering now stores nothing more. */
const begin = (tx: WriteScope, id: string, now: number, place: { epoch?: number; seq?: number } = {}): void =>
  updatePlace(tx, id, {
    ...place,
    tries: 0,
    failingSince: null,
    nextTryAt: now,
    stopped: null,
    stoppedAt: null,
    lease: null,
    leaseUntil: null,
  })

function written(tx: WriteScope, id: string, before: WebhookRow | null): PlacedWebhook {
  const after = placed(tx, found(findWebhook(tx, id)))
  const values = { before: before && told(before), after: told(after.webhook) }
  tx.record({ kind: 'write', record: { kind: 'webhook', id }, ...values })
  return after
}

/** Removes a webhook, and returns it. @throws `not_found`. */
export const deleteWebhook = (practice: Practice, id: string) =>
  practice.write((tx) => {
    const webhook = requireMatch(tx, findWebhook(tx, id))
    removeWebhook(tx, id)
    tx.record({ kind: 'write', record: { kind: 'webhook', id }, before: told(webhook) })
    return webhook
  })

/** Sends a test event to a webhook. Returns the outcome. @throws `not_found`. */
export async function testWebhook(
  practice: Practice,
  id: string,
  { post, keys }: { readonly post: Post; readonly keys: WebhookKeys },
  now: number,
): Promise<Posted> {
  const webhook = found(findWebhook(practice.read, id))
  await practice.write((tx) => tx.record({ kind: 'write', record: { kind: 'webhook', id } }))
  const event = testEvent(practice.read.practiceId, newId(now), now)
  return post(webhook.url, keys.sign(webhook, event, now), event.body, new AbortController().signal)
}

/** A page of the outcomes of the deliveries of 30 days, newest first. @throws `not_found`, `validation_failed`. */
export function browseDeliveries(
  { read }: Practice,
  id: string,
  cursor: string | undefined,
  limit: number,
  now: number,
) {
  found(findWebhook(read, id))
  const before = cursor === undefined ? undefined : deliveryCursors.placeOf(cursor)
  const rows = listDeliveries(read, id, limit + 1, now, before)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const more = rows.length > limit && last !== undefined
  return { page, next: more ? deliveryCursors.textOf({ lastAt: last.lastAt, id: last.id }) : null }
}
