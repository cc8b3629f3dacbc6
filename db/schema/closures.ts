import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { recordId, times, version } from './columns.ts'
import { practiceKey } from './practice.ts'

/** Days, or times of days, in which the practice or some of its chairs are closed. All of it is wall-clock time. */
export const closures = sqliteTable(
  'closures',
  {
    practiceKey: practiceKey(),
    id: recordId().notNull(),
    name: text().notNull(),
    /** The first and the last day, `YYYY-MM-DD`. */
    fromDate: text('from_date').notNull(),
    throughDate: text('through_date').notNull(),
    /** Between these times on each of the days, `HH:MM`; the end may be `24:00`. Null stands for the whole day. */
    startTime: text('start_time'),
    endTime: text('end_time'),
    /** Whether it comes again each year. */
    yearly: integer({ mode: 'boolean' }).notNull(),
    /** The chairs that are closed; null for the whole practice. */
    chairIds: text('chair_ids', { mode: 'json' }).$type<readonly string[]>(),
    ...times(),
    version: version(),
  },
  (t) => [
    primaryKey({ columns: [t.practiceKey, t.id] }),
    index('closures_through').on(t.practiceKey, t.throughDate, t.id),
    index('closures_yearly').on(t.practiceKey, t.yearly, t.throughDate, t.id),
  ],
)
