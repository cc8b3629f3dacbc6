import { and, eq, sql } from 'drizzle-orm'
import { reminderJobs } from '../../db/schema.ts'
import type { ReminderStep } from '../domain/reminder.ts'
import type { Scope, WriteScope } from './scope.ts'
import { columnsOf, param, select, update } from './statement.ts'

const ofEntry = eq(reminderJobs.entryId, param('whereEntryId'))
const atStart = and(ofEntry, eq(reminderJobs.startAt, param('whereStartAt')))!

const jobsOfEntry = select({
  fields: columnsOf(reminderJobs),
  from: reminderJobs,
  where: ofEntry,
  orderBy: [reminderJobs.startAt],
})
const setState = update(reminderJobs, ['state', 'reason', 'dueAt', 'updatedAt'], atStart)
const cancel = update(
  reminderJobs,
  ['state', 'reason', 'updatedAt'],
  and(atStart, sql`${reminderJobs.state} in ('scheduled', 'skipped')`)!,
)

/** The reminders one entry has had, by the start time each was for. */
export const listReminderJobs = (scope: Scope, entryId: string) =>
  scope.all(jobsOfEntry, { whereEntryId: entryId })

/** Writes what `planReminder` planned, in the transaction of the change that brought it about. */
export function applyReminderSteps(
  tx: WriteScope,
  entryId: string,
  steps: readonly ReminderStep[],
  now: number,
): void {
  for (const step of steps) {
    const at = { whereEntryId: entryId, whereStartAt: step.startAt, updatedAt: now }
    if (step.do === 'cancel') {
      tx.run(cancel, { ...at, state: 'cancelled', reason: null })
      continue
    }
    const job = {
      state: step.do === 'schedule' ? ('scheduled' as const) : ('skipped' as const),
      reason: step.do === 'skip' ? step.reason : null,
      dueAt: step.dueAt,
    }
    // A start time that is come back to finds its own job again.
    if (tx.run(setState, { ...at, ...job }) === 0)
      tx.insert(reminderJobs, { entryId, startAt: step.startAt, ...job, createdAt: now, updatedAt: now })
  }
}
