import { index, primaryKey, sqliteTable } from 'drizzle-orm/sqlite-core'
import { instant, recordId } from './columns.ts'
import { practiceKey } from './practice.ts'

/**
 * The patients who were merged into another patient. The audit trail names the merged patient for ever. So this row
 * names the patient who has their records now. The row is removed when the merge is undone. Only the random id of the
 * merged patient is left.
 */
export const merges = sqliteTable(
  'merges',
  {
    practiceKey: practiceKey(),
    /** The patient who was merged. */
    patientId: recordId('patient_id').notNull(),
    /** The patient who was kept. This patient may have been merged later, too. */
    keptId: recordId('kept_id').notNull(),
    mergedAt: instant('merged_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.practiceKey, t.patientId] }),
    index('merges_kept').on(t.practiceKey, t.keptId),
  ],
)
