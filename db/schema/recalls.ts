/** Recalls: which patients should come again, and how they were asked to. */
import { foreignKey, index, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { recallCodes } from '../codes.ts'
import { instant, oneOf, recordId } from './columns.ts'
import { users } from './members.ts'
import { patients } from './patients.ts'
import { practiceKey } from './practice.ts'

/**
 * The last visit of each patient for each type of appointment that a member noted as done. Triggers make the rows from
 * `entries` and `progress`, so nothing else writes into this table.
 */
export const lastVisits = sqliteTable(
  'last_visits',
  {
    practiceKey: practiceKey(),
    patientId: recordId('patient_id').notNull(),
    appointmentTypeId: recordId('appointment_type_id').notNull(),
    startAt: instant('start_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.practiceKey, t.patientId, t.appointmentTypeId] }),
    /** Lists the patients who are due again for a type of appointment, the newest first. */
    index('last_visits_due').on(t.practiceKey, t.appointmentTypeId, t.startAt, t.patientId),
  ],
)

/** How the practice asked a patient to come again, and the result. */
export const recallContacts = sqliteTable(
  'recall_contacts',
  {
    practiceKey: practiceKey(),
    id: recordId().notNull(),
    patientId: recordId('patient_id').notNull(),
    kind: oneOf(recallCodes)().notNull(),
    /** The day on which the patient wants to be asked again, `YYYY-MM-DD`; null for every kind but `later`. */
    askAgainOn: text('ask_again_on'),
    note: text(),
    createdBy: recordId('created_by').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.practiceKey, t.id] }),
    index('recall_contacts_patient').on(t.practiceKey, t.patientId, t.createdAt),
    foreignKey({
      columns: [t.practiceKey, t.patientId],
      foreignColumns: [patients.practiceKey, patients.id],
    }),
    foreignKey({ columns: [t.practiceKey, t.createdBy], foreignColumns: [users.practiceKey, users.id] }),
  ],
)
