/** The work that waits for members at the front desk. */
import {
  foreignKey,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core'
import type { Weekday } from '../../src/domain/working-hours.ts'
import { callCodes, inboxCodes, urgencyCodes } from '../codes.ts'
import { instant, oneOf, recordId, times, version } from './columns.ts'
import { users } from './members.ts'
import { patients } from './patients.ts'
import { practiceKey } from './practice.ts'

/** Patients who wait for a free time. */
export const waitingList = sqliteTable(
  'waiting_list',
  {
    practiceKey: practiceKey(),
    id: recordId().notNull(),
    patientId: recordId('patient_id').notNull(),
    durationMinutes: integer('duration_minutes').notNull(),
    /** The chairs that suit the patient; null for any chair. */
    chairIds: text('chair_ids', { mode: 'json' }).$type<readonly string[]>(),
    /** The days of the week that suit the patient; null for any day. */
    weekdays: text({ mode: 'json' }).$type<readonly Weekday[]>(),
    /** The visit must be between these times of the day, `HH:MM`. The end may be `24:00`. Null for no limit. */
    startTime: text('start_time'),
    endTime: text('end_time'),
    /** The first and the last day that suit the patient, `YYYY-MM-DD`; null for no limit. */
    fromDate: text('from_date'),
    throughDate: text('through_date'),
    urgency: oneOf(urgencyCodes)().notNull(),
    note: text(),
    /** The type of appointment that the patient waits for; null when no type is named. */
    appointmentTypeId: recordId('appointment_type_id'),
    createdBy: recordId('created_by').notNull(),
    ...times(),
    version: version(),
  },
  (t) => [
    primaryKey({ columns: [t.practiceKey, t.id] }),
    /** The order in which patients are called. */
    index('waiting_list_order').on(t.practiceKey, t.urgency, t.createdAt, t.id),
    index('waiting_list_patient').on(t.practiceKey, t.patientId),
    foreignKey({
      columns: [t.practiceKey, t.patientId],
      foreignColumns: [patients.practiceKey, patients.id],
    }),
    foreignKey({ columns: [t.practiceKey, t.createdBy], foreignColumns: [users.practiceKey, users.id] }),
  ],
)

/** Marks on items of the inbox that a member has dealt with. */
export const inboxMarks = sqliteTable(
  'inbox_marks',
  {
    practiceKey: practiceKey(),
    id: recordId().notNull(),
    kind: oneOf(inboxCodes)().notNull(),
    /** The entry, reminder, note or waiting patient that the mark is about. */
    recordId: recordId('record_id').notNull(),
    /** The state of the record to which the mark belongs, such as its start. A mark counts for one state only. */
    about: integer().notNull(),
    seenAt: instant('seen_at').notNull(),
    seenBy: recordId('seen_by').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.practiceKey, t.id] }),
    uniqueIndex('inbox_marks_about').on(t.practiceKey, t.kind, t.recordId, t.about),
    index('inbox_marks_seen').on(t.practiceKey, t.seenAt, t.id),
    foreignKey({ columns: [t.practiceKey, t.seenBy], foreignColumns: [users.practiceKey, users.id] }),
  ],
)

/** Calls to patients about items of the inbox. */
export const inboxCalls = sqliteTable(
  'inbox_calls',
  {
    practiceKey: practiceKey(),
    id: recordId().notNull(),
    /** The item that the call was about, named by the same columns as in a mark. */
    kind: oneOf(inboxCodes)().notNull(),
    recordId: recordId('record_id').notNull(),
    about: integer().notNull(),
    result: oneOf(callCodes)().notNull(),
    /** When somebody will call again; null when no time is set. */
    againAt: instant('again_at'),
    calledAt: instant('called_at').notNull(),
    calledBy: recordId('called_by').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.practiceKey, t.id] }),
    index('inbox_calls_about').on(t.practiceKey, t.kind, t.recordId, t.about, t.calledAt),
    index('inbox_calls_called').on(t.practiceKey, t.calledAt, t.id),
    foreignKey({ columns: [t.practiceKey, t.calledBy], foreignColumns: [users.practiceKey, users.id] }),
  ],
)
