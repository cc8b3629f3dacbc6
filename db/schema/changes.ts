import { integer, primaryKey, sqliteTable } from 'drizzle-orm/sqlite-core'
import { changeCodes } from '../codes.ts'
import { instant, oneOf, recordId } from './columns.ts'
import { practiceKey } from './practice.ts'

/**
 * The records that the writes of the last 30 days changed: one row for each record of a write, in the order of the
 * commits. The newest row of a practice is never removed, because the next row continues its number. A row takes about
 * 42 bytes of the file, and 16 more bytes when it names a member.
 */
export const changes = sqliteTable(
  'changes',
  {
    practiceKey: practiceKey(),
    seq: integer().notNull(),
    at: instant().notNull(),
    kind: oneOf(changeCodes)().notNull(),
    id: recordId().notNull(),
    version: integer(),
    gone: integer({ mode: 'boolean' }).notNull(),
    patientId: recordId('patient_id'),
    /** The member who made the change. Null for a patient, a command and the service itself. */
    byMember: recordId('by_member'),
  },
  (t) => [primaryKey({ columns: [t.practiceKey, t.seq] })],
)

/**
 * A random number for each practice, which is in every cursor. After a restore it is another number, so that older
 * cursors are no longer valid. A trigger adds the row of a new practice.
 */
export const changeEpochs = sqliteTable('change_epochs', {
  practiceKey: practiceKey().primaryKey(),
  epoch: integer().notNull(),
})
