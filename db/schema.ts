/**
 * The tables. The keys of every record of a practice begin with `practice_id`, and so does every reference to one.
 * The database itself therefore refuses a link from one practice into another.
 *
 * Instants are epoch milliseconds. No deletion cascades: the code deletes dependent rows itself. Drizzle cannot describe
 * triggers and tables without row ids. Those against double-booking are in `migrations/0001_*.sql`, the search index
 * `patient_words` in `migrations/0007_*.sql`.
 */
import { sql } from 'drizzle-orm'
import {
  blob,
  check,
  foreignKey,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core'
import { roles } from '../src/domain/caller.ts'
import { type EntryType, entryTypes } from '../src/domain/entry.ts'
import { noticeChannels, noticeKinds, noticeReasons, noticeStates } from '../src/domain/reminders/notice.ts'
import { ordinaryScopes, type TokenScope } from '../src/domain/token-scopes.ts'
import type { WorkingHours } from '../src/domain/working-hours.ts'
import { whereCancelRequested } from './answer-sql.ts'
import {
  reasonIs,
  stateIs,
  whereCounted,
  whereFailed,
  whereFailing,
  whereLive,
  whereTold,
  whereUnreached,
} from './notice-sql.ts'

const literals = (values: readonly string[]) => sql.raw(values.map((value) => `'${value}'`).join(', '))

const times = () => ({
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
})

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

const practiceId = () =>
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

export const users = sqliteTable(
  'users',
  {
    practiceId: practiceId(),
    id: text().notNull(),
    name: text().notNull(),
    email: text().notNull(),
    role: text({ enum: roles }).notNull(),
    active: integer({ mode: 'boolean' }).notNull(),
    ...times(),
    /** When the member made their first passkey. Null while they have never been in. */
    enrolledAt: integer('enrolled_at'),
  },
  (t) => [
    primaryKey({ columns: [t.practiceId, t.id] }),
    /** A person may work at two practices. Neither learns of the other. */
    uniqueIndex('users_practice_email').on(t.practiceId, sql`lower(${t.email})`),
    index('users_email').on(sql`lower(${t.email})`),
    check('users_role', sql`${t.role} in (${literals(roles)})`),
  ],
)

export const apiTokens = sqliteTable(
  'api_tokens',
  {
    practiceId: practiceId(),
    id: text().notNull(),
    userId: text('user_id').notNull(),
    name: text().notNull(),
    /** SHA-256 of the token. The token itself is shown once and kept nowhere. */
    hash: blob({ mode: 'buffer' }).notNull(),
    /** What the token may do. The role of its member limits it further. */
    scopes: text({ mode: 'json' }).$type<readonly TokenScope[]>().notNull().default(ordinaryScopes),
    /** To the minute, so that not every request writes. Null before the first use. */
    lastUsedAt: integer('last_used_at'),
    expiresAt: integer('expires_at').notNull(),
    revokedAt: integer('revoked_at'),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.practiceId, t.id] }),
    uniqueIndex('api_tokens_hash').on(t.hash),
    index('api_tokens_user').on(t.practiceId, t.userId),
    /** Lists the tokens of a practice that still work. Those that do not pile up with the years. */
    index('api_tokens_working').on(t.practiceId, t.expiresAt).where(sql`${t.revokedAt} is null`),
    foreignKey({ columns: [t.practiceId, t.userId], foreignColumns: [users.practiceId, users.id] }),
  ],
)

/** A row for each browser in which a member is signed in. */
export const sessions = sqliteTable(
  'sessions',
  {
    practiceId: practiceId(),
    id: text().notNull(),
    userId: text('user_id').notNull(),
    /** SHA-256 of the session's token. */
    hash: blob({ mode: 'buffer' }).notNull(),
    userAgent: text('user_agent'),
    /** To the minute, so that not every request writes. */
    lastSeenAt: integer('last_seen_at').notNull(),
    /** When the member last used a passkey in this session. Some acts need a recent use. */
    verifiedAt: integer('verified_at').notNull().default(0),
    expiresAt: integer('expires_at').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.practiceId, t.id] }),
    uniqueIndex('sessions_hash').on(t.hash),
    index('sessions_user').on(t.practiceId, t.userId),
    foreignKey({ columns: [t.practiceId, t.userId], foreignColumns: [users.practiceId, users.id] }),
  ],
)

