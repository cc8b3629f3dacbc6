import { sql } from 'drizzle-orm'
import {
  blob,
  check,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core'
import { noticeReasons } from '../../src/domain/reminders/notice.ts'
import { channelCodes, kindCodes, stateCodes } from '../codes.ts'
import {
  isLive,
  reasonIs,
  stateIs,
  whereCounted,
  whereFailed,
  whereFailing,
  whereLeased,
  whereNotPlanned,
  whereNumbered,
  wherePaused,
  whereUnreached,
} from '../notice-sql.ts'
import { instant, literals, oneOf, recordId, times } from './columns.ts'
import { practiceKey } from './practice.ts'

/**
 * The content of a notice, its patient, and its outcome. These columns stay when the notice is moved to
 * `past_reminders`.
 */
const noticeColumns = () => ({
  practiceKey: practiceKey(),
  entryId: recordId('entry_id').notNull(),
  /** Empty in old rows whose entry was deleted before this column was added. */
  patientId: recordId('patient_id').notNull(),
  channel: oneOf(channelCodes)().notNull(),
  kind: oneOf(kindCodes)().notNull(),
  /**
   * For a reminder, the number of the practice's lead that it belongs to, from 0. For the other kinds, the moment when
   * the notice was planned, so that the same news can be sent again later.
   */
  slot: integer().notNull(),
  startAt: instant('start_at').notNull(),
  dueAt: instant('due_at').notNull(),
  state: oneOf(stateCodes)().notNull(),
  reason: text({ enum: noticeReasons }),
  /** How many deliveries began. Deliveries that could not reach the other side do not count. */
  attempts: integer().notNull(),
  sentAt: instant('sent_at'),
  /** Why the last delivery failed, in one word, such as `timeout` or `http_500`. */
  lastError: text('last_error'),
  ...times(),
})

/**
 * The notices to patients (`domain/reminders/notice.ts`). The table has the name that the public API uses. A notice
 * stays when its entry or its patient is deleted, so it has no foreign key to them.
 */
export const reminderJobs = sqliteTable(
  'reminder_jobs',
  {
    /** Providers recognize a repeated delivery by this id. */
    id: recordId().primaryKey(),
    ...noticeColumns(),
    /** When a scheduled notice is sent: at its due time, or after the pause that follows a failed try. */
    nextAttemptAt: instant('next_attempt_at').notNull(),
    /**
     * The lease of the process that delivers the notice. The lease stays when the notice is cancelled during the
     * delivery.
     */
    lease: recordId(),
    leaseUntil: instant('lease_until'),
    /** When a delivery last ended without a known outcome. The time stays when a person has the notice tried again. */
    uncertainAt: instant('uncertain_at'),
    /** When the present series of failed tries began. A try that a person asks for begins a new series. */
    failingSince: instant('failing_since'),
    /**
     * The sequence number of the notice's last event, among all notices of its entry (`domain/reminders/sequence.ts`).
     */
    sequence: integer().notNull().default(0),
    /**
     * The practice's local day on which the last delivery began, such as `2026-03-09`; null when it does not count for
     * the ceiling.
     */
    countedOn: text('counted_on'),
  },
  (t) => [
    /**
     * Finds the notices of an entry, the notices of one start time, and live notices, which can still be sent. By this
     * index, triggers find and refuse a second live notice, and a second notice of an occasion. Unique indexes for this
     * would take more room than half a row.
     */
    index('reminder_jobs_of').on(t.practiceKey, t.entryId, sql.raw(isLive), t.startAt),
    /**
     * Finds the notices that are due, practice by practice. The two reminders of an appointment are side by side in the
     * index, on one page of the file.
     */
    index('reminder_jobs_due')
      .on(t.practiceKey, t.nextAttemptAt, t.channel)
      .where(sql.raw(stateIs('scheduled'))),
    /** Finds the notices in delivery. A notice that was cancelled meanwhile keeps its lease. */
    index('reminder_jobs_leased').on(t.channel, t.leaseUntil).where(sql.raw(whereLeased)),
    index('reminder_jobs_failed').on(t.practiceKey, t.updatedAt).where(sql.raw(whereFailed)),
    /** Finds the failed notices of future appointments. */
    index('reminder_jobs_failed_ahead').on(t.practiceKey, t.startAt, t.id).where(sql.raw(whereFailed)),
    /** Finds the notices of future appointments that are tried again after a failure. */
    index('reminder_jobs_failing').on(t.practiceKey, t.startAt, t.id).where(sql.raw(whereFailing)),
    /** Finds the notices that may have been changed wrongly while the clock was ahead. */
    index('reminder_jobs_missed')
      .on(t.channel, t.updatedAt)
      .where(sql.raw(reasonIs('missed_window'))),
    index('reminder_jobs_paused').on(t.channel, t.updatedAt).where(sql.raw(wherePaused)),
    /** Finds the messages that count for the ceiling of a day: messages that were sent, and messages in delivery. */
    index('reminder_jobs_counted').on(t.practiceKey, t.channel, t.countedOn).where(sql.raw(whereCounted)),
    /** Finds the notices that are decided again when the practice allows more countries. */
    index('reminder_jobs_abroad')
      .on(t.practiceKey, t.startAt)
      .where(sql.raw(reasonIs('country_not_allowed'))),
    /** Finds the notices that are decided again when the patient's consents or addresses change. */
    index('reminder_jobs_unreached').on(t.practiceKey, t.patientId, t.startAt).where(sql.raw(whereUnreached)),
    /**
     * Lists the notices of a patient, by the time at which they fall due. Reminders that can still be sent are not in
     * this index, and are found by the patient's entries. Otherwise every booking would change a page of this index.
     */
    index('reminder_jobs_patient').on(t.practiceKey, t.patientId, t.dueAt).where(sql.raw(whereNotPlanned)),
    /** Finds the newest notice that a patient got about an entry, and the highest sequence number of an entry. */
    index('reminder_jobs_told').on(t.practiceKey, t.entryId, t.sequence).where(sql.raw(whereNumbered)),
    check('reminder_jobs_state', sql`${t.state} in (${literals(Object.values(stateCodes))})`),
    check('reminder_jobs_channel', sql`${t.channel} in (${literals(Object.values(channelCodes))})`),
    check('reminder_jobs_kind', sql`${t.kind} in (${literals(Object.values(kindCodes))})`),
  ],
)

/**
 * The notices of appointments that began more than 90 days ago, without the columns that only a delivery needs. The
 * history of an appointment is read by the key, and the history of a patient by the index.
 */
export const pastReminders = sqliteTable(
  'past_reminders',
  { id: recordId().notNull(), ...noticeColumns() },
  (t) => [
    primaryKey({ columns: [t.practiceKey, t.entryId, t.id] }),
    index('past_reminders_patient').on(t.practiceKey, t.patientId, t.dueAt),
  ],
)

/**
 * A practice whose leads, send window or time zone were changed. The practice's reminders get their new times in small
 * steps, in the order of the starts of their appointments. All reminders up to this position are done.
 */
export const reminderReplans = sqliteTable('reminder_replans', {
  practiceKey: practiceKey().unique(),
  startAt: instant('start_at').notNull(),
  entryId: recordId('entry_id').notNull(),
})

/** A practice's settings for its notices. Null, or a missing row, means the standard of the service. */
export const reminderSettings = sqliteTable('reminder_settings', {
  practiceKey: practiceKey().unique(),
  language: text(),
  emailSubject: text('email_subject'),
  emailText: text('email_text'),
  smsText: text('sms_text'),
  allowedCountries: text('allowed_countries', { mode: 'json' }).$type<readonly string[]>(),
  /** Leads in minutes besides the practice's own, by slot from 1 on (`placedLeads`). At most two. */
  moreLeadMinutes: text('more_lead_minutes', { mode: 'json' }).$type<readonly number[]>(),
  /** The local times of day between which messages are sent, such as `08:00` and `20:00`. */
  sendFrom: text('send_from'),
  sendUntil: text('send_until'),
  /** Whether patients get a message when an appointment is booked. */
  tellBooked: integer('tell_booked', { mode: 'boolean' }),
  /** How patients can reach the practice. Shown in mails, and on the page that their links open. */
  phone: text(),
  address: text(),
  replyTo: text('reply_to'),
  ...times(),
})

/**
 * The random keys that sign the links in a practice's messages. The newest key signs. Links with older keys are still
 * accepted.
 */
export const linkKeys = sqliteTable(
  'link_keys',
  {
    practiceKey: practiceKey(),
    id: recordId().notNull(),
    key: blob({ mode: 'buffer' }).notNull(),
    createdAt: instant('created_at').notNull(),
    /** When a newer key replaced this key; null for the newest key. */
    replacedAt: instant('replaced_at'),
    /**
     * The start of the last future appointment when a newer key replaced this key. The key is kept for 90 days more.
     */
    neededUntil: instant('needed_until'),
  },
  (t) => [
    primaryKey({ columns: [t.practiceKey, t.id] }),
    uniqueIndex('link_keys_newest').on(t.practiceKey).where(sql`replaced_at is null`),
  ],
)
