/** Plans and cancels messages when entries move to another record of the same person. */
import { and, gt, sql } from 'drizzle-orm'
import { kindIs, whereLive } from '../../../db/notice-sql.ts'
import { reminderJobs } from '../../../db/schema/notices.ts'
import { planNotices } from '../../domain/reminders/plan.ts'
import { findEntry } from '../calendar/entries.ts'
import type { WriteScope } from '../engine/scope.ts'
import { columnsOf, param, select } from '../engine/statement.ts'
import { callOff, tellNewsAgain } from '../notices/notice-news.ts'
import { applyNoticeSteps } from '../notices/notice-steps.ts'
import { findReminderTimes } from '../notices/reminder-times.ts'
import { doublesLeft, noticesMoved } from './moved-rows.ts'

/**
 * The most messages that are looked at. They are the messages of entries that moved between the two patients.
 */
const most = sql.raw('200')

const fields = columnsOf(reminderJobs)
const ahead = gt(reminderJobs.startAt, param('now'))
const liveDoubles = select({
  fields,
  from: reminderJobs,
  where: and(doublesLeft, sql.raw(whereLive), ahead),
  limit: most,
})
const liveNews = select({
  fields,
  from: reminderJobs,
  where: and(
    noticesMoved,
    sql.raw(`${whereLive} and not ${kindIs('reminder')} and not ${kindIs('recall')}`),
    ahead,
  ),
  limit: most,
})

/**
 * Makes sure that nobody gets a message twice. A live notice did not move if the other patient has a notice of the same
 * appointment. Such a notice is cancelled, and the other patient's notice is sent. News that the person already knows
 * are cancelled.
 */
export function settleNotices(tx: WriteScope, from: string, to: string, now: number): void {
  const doubles = tx.all(liveDoubles, { from, to, now })
  for (const notice of doubles) callOff(tx, notice, now)
  if (doubles.length > 0) planAgain(tx, [...new Set(doubles.map(({ entryId }) => entryId))], to, now)
  for (const notice of tx.all(liveNews, { to, now })) tellNewsAgain(tx, notice, now)
}

function planAgain(tx: WriteScope, entryIds: readonly string[], patientId: string, now: number): void {
  const times = findReminderTimes(tx)
  for (const entryId of entryIds) {
    const entry = findEntry(tx, entryId)
    if (entry === null || entry.patientId !== patientId) continue
    const steps = planNotices({ ...entry, patientId: null }, entry, times, now)
    applyNoticeSteps(tx, entryId, steps, now, { isNew: false })
  }
}
