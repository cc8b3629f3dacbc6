import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { recordId, times, version } from './columns.ts'
import { practiceKey } from './practice.ts'

/**
 * Days, or times of day, when the practice or some of its chairs are closed. All days and times are wall-clock time.
 */
export const closures = sqliteTable(
  'closures',
  {
    practiceKey: practiceKey(),
    id: recordId().notNull(),
    name: text().notNull(),
    /** The first and the last day, `YYYY-MM-DD`. */
    fromDate: text('from_date').notNull(),
    throughDate: text('through_date').notNull(),
    /** The times of the closure on each day, `HH:MM`. The end may be `24:00`. Null means the whole day. */
    startTime: text('start_time'),
    endTime: text('end_time'),
    /** Whether the closure is repeated each year. */
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
