/** The notices of one patient, those that may still go out and the retired ones. */
import { and, desc, eq, sql } from 'drizzle-orm'
import { pastReminders, reminderJobs } from '../../../db/schema/notices.ts'
import type { Scope } from '../engine/scope.ts'
import { columnsOf, param, select } from '../engine/statement.ts'
import type { NoticeOfHistory } from './past-notices.ts'

const ofPatient = <T extends typeof reminderJobs | typeof pastReminders>(table: T) => {
  const { patientId, dueAt, id } = columnsOf<typeof reminderJobs | typeof pastReminders>(table)
  return select({
    fields: columnsOf(table),
    from: table,
    where: and(
      eq(patientId, param('patientId', patientId)),
      sql`(${dueAt}, ${id}) < (${param('dueAt')}, ${param('id', id)})`,
    ),
    orderBy: [desc(dueAt), desc(id)],
    limit: param('limit'),
  })
}

const live = ofPatient(reminderJobs)
const retired = ofPatient(pastReminders)

/** A place among the notices of a patient. `dueAt` is in epoch milliseconds. An empty id comes before every other. */
export interface NoticePlace {
  readonly dueAt: number
  readonly id: string
}

/** The notices of a patient that fall due earlier than a place, the latest first. */
export const listNoticesOfPatient = (
  scope: Scope,
  patientId: string,
  from: NoticePlace,
  limit: number,
): NoticeOfHistory[] =>
  // Another process may retire a notice between two statements.
  scope.snapshot(() => {
    const params = { patientId, ...from, limit }
    const notices: NoticeOfHistory[] = [...scope.all(live, params), ...scope.all(retired, params)]
    return notices.sort((a, b) => b.dueAt - a.dueAt || (a.id < b.id ? 1 : -1)).slice(0, limit)
  })
