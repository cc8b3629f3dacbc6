import { blob, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant, recordId } from './columns.ts'
import { practiceKey } from './practice.ts'

/**
 * The answers to writes that came with an `Idempotency-Key`, for requests that are repeated. The answers are removed
 * after 24 hours.
 */
export const retries = sqliteTable(
  'retries',
  {
    practiceKey: practiceKey(),
    /** The session or API token that the request came with. */
    credentialId: recordId('credential_id').notNull(),
    key: text().notNull(),
    /** SHA-256 of method, path, query and body. */
    digest: blob({ mode: 'buffer' }).notNull(),
    /** 0 when the request was carried out, but its answer is not known yet. */
    status: integer().notNull(),
    requestId: recordId('request_id').notNull(),
    /** The body of the answer, encrypted with a key that is derived from the caller's token. */
    answer: blob({ mode: 'buffer' }).notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.practiceKey, t.credentialId, t.key] }),
    index('retries_created').on(t.createdAt),
    index('retries_credential').on(t.practiceKey, t.credentialId, t.createdAt),
  ],
)
