import { sql } from 'drizzle-orm'
import { blob, check, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { instant } from './columns.ts'

/**
 * The random keys with which this installation signed links before each practice had its own keys (`linkKeys`). The
 * keys are still read for a while, and no row is added.
 */
export const signingKeys = sqliteTable(
  'signing_keys',
  {
    /** Newer keys have higher numbers. */
    id: integer().primaryKey(),
    purpose: text().notNull(),
    key: blob({ mode: 'buffer' }).notNull(),
    createdAt: instant('created_at').notNull(),
    /** When a newer key replaced this key; null for the newest key. */
    replacedAt: instant('replaced_at'),
    /**
     * The start of the last future appointment when a newer key replaced this key. The key is kept for 90 days more.
     */
    neededUntil: instant('needed_until'),
  },
  (t) => [uniqueIndex('signing_keys_newest').on(t.purpose).where(sql`replaced_at is null`)],
)

/** One row about this installation as a whole. The row belongs to no practice. */
export const installation = sqliteTable(
  'installation',
  {
    id: integer().primaryKey(),
    /**
     * The server's newest sign of life. Each sign of life gives the backup a new change to copy, and shows how old a
     * backup is.
     */
    beatAt: instant('beat_at').notNull(),
    /** When a backup was last restored and found complete. */
    verifiedAt: instant('verified_at'),
    /** The problem that the last verification found; null when the backup was complete. */
    verificationProblem: text('verification_problem'),
    /**
     * The permanent name of the database, which a restore does not change. Null until the database first has a backup.
     */
    databaseId: text('database_id'),
    /** The epochs in which this file owned its backup, newest first, as JSON. */
    epochs: text(),
    /** Distinguishes the file of the database from copies of it. Null until a server has started on it. */
    file: text(),
  },
  (t) => [check('installation_one', sql`${t.id} = 1`)],
)
