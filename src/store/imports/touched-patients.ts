import { sql } from 'drizzle-orm'
import { entries } from '../../../db/schema/calendar.ts'
import { practices } from '../../../db/schema/practice.ts'
import type { Scope } from '../engine/scope.ts'
import { ownPracticeKey, param, select } from '../engine/statement.ts'

/** The tables with records that somebody may have made for a patient. */
const tables = [
  'entries',
  'notes',
  'cancellations',
  'waiting_list',
  'recall_contacts',
  'online_bookings',
] as const
const anyOfPatient = select({
  fields: {
    has: sql<number>`${sql.join(
      tables.map(
        (table) => sql`exists (select 1 from ${sql.raw(table)} t where t.practice_key = ${ownPracticeKey}
          and t.patient_id = ${param('patientId', entries.patientId)})`,
      ),
      sql` or `,
    )} or exists (select 1 from merges m where m.practice_key = ${ownPracticeKey} and m.kept_id = ${param('patientId', entries.patientId)})`,
  },
  from: practices,
})

/** Whether a patient has records of their own, such as a note or an appointment. */
export const patientHasRecords = (scope: Scope, patientId: string): boolean =>
  scope.get(anyOfPatient, { patientId })!.has === 1
