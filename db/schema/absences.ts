import { foreignKey, index, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Weekday } from '../../src/domain/working-hours.ts'
import { recordId, times, version } from './columns.ts'
import { users } from './members.ts'
import { practiceKey } from './practice.ts'

/** Days, or times of days, in which a member treats nobody. All of it is wall-clock time. */
export const absences = sqliteTable(
  'absences',
  {
    practiceKey: practiceKey(),
    id: recordId().notNull(),
    practitionerId: recordId('practitioner_id').notNull(),
    /** Why, for the members to read; null when nothing is said. */
    reason: text(),
    /** The first and the last day, `YYYY-MM-DD`. No last day stands for a weekly absence without an end. */
    fromDate: text('from_date').notNull(),
    throughDate: text('through_date'),
    /** Between these times on each of the days, `HH:MM`; the end may be `24:00`. Null stands for the whole day. */
    startTime: text('start_time'),
    endTime: text('end_time'),
    /** Only these days of the week; null for each day. */
    weekdays: text({ mode: 'json' }).$type<readonly Weekday[]>(),
    ...times(),
    version: version(),
  },
  (t) => [
    primaryKey({ columns: [t.practiceKey, t.id] }),
    /** Absences without a last day are together at its beginning. */
    index('absences_through').on(t.practiceKey, t.throughDate, t.id),
    foreignKey({ columns: [t.practiceKey, t.practitionerId], foreignColumns: [users.practiceKey, users.id] }),
  ],
)
