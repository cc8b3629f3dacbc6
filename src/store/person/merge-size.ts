/** How much a merge would move (RULES §25). */
import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { whereNotPlanned, wherePlanned } from '../../../db/notice-sql.ts'
import { archive } from '../../../db/schema/archive.ts'
import { entries } from '../../../db/schema/calendar.ts'
import { waitingList } from '../../../db/schema/front-desk.ts'
import { notes } from '../../../db/schema/notes.ts'
import { pastReminders, reminderJobs } from '../../../db/schema/notices.ts'
import { onlineBookings } from '../../../db/schema/online-bookings.ts'
import { patientTags } from '../../../db/schema/patients.ts'
import { practices } from '../../../db/schema/practice.ts'
import { recallContacts } from '../../../db/schema/recalls.ts'
import { cancellations } from '../../../db/schema/visits.ts'
import type { Scope } from '../engine/scope.ts'
import { ownPracticeKey, type PracticeTable, param, select } from '../engine/statement.ts'

/** The tables with rows that a merge moves, and their long texts, which are written again with their rows. */
const movable: readonly (readonly [PracticeTable & { patientId: SQLiteColumn }, SQLiteColumn?])[] = [
  [notes, notes.body],
  [entries, entries.notes],
  [cancellations, cancellations.notes],
  [waitingList],
  [onlineBookings],
  [recallContacts],
  [reminderJobs],
  [pastReminders],
  [archive],
  [patientTags],
]
const ofPatient = (table: PracticeTable & { patientId: SQLiteColumn }): SQL =>
  sql`${getTableColumns(table).practiceKey!} = ${ownPracticeKey} and ${table.patientId} = ${param('from', table.patientId)}`
/** The index by patient does not hold the reminders that will still be sent. */
const notPlanned = sql.raw(` and ${whereNotPlanned}`)
const planned = sql`select 1 as weight from ${entries} cross join ${reminderJobs}
  on ${reminderJobs.practiceKey} = ${entries.practiceKey} and ${reminderJobs.entryId} = ${entries.id}
  where ${ofPatient(entries)} and ${sql.raw(wherePlanned)}`
const weights = movable.map(([table, text]) => {
  const long = text === undefined ? sql`` : sql` + coalesce(octet_length(${text}), 0) / 4096`
  return sql`select 1${long} as weight from ${table}
    where ${ofPatient(table)}${table === reminderJobs ? notPlanned : sql``}`
})
const weighed = select({
  fields: {
    rows: sql<number>`(select coalesce(sum(weight), 0) from (
      ${sql.join([...weights, planned], sql` union all `)} limit ${param('most')}))`,
  },
  from: practices,
})

/**
 * How many rows a merge of this patient would move. Each 4 KiB of text counts as a row. At most `most` stored rows are
 * read, so the result can be larger when texts are long.
 */
export const countMovable = (scope: Scope, patientId: string, most: number): number =>
  scope.get(weighed, { from: patientId, most })!.rows
