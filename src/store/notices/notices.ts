import { and, desc, eq, gt, gte, lt, sql } from 'drizzle-orm'
import {
  kindIs,
  reasonIs,
  stateIs,
  whereCounted,
  whereFailed,
  whereLive,
  whereLiveOrNot,
  whereNumbered,
} from '../../../db/notice-sql.ts'
import { entries } from '../../../db/schema/calendar.ts'
import { reminderJobs } from '../../../db/schema/notices.ts'
import { mostReminders } from '../../domain/limits.ts'
import { skippedAtOnce } from '../../domain/reminders/lead.ts'
import type { NoticeChannel } from '../../domain/reminders/notice.ts'
import type { Occasion } from '../../domain/reminders/occasion.ts'
import { nextSequence } from '../../domain/reminders/sequence.ts'
import { undoMs } from '../../domain/reminders/undo.ts'
import type { Scope, WriteScope } from '../engine/scope.ts'
import { columnsOf, equals, type NewRow, ownPracticeKey, param, select, update } from '../engine/statement.ts'

const fields = columnsOf(reminderJobs)
const { channel, entryId, patientId, startAt } = fields

const byId = select({ fields, from: reminderJobs, where: equals(fields.id, 'id') })
const ofEntry = select({
  fields,
  from: reminderJobs,
  where: equals(entryId, 'entryId'),
  orderBy: [desc(fields.createdAt), desc(fields.id)],
  limit: param('limit'),
})
const ofOccasion = select({
  fields,
  from: reminderJobs,
  where: and(
    equals(entryId, 'entryId'),
    equals(patientId, 'patientId'),
    sql.raw(whereLiveOrNot),
    eq(startAt, param('startAt')),
    eq(fields.kind, 'reminder'),
  ),
})
const failedSince = select({
  fields,
  from: reminderJobs,
  where: and(sql.raw(`(${whereFailed})`), gte(fields.updatedAt, param('since'))),
  orderBy: [desc(fields.updatedAt), desc(fields.id)],
  limit: param('limit'),
})

const countedOnDay = select({
  fields: { id: fields.id },
  from: reminderJobs,
  where: and(sql.raw(whereCounted), equals(channel, 'channel'), equals(fields.countedOn, 'day')),
  limit: sql`1 offset ${param('before')}`,
})
const counted = { number: sql<number>`count(*)` }
const sentOnDay = select({
  fields: counted,
  from: reminderJobs,
  where: and(
    sql.raw(whereCounted),
    eq(channel, param('channel', channel)),
    eq(fields.countedOn, param('day', fields.countedOn)),
  ),
})
const dueUntil = select({
  fields: counted,
  from: reminderJobs,
  where: and(
    sql.raw(stateIs('scheduled')),
    eq(channel, param('channel', channel)),
    lt(fields.nextAttemptAt, param('until')),
  ),
})
const allowedNow = update(
  reminderJobs,
  ['state', 'reason', 'updatedAt'],
  and(
    sql.raw(`${reasonIs('country_not_allowed')} and ${stateIs('skipped')}`),
    gt(startAt, param('now')),
    // A moved appointment has another notice for its new start. A notice of a cancellation is true only while there is
    // no appointment with its start and its patient. A recall has no appointment.
    sql`(${sql.raw(`${kindIs('cancelled')} or ${kindIs('recall')}`)}) <> exists (select 1 from ${entries} where ${entries.practiceKey} = ${reminderJobs.practiceKey}
      and ${entries.id} = ${entryId} and ${entries.startAt} = ${startAt} and ${entries.patientId} = ${patientId})`,
  )!,
  { nextAttemptAt: sql`max(min(${fields.dueAt}, ${fields.nextAttemptAt}), ${param('earliest')})` },
)

const highestSequence = select({
  fields: { sequence: fields.sequence },
  from: reminderJobs,
  where: and(equals(entryId, 'entryId'), sql.raw(`(${whereNumbered})`)),
  orderBy: [desc(fields.sequence)],
  limit: sql`1`,
})

const renewed = update(
  reminderJobs,
  ['leaseUntil'],
  and(equals(fields.id, 'noticeId'), equals(fields.lease, 'holder'))!,
)

/**
 * An SQL condition for notices of entries that still belong to the patient. A notice of an entry that no longer belongs
 * to the patient stays as it is.
 */
const ofPatientsEntries = sql`${patientId} = ${param('gone', patientId)} and ${entryId} in (select ${entries.id} from ${entries}
  where ${entries.practiceKey} = ${ownPracticeKey} and ${entries.patientId} = ${param('gone', patientId)})`
