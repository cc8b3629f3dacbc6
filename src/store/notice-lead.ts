import { and, eq, gt, type SQL, sql } from 'drizzle-orm'
import { reasonIs, stateIs } from '../../db/notice-sql.ts'
import { reminderJobs } from '../../db/schema.ts'
import { isOff, leadMs, scheduledAgain, skippedAtOnce, switchedOff } from '../domain/reminders/lead.ts'
import type { WriteScope } from './scope.ts'
import { columnsOf, param, update } from './statement.ts'

const { createdAt, kind, lastError, nextAttemptAt, startAt } = columnsOf(reminderJobs)

const isAhead = gt(startAt, param('now'))
/** News do not depend on the lead. */
const isScheduled = and(sql.raw(stateIs('scheduled')), eq(kind, 'reminder'))!
const wasSkippedAtOnce = sql.raw(`${stateIs('skipped')} and ${reasonIs(...skippedAtOnce)}`)
const wasSwitchedOff = sql.raw(reasonIs('switched_off'))
/** `dueTime` of the domain for each row. */
const newDueAt: SQL = sql`${startAt} - ${param('leadMs')}`

const switchOff = update(reminderJobs, ['state', 'reason', 'updatedAt'], and(isScheduled, isAhead)!)
const moveDueTimes = update(reminderJobs, ['reason', 'updatedAt'], and(isScheduled, isAhead)!, {
  dueAt: newDueAt,
  // A pause after a failed try is kept.
  nextAttemptAt: sql`iif(${lastError} is null, ${newDueAt}, max(${nextAttemptAt}, ${newDueAt}))`,
})
const bringBack = update(
  reminderJobs,
  ['state', 'reason', 'updatedAt'],
  and(
    wasSkippedAtOnce,
    isAhead,
    sql`(${newDueAt} > ${param('now')} or ${wasSwitchedOff} and ${createdAt} < ${newDueAt})`,
  )!,
  { dueAt: newDueAt, nextAttemptAt: newDueAt },
)

/** Applies a change of the lead to every notice of the practice, by the table in `domain/reminders/lead.ts`. */
export function applyNewLead(tx: WriteScope, leadMinutes: number, now: number): void {
  if (isOff(leadMinutes)) {
    tx.run(switchOff, { now, updatedAt: now, ...switchedOff })
    return
  }
  const times = { leadMs: leadMs(leadMinutes), now, updatedAt: now }
  // What the ceiling of the day held back is decided anew at its new time.
  tx.run(moveDueTimes, { ...times, reason: null })
  tx.run(bringBack, { ...times, ...scheduledAgain })
}
