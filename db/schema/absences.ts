import { foreignKey, index, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Weekday } from '../../src/domain/working-hours.ts'
import { recordId, times, version } from './columns.ts'
import { users } from './members.ts'
import { practiceKey } from './practice.ts'

/** Days, or times of day, when a member treats nobody. All days and times are wall-clock time. */
export const absences = sqliteTable(
  'absences',
  {
    practiceKey: practiceKey(),
    id: recordId().notNull(),
    practitionerId: recordId('practitioner_id').notNull(),
    /** The reason, for the members to read; null when no reason is given. */
    reason: text(),
    /** The first and the last day, `YYYY-MM-DD`. The last day is null for a weekly absence without an end. */
    fromDate: text('from_date').notNull(),
    throughDate: text('through_date'),
    /** The times of the absence on each day, `HH:MM`. The end may be `24:00`. Null means the whole day. */
    startTime: text('start_time'),
    endTime: text('end_time'),
    /** The weekdays of the absence; null for every day of the week. */
    weekdays: text({ mode: 'json' }).$type<readonly Weekday[]>(),
    ...times(),
    version: version(),
  },
  (t) => [
    primaryKey({ columns: [t.practiceKey, t.id] }),
    /** Absences without a last day are together at the beginning of the index. */
    index('absences_through').on(t.practiceKey, t.throughDate, t.id),
    foreignKey({ columns: [t.practiceKey, t.practitionerId], foreignColumns: [users.practiceKey, users.id] }),
  ],
)
