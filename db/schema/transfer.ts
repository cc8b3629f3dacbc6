import { blob, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { moveStageCodes } from '../codes.ts'
import { instant, oneOf, recordId } from './columns.ts'

/**
 * The practices that were removed, and those that are being removed. A key is never given to another practice, so that
 * nothing that was remembered of the old one leads to the new one. A practice that comes back gets its own key again.
 */
export const removedPractices = sqliteTable('removed_practices', {
  practiceKey: integer('practice_key').primaryKey(),
  id: recordId().notNull().unique(),
  begunAt: instant('begun_at').notNull(),
  /** When its last row left; null while the removal goes on. */
  endedAt: instant('ended_at'),
  /** How many rows have left so far. */
  rows: integer().notNull(),
  /** The place and the `mac` of the last row that its audit trail had. */
  headSeq: integer('head_seq').notNull(),
  headMac: blob('head_mac', { mode: 'buffer' }).notNull(),
})

/**
 * The practices that come in or leave at the moment. Their rows are in the file, and nobody sees them: `store/engine/here.ts`.
 */
export const movingPractices = sqliteTable('moving_practices', {
  practiceKey: integer('practice_key').primaryKey(),
  /** SHA-256 of the manifest of the archive that comes in, in hexadecimal digits. Null where the rows leave. */
  archive: text(),
  /** Whether the tokens and passkeys of the archive stay as they are. */
  keepsAccess: integer('keeps_access', { mode: 'boolean' }).notNull(),
  /** How many rows of the archive have come in. One more once nothing of it is missing. */
  rows: integer().notNull(),
})

/**
 * The practices of this file that another cell serves, or that nobody serves. The directory of the cells says so. Their rows
 * are in the file, and nobody sees them: `store/engine/here.ts`. Without cells there are none.
 */
export const elsewherePractices = sqliteTable('elsewhere_practices', {
  practiceKey: integer('practice_key').primaryKey(),
  /** The cell that serves the practice. Null where no cell does, or where this file holds an older state of the practice. */
  cell: text(),
})

/**
 * Which parts of a practice's audit trail were chained by another installation. A part goes from the one before it
 * through `throughSeq`.
 */
export const auditOrigins = sqliteTable(
  'audit_origins',
  {
    practiceKey: integer('practice_key').notNull(),
    throughSeq: integer('through_seq').notNull(),
    /** The fingerprint of the key that chained it. */
    keyFingerprint: text('key_fingerprint').notNull(),
  },
  (t) => [primaryKey({ columns: [t.practiceKey, t.throughSeq] })],
)

/** The practices that move to another cell, or came from one. A practice has at most one row. */
export const cellMoves = sqliteTable('cell_moves', {
  practiceKey: integer('practice_key').primaryKey(),
  /** The id of the move, by which the directory of the cells knows it. */
  move: recordId().notNull(),
  stage: oneOf(moveStageCodes)().notNull(),
  /** The other cell. */
  cell: text().notNull(),
  /** The generation that the practice has after the move. */
  generation: integer().notNull(),
  /** When the stage began. */
  at: instant().notNull(),
  /** The last row of the old cell's trail that has gone to the new cell. */
  trailSeq: integer('trail_seq').notNull(),
  /**
   * In the old cell: whether the other cell has answered that the practice lives there, and has the rest of its trail. In the new
   * cell: whether the old one has said that it has no further rows of the trail.
   */
  came: integer({ mode: 'boolean' }).notNull(),
  /** In the new cell: what the practice needs when it comes, as JSON. Null before that is known, and once it came. */
  ready: text(),
})