const skippedAndAhead = sql`${sql.raw(`${stateIs('skipped')} and ${reasonIs(...skippedAtOnce)}`)} and ${gt(startAt, param('now'))}`
const cancelOfPatient = update(
  reminderJobs,
  ['state', 'updatedAt'],
  sql`${ofPatientsEntries} and (${sql.raw(whereLive)} or ${skippedAndAhead})`,
  { reason: sql`case when ${sql.raw(whereLive)} then null else ${fields.reason} end` },
)

export const findNotice = (scope: Scope, id: string) => scope.get(byId, { id })
export type NoticeRow = NonNullable<ReturnType<typeof findNotice>>

/** The newest 200 notices that one entry has had, by start time. */
export const listNotices = (scope: Scope, entryId: string): NoticeRow[] =>
  scope.all(ofEntry, { entryId, limit: mostReminders }).sort(byStart)

type InOrder = Pick<NoticeRow, 'id' | 'startAt' | 'createdAt' | 'channel' | 'slot'>

/** The order in which the notices of an entry are listed. */
export const byStart = (a: InOrder, b: InOrder): number =>
  a.startAt - b.startAt ||
  a.createdAt - b.createdAt ||
  a.slot - b.slot ||
  compare(a.channel, b.channel) ||
  compare(a.id, b.id)

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** The reminders of one entry for this patient and start time: at most one for each channel and slot. */
export const listRemindersOf = (scope: Scope, entryId: string, { patientId, startAt }: Occasion) =>
  scope.all(ofOccasion, { entryId, patientId, startAt })

/** The notices that failed since this moment (epoch milliseconds), newest first. */
export const listFailedNotices = (scope: Scope, since: number, limit: number) =>
  scope.all(failedSince, { since, limit })

/**
 * Whether the practice has sent or is sending this many messages by the channel on a local day. `most` is at least 1.
 */
export const reachesCeiling = (scope: Scope, channel: NoticeChannel, day: string, most: number): boolean =>
  scope.get(countedOnDay, { channel, day, before: most - 1 }) !== null

/**
 * How many messages of a channel the practice has sent or is sending on a local day. Messages that fall due before
 * `until` (epoch milliseconds) are counted, too.
 */
export const countWithDue = (scope: Scope, channel: NoticeChannel, day: string, until: number): number =>
  scope.get(sentOnDay, { channel, day })!.number + scope.get(dueUntil, { channel, until })!.number

/** Schedules the notices again that were not sent because of their country. The next try to send them decides again. */
export const reconsiderCountries = (tx: WriteScope, now: number): void =>
  void tx.run(allowedNow, {
    state: 'scheduled',
    reason: null,
    updatedAt: now,
    now,
    earliest: now + undoMs,
  })

/**
 * Cancels all notices of a patient that may still be sent, in one statement. The result is what `planNotices` plans for
 * a deleted appointment. Call it while the entries still name the patient.
 */
export const cancelNoticesOfPatient = (tx: WriteScope, patientId: string, now: number): void =>
  void tx.run(cancelOfPatient, { gone: patientId, state: 'cancelled', updatedAt: now, now })

/** Whether the process with this lease still delivers the notice. */
export const holdsNotice = (scope: Scope, id: string, lease: string): boolean => {
  const notice = findNotice(scope, id)
  return notice?.state === 'running' && notice.lease === lease
}

/**
 * Makes a lease end at another moment (epoch milliseconds). Returns false when another process, or no process, has the
 * notice.
 */
export const renewLease = (tx: WriteScope, id: string, lease: string, leaseUntil: number): boolean =>
  tx.run(renewed, { noticeId: id, holder: lease, leaseUntil }) > 0

/** The next number for an event of this entry's notices, at `now` (`domain/reminders/sequence.ts`). */
export const nextSequenceOf = (scope: Scope, entryId: string, now: number): number =>
  nextSequence(scope.get(highestSequence, { entryId })?.sequence ?? 0, now)

/** The fields of a notice that no process delivers. */
export const unleased = { lease: null, leaseUntil: null }

/** The fields of a notice that was not delivered yet. */
export const untried = {
  ...unleased,
  attempts: 0,
  sentAt: null,
  uncertainAt: null,
  failingSince: null,
  countedOn: null,
  sequence: 0,
  lastError: null,
}

export type NewNotice = NewRow<typeof reminderJobs>

export const insertNotice = (tx: WriteScope, notice: NewNotice): void => tx.insert(reminderJobs, notice)

/** Adds a few notices in one statement. */
export const insertNotices = (tx: WriteScope, notices: readonly NewNotice[]): void =>
  tx.insertAll(reminderJobs, notices)

export const updateNotice = (tx: WriteScope, id: string, changes: Partial<NewNotice>): void =>
  tx.update(reminderJobs, id, changes)
