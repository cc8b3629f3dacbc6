/**
 * Columns that many tables have. The keys of every record of a practice begin with `practice_id`, and so does every
 * reference to one. The database itself therefore refuses a link from one practice into another.
 *
 * Instants are epoch milliseconds. No deletion cascades: the code deletes dependent rows itself. Drizzle cannot describe
 * triggers and tables without row ids. Those against double-booking are in `migrations/0001_*.sql`, the search index
 * `patient_words` in `migrations/0008_*.sql`.
 */
import { sql } from 'drizzle-orm'
import { integer } from 'drizzle-orm/sqlite-core'

/** Values as they stand in SQL text, for a check. */
export const literals = (values: readonly string[]) => sql.raw(values.map((value) => `'${value}'`).join(', '))

/** When a record was made, and when it was last changed. */
export const times = () => ({
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
})
