/** How far the visit of an appointment is, and whether the appointment was cancelled. */
import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { cancellerCodes } from '../codes.ts'
import { instant, oneOf, recordId, times, version } from './columns.ts'
import { users } from './members.ts'
import { patients } from './patients.ts'
import { practiceKey } from './practice.ts'

/**
 * When a member noted a step of a visit, and which member. Both columns are null again when the step was taken back.
 */
const step = (name: string) => instant(`${name}_at`)
const stepBy = (name: string) => recordId(`${name}_by`)

/** How far the visit of an entry is, one row for each entry of which a member noted a step. */
export const progress = sqliteTable(
  'progress',
  {
    practiceKey: practiceKey(),
    /** The id of the entry. */
    id: recordId().notNull(),
    confirmedAt: step('confirmed'),
    confirmedBy: stepBy('confirmed'),
    arrivedAt: step('arrived'),
    arrivedBy: stepBy('arrived'),
    inChairAt: step('in_chair'),
    inChairBy: stepBy('in_chair'),
    doneAt: step('done'),
    doneBy: stepBy('done'),
    noShowAt: step('no_show'),
    noShowBy: stepBy('no_show'),
    /** The reason why the patient did not come, as far as the practice knows. */
    note: text(),
    ...times(),
    version: version(),
  },
  (t) => [primaryKey({ columns: [t.practiceKey, t.id] })],
)

/**
 * The appointments that were cancelled. A row has the entry as it was, with its id, and the reason for the
 * cancellation. The row is not part of the calendar, so it blocks no time.
 */
export const cancellations = sqliteTable(
  'cancellations',
  {
    practiceKey: practiceKey(),
    id: recordId().notNull(),
    chairId: recordId('chair_id'),
    patientId: recordId('patient_id'),
    title: text(),
    startAt: instant('start_at').notNull(),
    endAt: instant('end_at').notNull(),
    color: text(),
    serviceRef: text('service_ref'),
    notes: text(),
    metadata: text({ mode: 'json' }).$type<Record<string, unknown>>().notNull(),
    createdBy: recordId('created_by'),
    ...times(),
    version: version(),
    practitionerId: recordId('practitioner_id'),
    seriesId: recordId('series_id'),
    cancelledAt: instant('cancelled_at').notNull(),
    /** The member who cancelled the appointment. Null when the patient cancelled the appointment on their page. */
    cancelledBy: recordId('cancelled_by'),
    /** Who wanted the cancellation: the patient or the practice. */
    wishOf: oneOf(cancellerCodes)('wish_of').notNull(),
    reason: text().notNull(),
    note: text(),
    shortNotice: integer('short_notice', { mode: 'boolean' }).notNull(),
    appointmentTypeId: recordId('appointment_type_id'),
  },
  (t) => [
    primaryKey({ columns: [t.practiceKey, t.id] }),
    index('cancellations_patient').on(t.practiceKey, t.patientId, t.startAt, t.id),
    index('cancellations_start').on(t.practiceKey, t.startAt, t.id),
    index('cancellations_series')
      .on(t.practiceKey, t.seriesId, t.startAt, t.id)
      .where(sql`series_id is not null`),
    foreignKey({
      columns: [t.practiceKey, t.patientId],
      foreignColumns: [patients.practiceKey, patients.id],
    }),
    foreignKey({ columns: [t.practiceKey, t.createdBy], foreignColumns: [users.practiceKey, users.id] }),
    foreignKey({ columns: [t.practiceKey, t.cancelledBy], foreignColumns: [users.practiceKey, users.id] }),
    check('cancellations_order', sql`${t.endAt} > ${t.startAt}`),
  ],
)
