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
import type { WorkingHours } from '../../src/domain/working-hours.ts'
import { whereCancelRequested } from '../answer-sql.ts'
import { entryTypeCodes } from '../codes.ts'
import { isBlock, whereHeld, whereLong, whereReminderOnChair } from '../entry-sql.ts'
import { instant, literals, oneOf, recordId, times, version } from './columns.ts'
import { users } from './members.ts'
import { patients } from './patients.ts'
import { practiceKey } from './practice.ts'

export const chairs = sqliteTable(
  'chairs',
  {
    practiceKey: practiceKey(),
    id: recordId().notNull(),
    name: text().notNull(),
    color: text(),
    position: integer().notNull(),
    active: integer({ mode: 'boolean' }).notNull(),
    ...times(),
    /**
     * The name without letter case. The key must be unique. Null only until the upgrade has filled in the key
     * (`chair-names.ts`).
     */
    nameKey: text('name_key'),
    version: version(),
    /** The hours when the chair is used. Null means the hours of the practice. */
    workingHours: text('working_hours', { mode: 'json' }).$type<WorkingHours>(),
  },
  (t) => [
    primaryKey({ columns: [t.practiceKey, t.id] }),
    uniqueIndex('chairs_name').on(t.practiceKey, t.nameKey),
  ],
)

export const entries = sqliteTable(
  'entries',
  {
    practiceKey: practiceKey(),
    id: recordId().notNull(),
    chairId: recordId('chair_id'),
    patientId: recordId('patient_id'),
    type: oneOf(entryTypeCodes)().notNull(),
    title: text(),
    startAt: instant('start_at').notNull(),
    endAt: instant('end_at').notNull(),
    color: text(),
    serviceRef: text('service_ref'),
    notes: text(),
    metadata: text({ mode: 'json' }).$type<Record<string, unknown>>().notNull(),
    /** The member who made the entry; null for an appointment that a patient booked online. */
    createdBy: recordId('created_by'),
    ...times(),
    version: version(),
    /** The practitioner: the member who treats the patient. */
    practitionerId: recordId('practitioner_id'),
    /** The id of the series; all entries of a series have the same id. */
    seriesId: recordId('series_id'),
    /** The type of the appointment. Triggers make sure that the practice has this type. */
    appointmentTypeId: recordId('appointment_type_id'),
    /**
     * The end of a hold, that is a time that is held for a patient who books online. From then on, every `select`
     * leaves the entry out (`src/store/engine/statement.ts`). Null for every other entry.
     */
    holdUntil: instant('hold_until'),
  },
  (t) => [
    primaryKey({ columns: [t.practiceKey, t.id] }),
    index('entries_start').on(t.practiceKey, t.startAt, t.id),
    /**
     * The blocks on a chair in order, separated from its reminders. Blocks never overlap, so no two blocks start
     * together. The index also contains `endAt` and `holdUntil`. So a search over weeks reads only the index, not the
     * entries.
     */
    index('entries_chair').on(t.practiceKey, t.chairId, sql.raw(isBlock), t.startAt, t.endAt, t.holdUntil),
    /** Finds the times that are held for patients who book online. */
    index('entries_held').on(t.practiceKey, t.holdUntil).where(sql.raw(whereHeld)),
    /** The reminders on a chair in order. Any number of reminders may start together. */
    index('entries_chair_reminders')
      .on(t.practiceKey, t.chairId, t.startAt, t.id)
      .where(sql.raw(whereReminderOnChair)),
    index('entries_patient').on(t.practiceKey, t.patientId, t.startAt),
    index('entries_series').on(t.practiceKey, t.seriesId, t.startAt).where(sql`series_id is not null`),
    /** The entries of a practitioner in order: the blocks, separated from the reminders. Blocks may start together. */
    index('entries_practitioner')
      .on(t.practiceKey, t.practitionerId, sql.raw(isBlock), t.startAt, t.id)
      .where(sql`practitioner_id is not null`),
    /** Finds the entries that began more than a day before a moment and still run. */
    index('entries_long').on(t.practiceKey, t.endAt, t.startAt).where(sql.raw(whereLong)),
    /** Finds the few appointments whose patients asked to cancel, among any number of appointments. */
    index('entries_cancel_requested').on(t.practiceKey, t.startAt, t.id).where(sql.raw(whereCancelRequested)),
    foreignKey({ columns: [t.practiceKey, t.chairId], foreignColumns: [chairs.practiceKey, chairs.id] }),
    foreignKey({
      columns: [t.practiceKey, t.patientId],
      foreignColumns: [patients.practiceKey, patients.id],
    }),
    foreignKey({ columns: [t.practiceKey, t.createdBy], foreignColumns: [users.practiceKey, users.id] }),
    check('entries_type', sql`${t.type} in (${literals(Object.values(entryTypeCodes))})`),
    check('entries_order', sql`${t.endAt} > ${t.startAt}`),
    /** SQLite would store text in an integer column, and sort it after every number. */
    check('entries_times', sql`typeof(${t.startAt}) = 'integer' and typeof(${t.endAt}) = 'integer'`),
  ],
)
