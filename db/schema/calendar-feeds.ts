import { blob, foreignKey, index, primaryKey, sqliteTable, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { chairs } from './calendar.ts'
import { instant, recordId } from './columns.ts'
import { users } from './members.ts'
import { practiceKey } from './practice.ts'

/** The calendars that members have subscribed to in programs of their own. */
export const calendarFeeds = sqliteTable(
  'calendar_feeds',
  {
    practiceKey: practiceKey(),
    id: recordId().notNull(),
    userId: recordId('user_id').notNull(),
    /** The chair whose entries the feed shows. Null means the entries that the member treats. */
    chairId: recordId('chair_id'),
    /** SHA-256 of the secret in the address. The secret itself is shown once and stored nowhere. */
    hash: blob({ mode: 'buffer' }).notNull(),
    /**
     * When a program last read the feed, to the hour, so that not every request writes. Null before the first reading.
     */
    lastFetchedAt: instant('last_fetched_at'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.practiceKey, t.id] }),
    uniqueIndex('calendar_feeds_hash').on(t.hash),
    index('calendar_feeds_user').on(t.practiceKey, t.userId),
    index('calendar_feeds_chair').on(t.practiceKey, t.chairId),
    foreignKey({ columns: [t.practiceKey, t.userId], foreignColumns: [users.practiceKey, users.id] }),
    foreignKey({ columns: [t.practiceKey, t.chairId], foreignColumns: [chairs.practiceKey, chairs.id] }),
  ],
)