/** The public keys with which members sign in (WebAuthn credentials). */
export const passkeys = sqliteTable(
  'passkeys',
  {
    practiceId: practiceId(),
    id: text().notNull(),
    userId: text('user_id').notNull(),
    name: text().notNull(),
    /** The authenticator's own name for the passkey, in base64url. */
    credentialId: text('credential_id').notNull(),
    /** A COSE key (RFC 9052). */
    publicKey: blob('public_key', { mode: 'buffer' }).notNull(),
    counter: integer().notNull(),
    transports: text({ mode: 'json' }).$type<readonly string[]>().notNull(),
    lastUsedAt: integer('last_used_at'),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.practiceId, t.id] }),
    uniqueIndex('passkeys_credential').on(t.credentialId),
    index('passkeys_user').on(t.practiceId, t.userId),
    foreignKey({ columns: [t.practiceId, t.userId], foreignColumns: [users.practiceId, users.id] }),
  ],
)

/** The one-time links by which members register a passkey: at most one for each member. */
export const enrolmentLinks = sqliteTable(
  'enrolment_links',
  {
    practiceId: practiceId(),
    userId: text('user_id').notNull(),
    /** SHA-256 of the link's secret. */
    hash: blob({ mode: 'buffer' }).notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.practiceId, t.userId] }),
    uniqueIndex('enrolment_links_hash').on(t.hash),
    foreignKey({ columns: [t.practiceId, t.userId], foreignColumns: [users.practiceId, users.id] }),
  ],
)

export const chairs = sqliteTable(
  'chairs',
  {
    practiceId: practiceId(),
    id: text().notNull(),
    name: text().notNull(),
    color: text(),
    position: integer().notNull(),
    active: integer({ mode: 'boolean' }).notNull(),
    ...times(),
    /** The name without letter case. It must be unique. Null only until the upgrade has filled it in (`chair-names.ts`). */
    nameKey: text('name_key'),
  },
  (t) => [
    primaryKey({ columns: [t.practiceId, t.id] }),
    uniqueIndex('chairs_name').on(t.practiceId, t.nameKey),
  ],
)

export const tags = sqliteTable(
  'tags',
  {
    practiceId: practiceId(),
    id: text().notNull(),
    name: text().notNull(),
    /** The name without letter case. It must be unique. */
    nameKey: text('name_key').notNull(),
    color: text(),
    ...times(),
  },
  (t) => [
    primaryKey({ columns: [t.practiceId, t.id] }),
    uniqueIndex('tags_name').on(t.practiceId, t.nameKey),
  ],
)

export const patients = sqliteTable(
  'patients',
  {
    /** By which the search index names the patient. It never leaves the store. */
    rowId: integer('row_id').primaryKey(),
    practiceId: practiceId(),
    id: text().notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    dob: text(),
    gender: text(),
    email: text(),
    phoneMobile: text('phone_mobile'),
    address: text(),
    postcode: text(),
    country: text(),
    status: text().notNull(),
    statusChangedAt: integer('status_changed_at'),
    notifyByEmail: integer('notify_by_email', { mode: 'boolean' }).notNull(),
    notifyBySms: integer('notify_by_sms', { mode: 'boolean' }).notNull(),
    /** The language of messages to this patient. Null stands for the language of the practice. */
    preferredLanguage: text('preferred_language'),
    metadata: text({ mode: 'json' }).$type<Record<string, unknown>>().notNull(),
    ...times(),
    /** Folded names for sorting and searching, and their word endings for the search index (`domain/search.ts`). */
    firstNameKey: text('first_name_key').notNull(),
    lastNameKey: text('last_name_key').notNull(),
    wordEndings: text('word_endings', { mode: 'json' }).$type<readonly string[]>().notNull(),
  },
  (t) => [
    uniqueIndex('patients_id').on(t.practiceId, t.id),
    index('patients_name').on(t.practiceId, t.lastNameKey, t.firstNameKey, t.id),
    index('patients_status').on(t.practiceId, t.status, t.lastNameKey, t.firstNameKey, t.id),
    foreignKey({
      columns: [t.practiceId, t.status],
      foreignColumns: [packStatuses.practiceId, packStatuses.id],
    }),
  ],
)

/** The short number by which the search index names a practice. It is made with the practice's first patient. */
export const searchCodes = sqliteTable('search_codes', {
  code: integer().primaryKey(),
  practiceId: practiceId().unique(),
})

