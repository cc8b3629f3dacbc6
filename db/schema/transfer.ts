import { blob, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { moveStageCodes } from '../codes.ts'
import { instant, oneOf, recordId } from './columns.ts'

/**
 * The practices that were removed, and the practices that are being removed. A key is never given to another practice,
 * so that nothing that still names the old practice leads to the new one. A practice that is imported again gets its
 * own key again.
 */
export const removedPractices = sqliteTable('removed_practices', {
  practiceKey: integer('practice_key').primaryKey(),
  id: recordId().notNull().unique(),
  begunAt: instant('begun_at').notNull(),
  /** When the last row of the practice was removed; null while the removal runs. */
  endedAt: instant('ended_at'),
  /** How many rows have been removed so far. */
  rows: integer().notNull(),
  /** The number and the `mac` of the last row of the practice's audit trail. */
  headSeq: integer('head_seq').notNull(),
  headMac: blob('head_mac', { mode: 'buffer' }).notNull(),
})

/**
 * The practices that are imported or removed at the moment. Their rows are in the file, but hidden
 * (`store/engine/here.ts`).
 */
export const movingPractices = sqliteTable('moving_practices', {
  practiceKey: integer('practice_key').primaryKey(),
  /** SHA-256 of the manifest of the archive that is imported, in hexadecimal digits. Null for a removal. */
  archive: text(),
  /** Whether the tokens and passkeys of the archive stay as they are. */
  keepsAccess: integer('keeps_access', { mode: 'boolean' }).notNull(),
  /** How many rows of the archive have been imported. The number is one higher when the import is complete. */
  rows: integer().notNull(),
})

/**
 * The practices of this file that another cell serves, or that no cell serves, according to the directory of the cells.
 * Their rows are in the file, but hidden (`store/engine/here.ts`). Without cells, the table is empty.
 */
export const elsewherePractices = sqliteTable('elsewhere_practices', {
  practiceKey: integer('practice_key').primaryKey(),
  /**
   * The cell that serves the practice. Null when no cell serves it, or when this file has an older state of the
   * practice.
   */
  cell: text(),
})

/**
 * The parts of a practice's audit trail that were chained by another installation. A part begins after the part before
 * it, and ends with `throughSeq`.
 */
export const auditOrigins = sqliteTable(
  'audit_origins',
  {
    practiceKey: integer('practice_key').notNull(),
    throughSeq: integer('through_seq').notNull(),
    /** The fingerprint of the key that chained the part. */
    keyFingerprint: text('key_fingerprint').notNull(),
  },
  (t) => [primaryKey({ columns: [t.practiceKey, t.throughSeq] })],
)

/** The practices that move to another cell, or came from another cell. A practice has at most one row. */
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
  /** The last row of the old cell's trail that was sent to the new cell. */
  trailSeq: integer('trail_seq').notNull(),
  /**
   * In the old cell: whether the new cell has answered that it has the practice and the rest of its trail. In the new
   * cell: whether the old cell has answered that it has no further rows of the trail.
   */
  came: integer({ mode: 'boolean' }).notNull(),
  /**
   * In the new cell: the data that the practice needs when it arrives, as JSON. Null before the data is known, and
   * after the arrival.
   */
  ready: text(),
})
