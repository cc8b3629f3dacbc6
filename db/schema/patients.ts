import { sql } from 'drizzle-orm'
import {
  foreignKey,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core'
import type { OwnTexts } from '../../src/domain/own-fields.ts'
import { instant, recordId, times, version } from './columns.ts'
import { packStatuses, practiceKey } from './practice.ts'

/** The e-mail address without letter case. Most addresses have no capital letters, and are stored only once. */
export const emailInOneCase = 'coalesce(email_key, email)'

export const patients = sqliteTable(
  'patients',
  {
    /** The number by which the search index names the patient. The number never leaves the store. */
    rowId: integer('row_id').primaryKey(),
    practiceKey: practiceKey(),
    id: recordId().notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    dob: text(),
    gender: text(),
    email: text(),
    phoneMobile: text('phone_mobile'),
    address: text(),
    postcode: text(),
    town: text(),
    country: text(),
    status: text().notNull(),
    statusChangedAt: instant('status_changed_at'),
    notifyByEmail: integer('notify_by_email', { mode: 'boolean' }).notNull(),
    notifyBySms: integer('notify_by_sms', { mode: 'boolean' }).notNull(),
    /** Whether the patient agreed to get a message when they should come again. */
    recallConsent: integer('recall_consent', { mode: 'boolean' }).notNull().default(false),
    /** The language of messages to this patient. Null stands for the language of the practice. */
    preferredLanguage: text('preferred_language'),
    /** Whether the patient can book online. False for a patient whom the practice has excluded from online booking. */
    mayBookOnline: integer('may_book_online', { mode: 'boolean' }).notNull().default(true),
    metadata: text({ mode: 'json' }).$type<Record<string, unknown>>().notNull(),
    /** The texts in the own fields of the practice. Null when there are no texts. */
    ownFields: text('own_fields', { mode: 'json' }).$type<OwnTexts>(),
    ...times(),
    /**
     * Folded names for sorting and searching (`domain/search.ts`). The view `patient_endings` makes the search index
     * from these names.
     */
    firstNameKey: text('first_name_key').notNull(),
    lastNameKey: text('last_name_key').notNull(),
    /** The folded names with letters such as ä written as two letters. Null when no name has such a letter. */
    spelledKey: text('spelled_key'),
    version: version(),
    /**
     * The e-mail address without letter case, when it differs from the address (`emailInOneCase`). Also the forms of
     * the phone number (`domain/phone-digits.ts`).
     */
    emailKey: text('email_key'),
    phoneKey: text('phone_key'),
  },
  (t) => [
    uniqueIndex('patients_id').on(t.practiceKey, t.id),
    /**
     * The order of lists. The index also contains the columns that a search compares, so that the search need not read
     * whole records.
     */
    index('patients_name').on(t.practiceKey, t.lastNameKey, t.firstNameKey, t.id, t.spelledKey, t.status),
    /**
     * The columns that a search reads of the patients that the search index has found. This index takes a fifth of the
     * room of whole records.
     */
    index('patients_names').on(t.rowId, t.lastNameKey, t.firstNameKey, t.spelledKey),
    index('patients_status').on(t.practiceKey, t.status),
    index('patients_email').on(t.practiceKey, sql.raw(emailInOneCase)).where(sql`email is not null`),
    index('patients_dob').on(t.practiceKey, t.dob).where(sql`dob is not null`),
    foreignKey({
      columns: [t.practiceKey, t.status],
      foreignColumns: [packStatuses.practiceKey, packStatuses.id],
    }),
  ],
)

export const tags = sqliteTable(
  'tags',
  {
    practiceKey: practiceKey(),
    id: recordId().notNull(),
    name: text().notNull(),
    /** The name without letter case. The key must be unique. */
    nameKey: text('name_key').notNull(),
    color: text(),
    ...times(),
    version: version(),
    /** Whether the team must know the tag before a visit, such as an allergy. */
    alert: integer({ mode: 'boolean' }).notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.practiceKey, t.id] }),
    uniqueIndex('tags_name').on(t.practiceKey, t.nameKey),
  ],
)

export const patientTags = sqliteTable(
  'patient_tags',
  {
    /** The number grows with every row, so it gives the order in which a patient's tags were added. */
    rowId: integer('row_id').primaryKey(),
    practiceKey: practiceKey(),
    patientId: recordId('patient_id').notNull(),
    tagId: recordId('tag_id').notNull(),
  },
  (t) => [
    uniqueIndex('patient_tags_patient').on(t.practiceKey, t.patientId, t.tagId),
    index('patient_tags_tag').on(t.practiceKey, t.tagId, t.patientId),
    foreignKey({
      columns: [t.practiceKey, t.patientId],
      foreignColumns: [patients.practiceKey, patients.id],
    }),
    foreignKey({ columns: [t.practiceKey, t.tagId], foreignColumns: [tags.practiceKey, tags.id] }),
  ],
)
