import { sql } from 'drizzle-orm'
import { blob, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { BookedOnline, WrittenTo } from '../../src/domain/online-booking.ts'
import { bookingCodes, channelCodes } from '../codes.ts'
import { instant, oneOf, recordId } from './columns.ts'
import { practiceKey } from './practice.ts'

/**
 * The times that visitors hold, request and book online. A row has the id of its entry. The row is removed an hour
 * after the hold began, or 91 days after the start of the appointment.
 */
export const onlineBookings = sqliteTable(
  'online_bookings',
  {
    practiceKey: practiceKey(),
    id: recordId().notNull(),
    /** The SHA-256 of the secret by which the visitor uses the hold. */
    secretHash: blob('secret_hash', { mode: 'buffer' }).notNull(),
    state: oneOf(bookingCodes)().notNull(),
    /** The IP address of the visitor, or the network of its first 64 bits. Null once the contact is proven. */
    network: text(),
    appointmentTypeId: recordId('appointment_type_id').notNull(),
    practitionerId: recordId('practitioner_id'),
    startAt: instant('start_at').notNull(),
    endAt: instant('end_at').notNull(),
    /** Whether the visitor says that they have been here before. */
    known: integer({ mode: 'boolean' }).notNull(),
    createdAt: instant('created_at').notNull(),
    /** The end of the hold. */
    expiresAt: instant('expires_at').notNull(),
    /** When a request ends. Null for a booking that was no request. */
    decideUntil: instant('decide_until'),
    channel: oneOf(channelCodes)(),
    /**
     * The address or number that the code was sent to. Null for a released hold, and when messages go to the contact in
     * the patient's record.
     */
    contact: text(),
    /** A digest of the contact, by which other bookings of the same contact are found. */
    contactHash: blob('contact_hash', { mode: 'buffer' }),
    language: text(),
    /** A digest of the newest code with the secret. Null when there is no code, or when a code was tried too often. */
    codeHash: blob('code_hash', { mode: 'buffer' }),
    codeUntil: instant('code_until'),
    codeTries: integer('code_tries').notNull(),
    patientId: recordId('patient_id'),
    /** Whether the patient was made for this booking. */
    isNewPatient: integer('is_new_patient', { mode: 'boolean' }).notNull(),
    /** The answers of a request. Once the request is an appointment, the entry has the answers. */
    answers: text({ mode: 'json' }).$type<BookedOnline['answers']>(),
    /** How the visitor named themselves. Null when messages about the booking use the names in the patient's record. */
    visitor: text({ mode: 'json' }).$type<WrittenTo>(),
  },
  (t) => [
    primaryKey({ columns: [t.practiceKey, t.id] }),
    uniqueIndex('online_bookings_secret').on(t.practiceKey, t.secretHash),
    index('online_bookings_state').on(t.practiceKey, t.state, t.expiresAt),
    index('online_bookings_start').on(t.practiceKey, t.startAt),
    index('online_bookings_contact').on(t.practiceKey, t.contactHash).where(sql`contact_hash is not null`),
    index('online_bookings_patient').on(t.practiceKey, t.patientId).where(sql`patient_id is not null`),
  ],
)

/** The codes that were sent in the last day. These codes limit how many more codes are sent. */
export const onlineCodes = sqliteTable(
  'online_codes',
  {
    practiceKey: practiceKey(),
    id: recordId().notNull(),
    sentAt: instant('sent_at').notNull(),
    contactHash: blob('contact_hash', { mode: 'buffer' }).notNull(),
    network: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.practiceKey, t.id] }),
    index('online_codes_sent').on(t.practiceKey, t.sentAt),
  ],
)
