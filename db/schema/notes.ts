import { foreignKey, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { times } from './columns.ts'
import { users } from './members.ts'
import { patients } from './patients.ts'
import { practiceId } from './practice.ts'

export const notes = sqliteTable(
  'notes',
  {
    practiceId: practiceId(),
    id: text().notNull(),
    patientId: text('patient_id').notNull(),
    title: text(),
    body: text().notNull(),
    isNext: integer('is_next', { mode: 'boolean' }).notNull(),
    createdBy: text('created_by').notNull(),
    /** Who wrote the present version. The next edit copies it into the revision. */
    updatedBy: text('updated_by').notNull(),
    ...times(),
  },
  (t) => [
    primaryKey({ columns: [t.practiceId, t.id] }),
    index('notes_patient').on(t.practiceId, t.patientId, t.createdAt),
    foreignKey({ columns: [t.practiceId, t.patientId], foreignColumns: [patients.practiceId, patients.id] }),
    foreignKey({ columns: [t.practiceId, t.createdBy], foreignColumns: [users.practiceId, users.id] }),
    foreignKey({ columns: [t.practiceId, t.updatedBy], foreignColumns: [users.practiceId, users.id] }),
  ],
)

export const noteRevisions = sqliteTable(
  'note_revisions',
  {
    practiceId: practiceId(),
    noteId: text('note_id').notNull(),
    version: integer().notNull(),
    title: text(),
    body: text().notNull(),
    isNext: integer('is_next', { mode: 'boolean' }).notNull(),
    savedAt: integer('saved_at').notNull(),
    savedBy: text('saved_by').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.practiceId, t.noteId, t.version] }),
    foreignKey({ columns: [t.practiceId, t.noteId], foreignColumns: [notes.practiceId, notes.id] }),
  ],
)
