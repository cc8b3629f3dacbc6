import { and, asc, desc, eq, gt, gte, sql } from 'drizzle-orm'
import { reminderJobs } from '../../db/schema.ts'
import { newId } from '../domain/id.ts'
import { afterStep, type NoticeChannel, type NoticeStep, noticeChannels } from '../domain/reminders/plan.ts'
import type { Scope, WriteScope } from './scope.ts'
import { columnsOf, type NewRow, param, select, update } from './statement.ts'

const fields = columnsOf(reminderJobs)
const { channel, entryId, nextAttemptAt, patientId, startAt, state } = fields

const byId = select({ fields, from: reminderJobs, where: eq(fields.id, param('id')) })
const jobsOfEntry = select({
  fields,
  from: reminderJobs,
  where: eq(entryId, param('entryId')),
  orderBy: [asc(startAt), asc(fields.createdAt), asc(channel)],
})
const jobOf = select({
  fields,
  from: reminderJobs,
  where: and(
    eq(entryId, param('entryId')),
    eq(patientId, param('patientId')),
    eq(startAt, param('startAt')),
    eq(channel, param('channel')),
  ),
})
/** Written like the condition of the index `reminder_jobs_failed`, so that it is used; see also `hasFailed`. */
const failedLately = select({
  fields,
  from: reminderJobs,
  where: and(
    sql`(${state} = 'dead' or ${fields.reason} in ('missed_window', 'invalid_phone'))`,
    gte(fields.updatedAt, param('since')),
  ),
  orderBy: [desc(fields.updatedAt), desc(fields.id)],
  limit: param('limit'),
})

const dueByLead = sql`${startAt} - ${param('lead')}`
const newDueTimes = update(
  reminderJobs,
  ['updatedAt'],
  and(sql`${state} = 'scheduled'`, gt(startAt, param('now')))!,
  {
    dueAt: dueByLead,
    // A pause after a delivery that failed is kept to.
    nextAttemptAt: sql`iif(${fields.lastError} is null, ${dueByLead}, max(${nextAttemptAt}, ${dueByLead}))`,
  },
)
const inTimeNow = update(
  reminderJobs,
  ['state', 'reason', 'updatedAt'],
  and(
    sql`${state} = 'skipped' and ${fields.reason} in ('inside_lead', 'switched_off')`,
    gt(startAt, param('now')),
    sql`(${dueByLead} > ${param('now')} or ${fields.reason} = 'switched_off' and ${fields.createdAt} < ${dueByLead})`,
  )!,
  { dueAt: dueByLead, nextAttemptAt: dueByLead },
)
const switchedOff = update(
  reminderJobs,
  ['state', 'reason', 'updatedAt'],
  and(sql`${state} = 'scheduled'`, gt(startAt, param('now')))!,
)

export const findNotice = (scope: Scope, id: string) => scope.get(byId, { id })
export type NoticeRow = NonNullable<ReturnType<typeof findNotice>>

/** The reminders one entry has had, by the start time each was for. */
export const listNotices = (scope: Scope, entryId: string) => scope.all(jobsOfEntry, { entryId })

/** What was given up, missed or had a number that is none since a moment, newest first. */
export const listFailedNotices = (scope: Scope, since: number, limit: number) =>
  scope.all(failedLately, { since, limit })

/** Whether whoever holds this lease is still to deliver the reminder. */
export const holdsNotice = (scope: Scope, id: string, lease: string): boolean => {
  const job = findNotice(scope, id)
  return job?.state === 'running' && job.lease === lease
}

/** Writes what `planNotices` planned, in the transaction of the change that brought it about. */
export function applyNoticeSteps(
  tx: WriteScope,
  entryId: string,
  steps: readonly NoticeStep[],
  now: number,
): void {
  for (const step of steps) for (const channel of noticeChannels) applyStep(tx, entryId, step, channel, now)
}

function applyStep(
  tx: WriteScope,
  entryId: string,
  step: NoticeStep,
  channel: NoticeChannel,
  now: number,
): void {
  const { patientId, startAt } = step
  const job = tx.get(jobOf, { entryId, patientId, startAt, channel })
  const plan = afterStep(job, step, now)
  if (plan === null) return
  if (job !== null) {
    const due = plan.dueAt === undefined ? {} : { nextAttemptAt: afterPause(job, plan.dueAt), ...unleased }
    updateNotice(tx, job.id, { ...plan, ...due, updatedAt: now })
  } else
    insertNotice(tx, {
      id: newId(now),
      entryId,
      patientId,
      channel,
      startAt,
      state: plan.state,
      reason: plan.reason,
      dueAt: plan.dueAt!,
      nextAttemptAt: plan.dueAt!,
      attempts: 0,
      sentAt: null,
      lastError: null,
      ...unleased,
      createdAt: now,
      updatedAt: now,
    })
}

/** When a reminder that is due at `dueAt` is to go out: a pause after a delivery that failed is kept to. */
const afterPause = ({ lastError, nextAttemptAt }: NoticeRow, dueAt: number): number =>
  lastError === null ? dueAt : Math.max(nextAttemptAt, dueAt)

/** Nobody's to deliver. */
export const unleased = { lease: null, leaseUntil: null }

export const insertNotice = (tx: WriteScope, job: NewRow<typeof reminderJobs>): void =>
  tx.insert(reminderJobs, job)

export const updateNotice = (
  tx: WriteScope,
  id: string,
  changes: Partial<NewRow<typeof reminderJobs>>,
): void => tx.update(reminderJobs, id, changes)

/**
 * Moves every reminder that is still to come to a new lead. One that would have been due by now is due at once,
 * for its appointment was booked in time; one that was booked inside the old lead and is outside the new one is
 * sent after all. A lead of 0 switches them all off, until there is another.
 */
export function applyNewLead(tx: WriteScope, leadMinutes: number, now: number): void {
  const times = { lead: leadMinutes * 60_000, now, updatedAt: now }
  if (leadMinutes === 0) {
    tx.run(switchedOff, { now, updatedAt: now, state: 'skipped', reason: 'switched_off' })
    return
  }
  tx.run(newDueTimes, times)
  tx.run(inTimeNow, { ...times, state: 'scheduled', reason: null })
}
