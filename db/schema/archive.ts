import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { archiveCodes } from '../codes.ts'
import { instant, oneOf, recordId } from './columns.ts'
import { practiceKey } from './practice.ts'

/** The archive: one row for each deletion. The deleted rows themselves are in `archive_rows`. */
export const archive = sqliteTable(
  'archive',
  {
    practiceKey: practiceKey(),
    id: recordId().notNull(),
    kind: oneOf(archiveCodes)().notNull(),
    /** The record that was deleted. */
    recordId: recordId('record_id').notNull(),
    /** The patient of the record; null for a record without a patient. */
    patientId: recordId('patient_id'),
    deletedAt: instant('deleted_at').notNull(),
    /** The member who deleted the record; null for the service or the operator. */
    deletedBy: recordId('deleted_by'),
    /**
     * When the item is removed from the archive, by the settings that the upkeep read last. The time is 0 while the
     * item is being removed, and nobody finds the item then (`src/store/archive/archive-upkeep.ts`).
     */
    keepUntil: instant('keep_until').notNull(),
  },
  (t) => [
    // The practice is last in the key. Otherwise SQLite would read all items of a practice by this key instead of
    // another index.
    primaryKey({ columns: [t.id, t.practiceKey] }),
    index('archive_deleted').on(t.practiceKey, t.deletedAt, t.id),
    index('archive_kind').on(t.practiceKey, t.kind, t.deletedAt, t.id),
    index('archive_patient').on(t.practiceKey, t.patientId, t.deletedAt, t.id),
    index('archive_record').on(t.practiceKey, t.recordId, t.kind),
    index('archive_keep').on(t.keepUntil),
  ],
)

/** The rows of the tables that a deletion removed or changed, in the order in which they are put back. */
export const archiveRows = sqliteTable(
  'archive_rows',
  {
    practiceKey: practiceKey(),
    archiveId: recordId('archive_id').notNull(),
    position: integer().notNull(),
    /** The table that the row came from, or `entry_patients` for an entry that lost its patient and stayed. */
    source: text().notNull(),
    /** The row as JSON, by the names of its columns. Ids and blobs are written in hexadecimal (`textOfId`). */
    row: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.practiceKey, t.archiveId, t.position] }),
    /** Finds the archived links between a patient and tags, such as the links of a deleted tag. */
    index('archive_rows_links')
      .on(t.practiceKey, sql`"row" ->> '$.patient_id'`)
      .where(sql`source = 'patient_tags'`),
  ],
)
