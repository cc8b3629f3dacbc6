import { sql } from 'drizzle-orm'
import { integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { CalendarFeeds } from '../../src/domain/calendar-feed.ts'
import type { BookingSettings } from '../../src/domain/online-booking.ts'
import type { OwnField } from '../../src/domain/own-fields.ts'
import type { WorkingHours } from '../../src/domain/working-hours.ts'
import { instant, recordId, times, version } from './columns.ts'

/** The name of the practice in the address of its booking page. */
export const slugOfPractice = '"online_booking" ->> \'$.slug\''

export const practices = sqliteTable(
  'practices',
  {
    /**
     * The short number by which the rows of the file name the practice. The number never changes, and never leaves the
     * file.
     */
    practiceKey: integer('key').primaryKey(),
    id: recordId().notNull().unique(),
    name: text().notNull(),
    timezone: text().notNull(),
    packId: text('pack_id').notNull(),
    packName: text('pack_name').notNull(),
    defaultStatus: text('default_status').notNull(),
    /** Null when the practice has not set a value. Then the defaults of `domain/settings.ts` apply. */
    workingHours: text('working_hours', { mode: 'json' }).$type<WorkingHours>(),
    slotMinutes: integer('slot_minutes'),
    reminderLeadMinutes: integer('reminder_lead_minutes'),
    /** How many years deleted patients and notes are kept. Null means ten years. */
    keepPatientsYears: integer('keep_patients_years'),
    /** How many years deleted entries of the calendar are kept. Null means one year. */
    keepEntriesYears: integer('keep_entries_years'),
    ...times(),
    version: version(),
    /** A cancellation fewer hours ahead of its appointment is at short notice. Null means 24 hours. */
    shortNoticeHours: integer('short_notice_hours'),
    /** Whether a member can be in one chair at a time only. Null means no. */
    practitionersOnce: integer('practitioners_once', { mode: 'boolean' }),
    /** Whether the printed sheet of a day shows phone numbers. Null means yes. */
    daySheetPhones: integer('day_sheet_phones', { mode: 'boolean' }),
    /** The name of the host at which people reach the practice. Null means the host of PUBLIC_URL. */
    host: text().unique(),
    /**
     * Counts the cells that the practice has been in, from 1 on. A cell is a server with its database. Every move of
     * the practice between cells adds 1. An import does not, because it may also be a copy, or restore the practice in
     * its former cell.
     */
    generation: integer().notNull().default(1),
    /** After how many minutes without use the desk locks itself. Null means 0: never. */
    lockMinutes: integer('lock_minutes'),
    /** How patients book online. Null means that they cannot. */
    onlineBooking: text('online_booking', { mode: 'json' }).$type<BookingSettings>(),
    /** The content of the calendars to which members subscribe. Null means `off`: nobody can subscribe. */
    calendarFeeds: text('calendar_feeds').$type<CalendarFeeds>(),
    /** The text fields that the practice adds to the records of patients, in order. Null means no fields. */
    ownFields: text('own_fields', { mode: 'json' }).$type<readonly OwnField[]>(),
  },
  () => [uniqueIndex('practices_slug').on(sql.raw(slugOfPractice))],
)

/** The practice that a record belongs to. */
export const practiceKey = () =>
  integer('practice_key')
    .notNull()
    .references(() => practices.practiceKey)

export const packStatuses = sqliteTable(
  'pack_statuses',
  {
    practiceKey: practiceKey(),
    id: text().notNull(),
    label: text().notNull(),
    position: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.practiceKey, t.id] })],
)

/** The hosts that a practice had before. The practice's links still work there for a while. */
export const practiceAliases = sqliteTable(
  'practice_aliases',
  {
    practiceKey: practiceKey(),
    host: text().notNull(),
    endsAt: instant('ends_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.practiceKey, t.host] })],
)