export const patientTags = sqliteTable(
  'patient_tags',
  {
    /** Grows with every row, so it gives the order in which a patient's tags were added. */
    rowId: integer('row_id').primaryKey(),
    practiceId: practiceId(),
    patientId: text('patient_id').notNull(),
    tagId: text('tag_id').notNull(),
  },
  (t) => [
    uniqueIndex('patient_tags_patient').on(t.practiceId, t.patientId, t.tagId),
    index('patient_tags_tag').on(t.practiceId, t.tagId, t.patientId),
    foreignKey({ columns: [t.practiceId, t.patientId], foreignColumns: [patients.practiceId, patients.id] }),
    foreignKey({ columns: [t.practiceId, t.tagId], foreignColumns: [tags.practiceId, tags.id] }),
  ],
)

export const notes = sqliteTable(
  'notes',
  {
    practiceId: practiceId(),
    id: text().notNull(),
    patientId: text('patient_id').notNull(),
    title: text(),
    body: text().notNull(),
    isNext: integer('is_next', { mode: 'boolean' }).notNull(),
    createdBy: text('created_by').notNull(),
    /** Who wrote the present version. The next edit copies it into the revision. */
    updatedBy: text('updated_by').notNull(),
    ...times(),
  },
  (t) => [
    primaryKey({ columns: [t.practiceId, t.id] }),
    index('notes_patient').on(t.practiceId, t.patientId, t.createdAt),
    foreignKey({ columns: [t.practiceId, t.patientId], foreignColumns: [patients.practiceId, patients.id] }),
    foreignKey({ columns: [t.practiceId, t.createdBy], foreignColumns: [users.practiceId, users.id] }),
    foreignKey({ columns: [t.practiceId, t.updatedBy], foreignColumns: [users.practiceId, users.id] }),
  ],
)

export const noteRevisions = sqliteTable(
  'note_revisions',
  {
    practiceId: practiceId(),
    noteId: text('note_id').notNull(),
    version: integer().notNull(),
    title: text(),
    body: text().notNull(),
    isNext: integer('is_next', { mode: 'boolean' }).notNull(),
    savedAt: integer('saved_at').notNull(),
    savedBy: text('saved_by').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.practiceId, t.noteId, t.version] }),
    foreignKey({ columns: [t.practiceId, t.noteId], foreignColumns: [notes.practiceId, notes.id] }),
  ],
)

export const entries = sqliteTable(
  'entries',
  {
    practiceId: practiceId(),
    id: text().notNull(),
    chairId: text('chair_id'),
    patientId: text('patient_id'),
    type: text({ enum: entryTypes }).$type<EntryType>().notNull(),
    title: text(),
    startAt: integer('start_at').notNull(),
    endAt: integer('end_at').notNull(),
    color: text(),
    serviceRef: text('service_ref'),
    notes: text(),
    metadata: text({ mode: 'json' }).$type<Record<string, unknown>>().notNull(),
    createdBy: text('created_by').notNull(),
    ...times(),
  },
  (t) => [
    primaryKey({ columns: [t.practiceId, t.id] }),
    index('entries_start').on(t.practiceId, t.startAt, t.id),
    index('entries_chair').on(t.practiceId, t.chairId, t.startAt, t.id),
    index('entries_patient').on(t.practiceId, t.patientId),
    /** The blocks on a chair in order. They never overlap, so no two start together. */
    uniqueIndex('entries_block')
      .on(t.practiceId, t.chairId, t.startAt)
      .where(sql`type <> 'reminder' and chair_id is not null`),
    /** Finds the patients who asked to cancel among any number of appointments. */
    index('entries_cancel_requested').on(t.practiceId, t.startAt, t.id).where(sql.raw(whereCancelRequested)),
    foreignKey({ columns: [t.practiceId, t.chairId], foreignColumns: [chairs.practiceId, chairs.id] }),
    foreignKey({ columns: [t.practiceId, t.patientId], foreignColumns: [patients.practiceId, patients.id] }),
    foreignKey({ columns: [t.practiceId, t.createdBy], foreignColumns: [users.practiceId, users.id] }),
    check('entries_type', sql`${t.type} in (${literals(entryTypes)})`),
    check('entries_order', sql`${t.endAt} > ${t.startAt}`),
    /** SQLite would store text in an integer column, and sort it after every number. */
    check('entries_times', sql`typeof(${t.startAt}) = 'integer' and typeof(${t.endAt}) = 'integer'`),
  ],
)

