import { primaryKey, sqliteTable } from 'drizzle-orm/sqlite-core'
import { instant, recordId } from './columns.ts'
import { practiceKey } from './practice.ts'

/**
 * The patients who were erased from this very file. A file that was restored from an older backup lacks the row,
 * which shows that the person has to be erased once more. Of the person, only the random id is left.
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
