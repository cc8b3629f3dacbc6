import { sql } from 'drizzle-orm'
import {
  check,
  foreignKey,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core'
import { type EntryType, entryTypes } from '../../src/domain/entry.ts'
import { whereCancelRequested } from '../answer-sql.ts'
import { literals, times } from './columns.ts'
import { users } from './members.ts'
import { patients } from './patients.ts'
import { practiceId } from './practice.ts'

export const chairs = sqliteTable(
  'chairs',
  {
    practiceId: practiceId(),
    id: text().notNull(),
    name: text().notNull(),
    color: text(),
    position: integer().notNull(),
    active: integer({ mode: 'boolean' }).notNull(),
    ...times(),
    /** The name without letter case. It must be unique. Null only until the upgrade has filled it in (`chair-names.ts`). */
    nameKey: text('name_key'),
  },
  (t) => [
    primaryKey({ columns: [t.practiceId, t.id] }),
    uniqueIndex('chairs_name').on(t.practiceId, t.nameKey),
  ],
)

export const entries = sqliteTable(
  'entries',
  {
    practiceId: practiceId(),
    id: text().notNull(),
    chairId: text('chair_id'),
    patientId: text('patient_id'),
    type: text({ enum: entryTypes }).$type<EntryType>().notNull(),
    title: text(),
    startAt: integer('start_at').notNull(),
    endAt: integer('end_at').notNull(),
    color: text(),
    serviceRef: text('service_ref'),
    notes: text(),
    metadata: text({ mode: 'json' }).$type<Record<string, unknown>>().notNull(),
    createdBy: text('created_by').notNull(),
    ...times(),
  },
  (t) => [
    primaryKey({ columns: [t.practiceId, t.id] }),
    index('entries_start').on(t.practiceId, t.startAt, t.id),
    index('entries_chair').on(t.practiceId, t.chairId, t.startAt, t.id),
    index('entries_patient').on(t.practiceId, t.patientId),
    /** The blocks on a chair in order. They never overlap, so no two start together. */
    uniqueIndex('entries_block')
      .on(t.practiceId, t.chairId, t.startAt)
      .where(sql`type <> 'reminder' and chair_id is not null`),
    /** Finds the patients who asked to cancel among any number of appointments. */
    index('entries_cancel_requested').on(t.practiceId, t.startAt, t.id).where(sql.raw(whereCancelRequested)),
    foreignKey({ columns: [t.practiceId, t.chairId], foreignColumns: [chairs.practiceId, chairs.id] }),
    foreignKey({ columns: [t.practiceId, t.patientId], foreignColumns: [patients.practiceId, patients.id] }),
    foreignKey({ columns: [t.practiceId, t.createdBy], foreignColumns: [users.practiceId, users.id] }),
    check('entries_type', sql`${t.type} in (${literals(entryTypes)})`),
    check('entries_order', sql`${t.endAt} > ${t.startAt}`),
    /** SQLite would store text in an integer column, and sort it after every number. */
    check('entries_times', sql`typeof(${t.startAt}) = 'integer' and typeof(${t.endAt}) = 'integer'`),
  ],
)
