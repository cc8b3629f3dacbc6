/** The notices of one patient: notices that may still be sent, and notices that have ended or are retired. */
import { and, desc, type SQL, sql } from 'drizzle-orm'
import { whereNotPlanned, wherePlanned } from '../../../db/notice-sql.ts'
import { entries } from '../../../db/schema/calendar.ts'
import { pastReminders, reminderJobs } from '../../../db/schema/notices.ts'
import type { Scope } from '../engine/scope.ts'
import { columnsOf, equals, param, select } from '../engine/statement.ts'
import type { NoticeOfHistory } from './past-notices.ts'

const ofPatient = <T extends typeof reminderJobs | typeof pastReminders>(
  table: T,
  which: SQL | undefined,
  source?: SQL,
) => {
  const { patientId, dueAt, id } = columnsOf<typeof reminderJobs | typeof pastReminders>(table)
  return select({
    fields: columnsOf(table),
    from: table,
    ...(source && { source }),
    where: and(
      equals(patientId, 'patientId'),
      sql`(${dueAt}, ${id}) < (${param('dueAt')}, ${param('id', id)})`,
      which,
    ),
    orderBy: [desc(dueAt), desc(id)],
    limit: param('limit'),
  })
}

const ended = ofPatient(reminderJobs, sql.raw(whereNotPlanned))
/** No index by patient holds the reminders that will still be sent. They are found by the patient's entries. */
const planned = ofPatient(
  reminderJobs,
  and(equals(entries.patientId, 'patientId'), sql.raw(wherePlanned)),
  sql`${entries} cross join ${reminderJobs}
    on ${reminderJobs.practiceKey} = ${entries.practiceKey} and ${reminderJobs.entryId} = ${entries.id}`,
)
const retired = ofPatient(pastReminders, undefined)

/**
 * A position in the list of a patient's notices. `dueAt` is in epoch milliseconds. An empty id precedes every other id.
 */
export interface NoticePlace {
  readonly dueAt: number
  readonly id: string
}

/** The notices of a patient that fall due earlier than the position `from`, the latest first. */
export const listNoticesOfPatient = (
  scope: Scope,
  patientId: string,
  from: NoticePlace,
  limit: number,
): NoticeOfHistory[] =>
  // Another process may retire a notice between two statements.
  scope.snapshot(() => {
    const params = { patientId, ...from, limit }
    const notices: NoticeOfHistory[] = [
      ...scope.all(ended, params),
      ...scope.all(planned, params),
      ...scope.all(retired, params),
    ]
    return notices.sort((a, b) => b.dueAt - a.dueAt || (a.id < b.id ? 1 : -1)).slice(0, limit)
  })
