import { and, desc, eq, gte, sql } from 'drizzle-orm'
import { whereFailed } from '../../db/notice-sql.ts'
import { reminderJobs } from '../../db/schema.ts'
import { mostReminders } from '../domain/limits.ts'
import type { NoticeChannel } from '../domain/reminders/notice.ts'
import type { Occasion } from '../domain/reminders/occasion.ts'
import type { Scope, WriteScope } from './scope.ts'
import { columnsOf, type NewRow, param, select } from './statement.ts'

const fields = columnsOf(reminderJobs)
const { channel, entryId, patientId, startAt } = fields

const byId = select({ fields, from: reminderJobs, where: eq(fields.id, param('id')) })
const ofEntry = select({
  fields,
  from: reminderJobs,
  where: eq(entryId, param('entryId')),
  orderBy: [desc(fields.createdAt), desc(fields.id)],
  limit: param('limit'),
})
const ofOccasion = select({
  fields,
  from: reminderJobs,
  where: and(
    eq(entryId, param('entryId')),
    eq(patientId, param('patientId')),
    eq(startAt, param('startAt')),
    eq(channel, param('channel')),
  ),
})
const failedSince = select({
  fields,
  from: reminderJobs,
  where: and(sql.raw(`(${whereFailed})`), gte(fields.updatedAt, param('since'))),
  orderBy: [desc(fields.updatedAt), desc(fields.id)],
  limit: param('limit'),
})

export const findNotice = (scope: Scope, id: string) => scope.get(byId, { id })
export type NoticeRow = NonNullable<ReturnType<typeof findNotice>>

/** The newest 200 notices that one entry has had, by start time. */
export const listNotices = (scope: Scope, entryId: string): NoticeRow[] =>
  scope.all(ofEntry, { entryId, limit: mostReminders }).sort(byStart)

const byStart = (a: NoticeRow, b: NoticeRow): number =>
  a.startAt - b.startAt || a.createdAt - b.createdAt || (a.channel < b.channel ? -1 : 1)

/** The notice of one entry for this patient, start time and channel, or null. */
export const findNoticeOf = (
  scope: Scope,
  entryId: string,
  { patientId, startAt }: Occasion,
  channel: NoticeChannel,
) => scope.get(ofOccasion, { entryId, patientId, startAt, channel })

/** The notices that failed since this moment (epoch milliseconds), newest first. */
export const listFailedNotices = (scope: Scope, since: number, limit: number) =>
  scope.all(failedSince, { since, limit })

/** Whether the holder of this lease is still the one who delivers the notice. */
export const holdsNotice = (scope: Scope, id: string, lease: string): boolean => {
  const notice = findNotice(scope, id)
  return notice?.state === 'running' && notice.lease === lease
}

/** The fields of a notice that no process delivers. */
export const unleased = { lease: null, leaseUntil: null }

export const insertNotice = (tx: WriteScope, notice: NewRow<typeof reminderJobs>): void =>
  tx.insert(reminderJobs, notice)

export const updateNotice = (
  tx: WriteScope,
  id: string,
  changes: Partial<NewRow<typeof reminderJobs>>,
): void => tx.update(reminderJobs, id, changes)