/**
 * The notices to patients (`domain/reminders/notice.ts`). The table has the name that the public API uses.
 * A notice outlives its entry and its patient, so it refers to neither.
 */
export const reminderJobs = sqliteTable(
  'reminder_jobs',
  {
    practiceId: practiceId(),
    /** Providers use it to tell a repeated delivery from a new one. */
    id: text().primaryKey(),
    entryId: text('entry_id').notNull(),
    /** Empty in old rows whose entry was gone before this column was added. */
    patientId: text('patient_id').notNull(),
    channel: text({ enum: noticeChannels }).notNull(),
    kind: text({ enum: noticeKinds }).notNull(),
    /**
     * Which of the practice's leads a reminder belongs to, from 0. For the other kinds the moment at which they were
     * planned, so that the same may be told again later.
     */
    slot: integer().notNull(),
    startAt: integer('start_at').notNull(),
    dueAt: integer('due_at').notNull(),
    state: text({ enum: noticeStates }).notNull(),
    reason: text({ enum: noticeReasons }),
    /** How many deliveries began. Those that could not reach the other side do not count. */
    attempts: integer().notNull(),
    /** When a scheduled notice goes out: at its due time, or after the pause that follows a failed try. */
    nextAttemptAt: integer('next_attempt_at').notNull(),
    /** The lease of the process that delivers it. It stays when the notice is cancelled during the delivery. */
    lease: text(),
    leaseUntil: integer('lease_until'),
    sentAt: integer('sent_at'),
    /** When a delivery ended last whose outcome nobody knows. It stays when a person has the notice tried again. */
    uncertainAt: integer('uncertain_at'),
    /** When the first of the tries failed that have all failed since. A try that a person asks for begins anew. */
    failingSince: integer('failing_since'),
    /** The practice's local day on which its last delivery began, such as `2026-03-09`; null when it does not count. */
    countedOn: text('counted_on'),
    /** Why the last delivery failed, in one word, such as `timeout` or `http_500`. */
    lastError: text('last_error'),
    ...times(),
  },
  (t) => [
    uniqueIndex('reminder_jobs_of').on(
      t.practiceId,
      t.entryId,
      t.patientId,
      t.startAt,
      t.channel,
      t.kind,
      t.slot,
    ),
    /** Finds what is due, practice by practice. */
    index('reminder_jobs_due')
      .on(t.channel, t.practiceId, t.nextAttemptAt)
      .where(sql.raw(stateIs('scheduled'))),
    index('reminder_jobs_leased')
      .on(t.channel, t.leaseUntil)
      .where(sql.raw(stateIs('running'))),
    index('reminder_jobs_failed').on(t.practiceId, t.updatedAt).where(sql.raw(whereFailed)),
    /** Finds what failed for the appointments that are ahead. */
    index('reminder_jobs_failed_ahead').on(t.practiceId, t.startAt, t.id).where(sql.raw(whereFailed)),
    /** Finds what is still being tried for the appointments that are ahead. */
    index('reminder_jobs_failing').on(t.practiceId, t.startAt, t.id).where(sql.raw(whereFailing)),
    /** Finds the notices that may have been changed wrongly while the clock was ahead. */
    index('reminder_jobs_missed')
      .on(t.channel, t.updatedAt)
      .where(sql.raw(reasonIs('missed_window'))),
    index('reminder_jobs_paused')
      .on(t.channel, t.updatedAt)
      .where(sql.raw(`${stateIs('scheduled')} and next_attempt_at > due_at`)),
    /** Messages that count for the ceiling of a day: those that were sent, and those in delivery. */
    index('reminder_jobs_counted').on(t.practiceId, t.channel, t.countedOn).where(sql.raw(whereCounted)),
    /** Notices that come back when the practice allows more countries. */
    index('reminder_jobs_abroad')
      .on(t.practiceId, t.startAt)
      .where(sql.raw(reasonIs('country_not_allowed'))),
    /** Finds the notices that come back when the patient's consents or addresses change. */
    index('reminder_jobs_unreached').on(t.practiceId, t.patientId, t.startAt).where(sql.raw(whereUnreached)),
    /** Finds what a patient was told last about an entry. */
    index('reminder_jobs_told').on(t.practiceId, t.entryId, t.patientId, t.channel).where(sql.raw(whereTold)),
    uniqueIndex('reminder_jobs_live')
      .on(t.practiceId, t.entryId, t.patientId, t.channel, t.kind, t.slot)
      .where(sql.raw(whereLive)),
    check('reminder_jobs_state', sql`${t.state} in (${literals(noticeStates)})`),
    check('reminder_jobs_channel', sql`${t.channel} in (${literals(noticeChannels)})`),
    check('reminder_jobs_kind', sql`${t.kind} in (${literals(noticeKinds)})`),
  ],
)

