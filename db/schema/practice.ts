import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { WorkingHours } from '../../src/domain/working-hours.ts'
import { times } from './columns.ts'

export const practices = sqliteTable('practices', {
  id: text().primaryKey(),
  name: text().notNull(),
  timezone: text().notNull(),
  packId: text('pack_id').notNull(),
  packName: text('pack_name').notNull(),
  defaultStatus: text('default_status').notNull(),
  /** Null when the practice has set none. Then the defaults of `domain/settings.ts` apply. */
  workingHours: text('working_hours', { mode: 'json' }).$type<WorkingHours>(),
  slotMinutes: integer('slot_minutes'),
  reminderLeadMinutes: integer('reminder_lead_minutes'),
  ...times(),
})

/** The practice that a record belongs to. */
export const practiceId = () =>
  text('practice_id')
    .notNull()
    .references(() => practices.id)

export const packStatuses = sqliteTable(
  'pack_statuses',
  {
    practiceId: practiceId(),
    id: text().notNull(),
    label: text().notNull(),
    position: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.practiceId, t.id] })],
)
