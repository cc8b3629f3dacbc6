import { sql } from 'drizzle-orm'
import { foreignKey, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { whereNext } from '../note-sql.ts'
import { instant, recordId, times, version } from './columns.ts'
import { users } from './members.ts'
import { patients } from './patients.ts'
import { practiceKey } from './practice.ts'

export const notes = sqliteTable(
  'notes',
  {
    practiceKey: practiceKey(),
    id: recordId().notNull(),
    patientId: recordId('patient_id').notNull(),
    title: text(),
    body: text().notNull(),
    isNext: integer('is_next', { mode: 'boolean' }).notNull(),
    createdBy: recordId('created_by').notNull(),
    /** The member who wrote the present version. The next edit copies this member into the revision. */
    updatedBy: recordId('updated_by').notNull(),
    ...times(),
    version: version(),
  },
  (t) => [
    primaryKey({ columns: [t.practiceKey, t.id] }),
    index('notes_patient').on(t.practiceKey, t.patientId, t.createdAt),
    /** Finds the patients who have a note that is marked as next, without reading the notes themselves. */
    index('notes_next_patient').on(t.practiceKey, t.patientId).where(sql.raw(whereNext)),
    /** The notes that are marked as the next thing to do, across patients. */
    index('notes_next').on(t.practiceKey, t.updatedAt, t.id).where(sql.raw(whereNext)),
    foreignKey({
      columns: [t.practiceKey, t.patientId],
      foreignColumns: [patients.practiceKey, patients.id],
    }),
    foreignKey({ columns: [t.practiceKey, t.createdBy], foreignColumns: [users.practiceKey, users.id] }),
    foreignKey({ columns: [t.practiceKey, t.updatedBy], foreignColumns: [users.practiceKey, users.id] }),
  ],
)

export const noteRevisions = sqliteTable(
  'note_revisions',
  {
    practiceKey: practiceKey(),
    noteId: recordId('note_id').notNull(),
    version: integer().notNull(),
    title: text(),
    body: text().notNull(),
    isNext: integer('is_next', { mode: 'boolean' }).notNull(),
    savedAt: instant('saved_at').notNull(),
    savedBy: recordId('saved_by').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.practiceKey, t.noteId, t.version] }),
    foreignKey({ columns: [t.practiceKey, t.noteId], foreignColumns: [notes.practiceKey, notes.id] }),
  ],
)
