import { index, primaryKey, sqliteTable } from 'drizzle-orm/sqlite-core'
import { instant, recordId } from './columns.ts'
import { practiceKey } from './practice.ts'

/**
 * Which patient was merged into which other one. The trail names the first one for ever,
 * so this row names the patient that has its rows now. It leaves when the merge is undone. Of the merged patient,
 * only the random id is left.
 */
export const merges = sqliteTable(
  'merges',
  {
    practiceKey: practiceKey(),
    /** The patient who was merged. */
    patientId: recordId('patient_id').notNull(),
    /** The patient who was kept then. This one may have been merged, too. */
    keptId: recordId('kept_id').notNull(),
    mergedAt: instant('merged_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.practiceKey, t.patientId] }),
    index('merges_kept').on(t.practiceKey, t.keptId),
  ],
)
