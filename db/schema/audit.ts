import { sql } from 'drizzle-orm'
import { blob, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { actorCodes, auditKindCodes, credentialCodes, recordCodes, roleCodes } from '../codes.ts'
import { instant, oneOf, recordId } from './columns.ts'

/** Rows that show the record of a member before and after an act. */
export const whereMemberChanged = `record_kind = ${recordCodes.member} and digest is not null`

/**
 * The practice of the trail. 0 means the installation itself, such as for an unknown caller. So the column is no
 * foreign key, and a trail outlives its practice.
 */
const trailOf = () => integer('practice_key').notNull()

/**
 * The audit trail: who did what, one row for each act and record. Rows are chained by `mac`, from `seq` 1 on without a
 * gap. Triggers refuse to change a row, and to delete a row that no closing (`auditClosings`) covers.
 */
export const audit = sqliteTable(
  'audit',
  {
    practiceKey: trailOf(),
    seq: integer().notNull(),
    at: instant().notNull(),
    actor: oneOf(actorCodes)().notNull(),
    userId: recordId('user_id'),
    role: oneOf(roleCodes)(),
    credentialKind: oneOf(credentialCodes)('credential_kind'),
    credentialId: recordId('credential_id'),
    address: text(),
    /** The id of the request without its prefix `req_`. */
    requestId: recordId('request_id'),
    kind: oneOf(auditKindCodes)().notNull(),
    action: text().notNull(),
    recordKind: oneOf(recordCodes)('record_kind'),
    recordId: recordId('record_id'),
    /** The patient of the act. */
    patientId: recordId('patient_id'),
    /** The patients in a list that was shown: their ids, one after another. */
    patients: blob({ mode: 'buffer' }),
    /** How many equal acts the row counts. */
    times: integer().notNull(),
    /** The names of the fields that were written, as JSON. */
    fields: text({ mode: 'json' }).$type<readonly string[]>(),
    /** Further facts about the act, such as how many records a search found. These facts name no person. */
    detail: text({ mode: 'json' }).$type<Readonly<Record<string, unknown>>>(),
    /** The salted digest of the row in `audit_values`. The digest stays when the values are erased. */
    digest: blob({ mode: 'buffer' }),
    mac: blob({ mode: 'buffer' }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.practiceKey, t.seq] }),
    /**
     * The rows of each member in the order of time. The rows of all members are read by this index, too
     * (`audit-list.ts`).
     */
    index('audit_user').on(t.practiceKey, t.userId, t.at),
    /** Finds the former names of a member, among few rows. */
    index('audit_members').on(t.practiceKey, t.recordId, t.seq).where(sql.raw(whereMemberChanged)),
  ],
)

/**
 * Finds the rows that concern a patient, also the rows about lists of patients. The key begins with a segment, a part
 * of the trail. So new rows are together at the end, and a list of a hundred patients changes few pages of the file. A
 * search for one patient looks into each segment.
 */
export const auditPatients = sqliteTable(
  'audit_patients',
  {
    practiceKey: trailOf(),
    /** The number of the row without its last ten bits (`audit-segment.ts`). */
    segment: integer().notNull(),
    patientId: recordId('patient_id').notNull(),
    seq: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.practiceKey, t.segment, t.patientId, t.seq] })],
)

/** The fields of a record before and after an act, as JSON. The row is removed when the person is erased. */
export const auditValues = sqliteTable(
  'audit_values',
  {
    practiceKey: trailOf(),
    seq: integer().notNull(),
    salt: blob({ mode: 'buffer' }).notNull(),
    before: text(),
    after: text(),
  },
  (t) => [primaryKey({ columns: [t.practiceKey, t.seq] })],
)

/**
 * The closings: signed summaries of rows that were kept long enough. Rows up to `throughSeq` are deleted afterwards.
 */
export const auditClosings = sqliteTable(
  'audit_closings',
  {
    practiceKey: trailOf(),
    throughSeq: integer('through_seq').notNull(),
    closedAt: instant('closed_at').notNull(),
    /** How many rows the closing covers, and when the first and the last of these rows were written. */
    rows: integer().notNull(),
    firstAt: instant('first_at').notNull(),
    lastAt: instant('last_at').notNull(),
    /** The `mac` of the last row that the closing covers. The next row is chained to it. */
    lastMac: blob('last_mac', { mode: 'buffer' }).notNull(),
    mac: blob({ mode: 'buffer' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.practiceKey, t.throughSeq] })],
)
