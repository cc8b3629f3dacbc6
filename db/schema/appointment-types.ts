import { sql } from 'drizzle-orm'
import { integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { InLanguages, OnlineBooking, TypePractitioner } from '../../src/domain/appointment-type.ts'
import { recordId, times, version } from './columns.ts'
import { practiceKey } from './practice.ts'

/** The types of appointments that a practice offers, such as a check-up. */
export const appointmentTypes = sqliteTable(
  'appointment_types',
  {
    practiceKey: practiceKey(),
    id: recordId().notNull(),
    name: text().notNull(),
    /** The name without letter case. No two types have the same key, except archived types. */
    nameKey: text('name_key').notNull(),
    /** The name that patients read instead of `name`. */
    patientName: text('patient_name', { mode: 'json' }).$type<InLanguages>(),
    durationMinutes: integer('duration_minutes').notNull(),
    color: text(),
    bufferBeforeMinutes: integer('buffer_before_minutes').notNull(),
    bufferAfterMinutes: integer('buffer_after_minutes').notNull(),
    /** The chairs on which the type takes place; null for any chair. */
    chairIds: text('chair_ids', { mode: 'json' }).$type<readonly string[]>(),
    /** The members who do the type; null for any member. */
    practitioners: text({ mode: 'json' }).$type<readonly TypePractitioner[]>(),
    /** The instructions that patients should know before they come. */
    instructions: text({ mode: 'json' }).$type<InLanguages>(),
    recallMonths: integer('recall_months'),
    position: integer().notNull(),
    active: integer({ mode: 'boolean' }).notNull(),
    archived: integer({ mode: 'boolean' }).notNull(),
    online: text({ mode: 'json' }).$type<OnlineBooking>().notNull(),
    ...times(),
    version: version(),
  },
  (t) => [
    primaryKey({ columns: [t.practiceKey, t.id] }),
    uniqueIndex('appointment_types_name').on(t.practiceKey, t.nameKey).where(sql`archived = 0`),
  ],
)
