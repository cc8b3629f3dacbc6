import { and, asc, gt, sql } from 'drizzle-orm'
import { whereUnreached } from '../../../db/notice-sql.ts'
import { reminderJobs } from '../../../db/schema/notices.ts'
import { mostReachedAgain } from '../../domain/limits.ts'
import { switchedOff } from '../../domain/reminders/lead.ts'
import { includes } from '../../domain/reminders/notice.ts'
import { stillHolds } from '../../domain/reminders/occasion.ts'
import { type Reachable, reasonsRemoved } from '../../domain/reminders/reach.ts'
import { dueAgain } from '../../domain/reminders/retry.ts'
import { undoMs } from '../../domain/reminders/undo.ts'
import { findEntry } from '../calendar/entries.ts'
import type { WriteScope } from '../engine/scope.ts'
import { columnsOf, equals, param, select } from '../engine/statement.ts'
import { tellNewsAgain } from './notice-news.ts'
import { type NoticeRow, updateNotice } from './notices.ts'
import { findReminderTimes } from './reminder-times.ts'

const fields = columnsOf(reminderJobs)
const { patientId, startAt } = fields

const unreachedAhead = select({
  fields,
  from: reminderJobs,
  where: and(equals(patientId, 'patientId'), gt(startAt, param('now')), sql.raw(`(${whereUnreached})`)),
  orderBy: [asc(startAt)],
  limit: sql.raw(String(mostReachedAgain)),
})

/**
 * Schedules the notices again that could not reach a patient for reasons that a change of the patient may have removed.
 * The next try to send a notice decides about it again. Notices of appointments that have begun or changed stay as they
 * are. At most 500 notices are scheduled, the soonest first.
 */
export function reachAgain(
  tx: WriteScope,
  patient: Reachable & { readonly id: string },
  after: Reachable,
  now: number,
): void {
  const removed = reasonsRemoved(patient, after)
  if (removed.email.length + removed.sms.length === 0) return
  for (const notice of tx.all(unreachedAhead, { patientId: patient.id, now }))
    if (includes(removed[notice.channel], notice.reason)) bringBack(tx, notice, now)
}

function bringBack(tx: WriteScope, notice: NoticeRow, now: number): void {
  if (notice.state !== 'skipped' && notice.state !== 'dead') return
  if (!stillHolds(notice, findEntry(tx, notice.entryId))) return
  if (notice.kind !== 'reminder' && notice.kind !== 'recall') tellNewsAgain(tx, notice, now)
  else if (notice.kind === 'reminder' && (findReminderTimes(tx).leads[notice.slot] ?? 0) === 0)
    updateNotice(tx, notice.id, { ...switchedOff, updatedAt: now })
  else
    updateNotice(tx, notice.id, {
      ...dueAgain(Math.max(Math.min(notice.dueAt, notice.nextAttemptAt), now + undoMs)),
      updatedAt: now,
    })
}
