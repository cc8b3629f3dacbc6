import { blob, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { ChangeKind } from '../../src/domain/record-change.ts'
import { webhookStopCodes } from '../codes.ts'
import { instant, oneOf, recordId, times, version } from './columns.ts'
import { practiceKey } from './practice.ts'

/** The addresses of other programs that get the changes in the practice (RULES §32). */
export const webhooks = sqliteTable(
  'webhooks',
  {
    practiceKey: practiceKey(),
    id: recordId().notNull(),
    url: text().notNull(),
    /** The kinds of changes that the webhook gets; null for every kind. */
    kinds: text({ mode: 'json' }).$type<readonly ChangeKind[]>(),
    active: integer({ mode: 'boolean' }).notNull(),
    /** Random bytes from which the webhook's secret is made. The file does not contain the secret. */
    nonce: blob({ mode: 'buffer' }).notNull(),
    /** The random bytes of the former secret. The former secret signs beside the new one until `formerUntil`. */
    formerNonce: blob('former_nonce', { mode: 'buffer' }),
    formerUntil: instant('former_until'),
    ...times(),
    version: version(),
  },
  (t) => [primaryKey({ columns: [t.practiceKey, t.id] })],
)

/**
 * How far the deliveries of each webhook are. This table is separate, because its updates are not changes of the
 * webhook's record. `epoch` and `seq` are the position in the list of changes.
 */
export const webhookPlaces = sqliteTable(
  'webhook_places',
  {
    practiceKey: practiceKey(),
    id: recordId().notNull(),
    epoch: integer().notNull(),
    seq: integer().notNull(),
    /** How often the delivery of the next event has failed. */
    tries: integer().notNull(),
    /** Since when every try has failed; null when the last try succeeded. */
    failingSince: instant('failing_since'),
    nextTryAt: instant('next_try_at').notNull(),
    /** Why the service ended the deliveries; null while the deliveries continue. */
    stopped: oneOf(webhookStopCodes)(),
    stoppedAt: instant('stopped_at'),
    /** The process that delivers, and until when no other process may. */
    lease: text(),
    leaseUntil: instant('lease_until'),
  },
  (t) => [primaryKey({ columns: [t.practiceKey, t.id] })],
)

/** The results of deliveries in the last 30 days. Equal results within an hour share a row. */
export const webhookDeliveries = sqliteTable(
  'webhook_deliveries',
  {
    practiceKey: practiceKey(),
    id: recordId().notNull(),
    webhookId: recordId('webhook_id').notNull(),
    epoch: integer().notNull(),
    firstSeq: integer('first_seq').notNull(),
    lastSeq: integer('last_seq').notNull(),
    /** The status of the answers; null when there was no answer. */
    status: integer(),
    /** A short code for what went wrong, such as `timeout`; null when nothing went wrong. */
    error: text(),
    tries: integer().notNull(),
    firstAt: instant('first_at').notNull(),
    lastAt: instant('last_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.practiceKey, t.id] }),
    index('webhook_deliveries_newest').on(t.practiceKey, t.webhookId, t.lastAt),
  ],
)