/**
 * The notices of appointments that began more than 90 days ago, without what only a delivery needs. Its key is its only
 * index: the history of an appointment reads it, and nothing else.
 */
export const pastReminders = sqliteTable(
  'past_reminders',
  {
    practiceId: practiceId(),
    entryId: text('entry_id').notNull(),
    id: text().notNull(),
    patientId: text('patient_id').notNull(),
    channel: text({ enum: noticeChannels }).notNull(),
    kind: text({ enum: noticeKinds }).notNull(),
    slot: integer().notNull(),
    startAt: integer('start_at').notNull(),
    dueAt: integer('due_at').notNull(),
    state: text({ enum: noticeStates }).notNull(),
    reason: text({ enum: noticeReasons }),
    attempts: integer().notNull(),
    sentAt: integer('sent_at'),
    lastError: text('last_error'),
    ...times(),
  },
  (t) => [primaryKey({ columns: [t.practiceId, t.entryId, t.id] })],
)

/**
 * A practice whose leads, send window or time zone changed. Its reminders get their new times in small steps, by the
 * start of their appointments. All up to this position are done.
 */
export const reminderReplans = sqliteTable('reminder_replans', {
  practiceId: practiceId().primaryKey(),
  startAt: integer('start_at').notNull(),
  entryId: text('entry_id').notNull(),
})

/** A practice's settings of its notices. Null, or no row at all, stands for the standard of the service. */
export const reminderSettings = sqliteTable('reminder_settings', {
  practiceId: practiceId().primaryKey(),
  language: text(),
  emailSubject: text('email_subject'),
  emailText: text('email_text'),
  smsText: text('sms_text'),
  allowedCountries: text('allowed_countries', { mode: 'json' }).$type<readonly string[]>(),
  /** Leads in minutes besides the practice's own, by slot from 1 on (`placedLeads`). At most two. */
  moreLeadMinutes: text('more_lead_minutes', { mode: 'json' }).$type<readonly number[]>(),
  /** The local times of day between which messages go out, such as `08:00` and `20:00`. */
  sendFrom: text('send_from'),
  sendUntil: text('send_until'),
  /** Whether patients get a message when an appointment is booked. */
  tellBooked: integer('tell_booked', { mode: 'boolean' }),
  /** Where patients reach the practice. Shown in mails and on the page behind their links. */
  phone: text(),
  address: text(),
  replyTo: text('reply_to'),
  ...times(),
})

/** The random keys that this installation signs with. The newest of each purpose signs; older ones are still read. */
export const signingKeys = sqliteTable(
  'signing_keys',
  {
    /** Newer keys have higher numbers. */
    id: integer().primaryKey(),
    purpose: text().notNull(),
    key: blob({ mode: 'buffer' }).notNull(),
    createdAt: integer('created_at').notNull(),
    /** When a newer key took its place; null for the newest key. */
    replacedAt: integer('replaced_at'),
    /** The start of the last appointment that was ahead when a newer key took its place. It stays for 90 days more. */
    neededUntil: integer('needed_until'),
  },
  (t) => [uniqueIndex('signing_keys_newest').on(t.purpose).where(sql`replaced_at is null`)],
)

/** One row about this installation as a whole. It belongs to no practice. */
export const installation = sqliteTable(
  'installation',
  {
    id: integer().primaryKey(),
    /** The newest sign of life. Each one gives the backup something new to carry and shows how old a backup is. */
    beatAt: integer('beat_at').notNull(),
    /** When a backup was last restored and found whole. */
    verifiedAt: integer('verified_at'),
    /** What the last verification found wrong; null when the backup was whole. */
    verificationProblem: text('verification_problem'),
    /** Names the database for all time, also through restores. Null until it first has a backup. */
    databaseId: text('database_id'),
    /** The epochs in which this file owned its backup, newest first, as JSON. */
    epochs: text(),
  },
  (t) => [check('installation_one', sql`${t.id} = 1`)],
)
