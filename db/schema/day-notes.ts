import { foreignKey, index, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { recordId, times, version } from './columns.ts'
import { users } from './members.ts'
import { practiceKey } from './practice.ts'

/** Notes that the team must know on a day, such as who leaves early. */
export const dayNotes = sqliteTable(
  'day_notes',
  {
    practiceKey: practiceKey(),
    id: recordId().notNull(),
    /** The day `YYYY-MM-DD`, in the time zone of the practice. */
    date: text().notNull(),
    text: text().notNull(),
    createdBy: recordId('created_by').notNull(),
    ...times(),
    version: version(),
  },
  (t) => [
    primaryKey({ columns: [t.practiceKey, t.id] }),
    index('day_notes_date').on(t.practiceKey, t.date, t.createdAt, t.id),
    foreignKey({ columns: [t.practiceKey, t.createdBy], foreignColumns: [users.practiceKey, users.id] }),
  ],
)
