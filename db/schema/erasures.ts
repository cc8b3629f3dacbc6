import { primaryKey, sqliteTable } from 'drizzle-orm/sqlite-core'
import { instant, recordId } from './columns.ts'
import { practiceKey } from './practice.ts'

/**
 * The patients who were erased from this database file. A file that was restored from an older backup does not have the
 * row. This shows that the person must be erased again. Only the random id of the person is left.
 */
export const erasures = sqliteTable(
  'erasures',
  {
    practiceKey: practiceKey(),
    patientId: recordId('patient_id').notNull(),
    erasedAt: instant('erased_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.practiceKey, t.patientId] })],
)
