/** What a merge is still to give back, once an earlier merge was undone before it (RULES §25). */
import { type SQL, sql } from 'drizzle-orm'
import { archiveRows } from '../../../db/schema/archive.ts'
import { type Change, ownPracticeKey, param, remove } from '../engine/statement.ts'
import { inArchive, type MovedSource, namesOf } from './moved-rows.ts'

const rowField = (field: string): SQL => sql`${archiveRows.row} ->> ${sql.raw(`'$.${field}'`)}`
const inItem = (field: string, names: readonly MovedSource[]): SQL =>
  sql`select moved.row ->> ${sql.raw(`'$.${field}'`)} from archive_rows moved
    where moved.practice_key = ${ownPracticeKey} and moved.archive_id = ${param('archiveId', archiveRows.archiveId)}
      and moved.source in (${namesOf(names)})`
const records = ['moved_notes', 'moved_entries', 'moved_cancellations', 'moved_waiting_list'] as const
const notices = ['moved_reminder_jobs', 'moved_past_reminders'] as const
/**
 * Lets the item of a further merge (`furtherId`) forget what the undo of an earlier one (`archiveId`) gave back, and that
 * one's own item. Each record may have been deleted, or brought back, between the two merges.
 */
export const forgetWentBack: Change = remove(
  archiveRows,
  sql`${archiveRows.archiveId} = ${param('furtherId', archiveRows.archiveId)}
    and ${archiveRows.source} in (${namesOf([...records, ...notices, 'moved_archive'])})
    and (${rowField('id')} in (${inItem('id', [...records, ...notices, 'moved_archive'])})
      or ${rowField('id')} in (${inItem('record_id', ['moved_archive'])})
      or ${rowField('record_id')} in (${inItem('id', records)})
      or ${rowField('id')} = ${inArchive(param('archiveId', archiveRows.archiveId))})`,
)
