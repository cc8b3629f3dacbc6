/** The messages that tell patients to come again. They belong to the contact that planned them (RULES §34). */
import { and, desc, gte, sql } from 'drizzle-orm'
import { kindIs, whereLive, whereNotPlanned, whereTold } from '../../../db/notice-sql.ts'
import { pastReminders, reminderJobs } from '../../../db/schema/notices.ts'
import { newId } from '../../domain/id.ts'
import { betweenMessagesMs, mostRecallMessages, usefulMs } from '../../domain/recall.ts'
import type { RecallStanding } from '../../domain/reminders/due.ts'
import type { NoticeChannel } from '../../domain/reminders/notice.ts'
import { type SendHours, usefulSendTime } from '../../domain/reminders/send-window.ts'
import { undoMs } from '../../domain/reminders/undo.ts'
import type { Scope, WriteScope } from '../engine/scope.ts'
import { columnsOf, equals, param, select } from '../engine/statement.ts'
import { findReachable, findRecallContact } from '../patients/recalls.ts'
import { callOff } from './notice-news.ts'
import { insertNotices, type NewNotice, type NoticeRow, untried } from './notices.ts'
import { lastStartOf, listDue, recallDayOf } from './recall-due.ts'

const fields = columnsOf(reminderJobs)
const isRecall = sql.raw(kindIs('recall'))
const ofPatient = equals(fields.patientId, 'patientId')
const live = select({
  fields,
  from: reminderJobs,
  where: and(ofPatient, isRecall, sql.raw(whereNotPlanned), sql.raw(whereLive)),
  orderBy: [fields.dueAt],
  limit: param('limit'),
})
const told = select({
  fields: { at: sql<number>`ifnull(${fields.sentAt}, ${fields.uncertainAt})` },
  from: reminderJobs,
  where: and(
    ofPatient,
    isRecall,
    sql.raw(whereNotPlanned),
    sql.raw(`(${whereTold})`),
    gte(fields.dueAt, param('since')),
  ),
  orderBy: [desc(fields.dueAt)],
  limit: param('limit'),
})
const past = columnsOf(pastReminders)
const toldBefore = select({
  fields: { at: sql<number>`ifnull(${past.sentAt}, ${past.updatedAt})` },
  from: pastReminders,
  where: and(
    equals(past.patientId, 'patientId'),
    isRecall,
    sql`(${past.sentAt} is not null or ${equals(past.state, 'uncertain')})`,
    gte(past.dueAt, param('since')),
  ),
  orderBy: [desc(past.dueAt)],
  limit: param('limit'),
})

/** The most messages of one patient that are looked at. Two patients with this number each may have been merged. */
const most = 2 * mostRecallMessages

/** The messages to a patient that may still be sent, the next message first. */
export const listRecallsAhead = (scope: Scope, patientId: string) =>
  scope.all(live, { patientId, limit: most })

/**
 * When the patient got, or may have got, the messages that fell due since a moment. The latest comes first. Instants
 * are epoch milliseconds.
 */
export const listRecallsTold = (scope: Scope, patientId: string, since: number): number[] =>
  [
    ...scope.all(told, { patientId, since, limit: most }),
    ...scope.all(toldBefore, { patientId, since, limit: most, uncertain: 'uncertain' }),
  ]
    .map(({ at }) => at)
    .sort((a, b) => b - a)

/** The patient who should come again, the channel, and when the patient got messages before. */
export interface RecallPlan {
  readonly contactId: string
  readonly patientId: string
  readonly channel: NoticeChannel
  /** When the patient got messages before, in epoch milliseconds, the latest first. */
  readonly told: readonly number[]
  readonly hours: SendHours
}

/** Plans the messages that the patient may still get. Each message is two weeks after the message before. */
export function planRecalls(tx: WriteScope, plan: RecallPlan, now: number): void {
  const { contactId, patientId, channel, told, hours } = plan
  const first = Math.max(now + undoMs, (told[0] ?? Number.NEGATIVE_INFINITY) + betweenMessagesMs)
  const notices = Array.from({ length: mostRecallMessages - told.length }, (_, i): NewNotice => {
    const dueAt = first + i * betweenMessagesMs
    const startAt = dueAt + usefulMs
    return {
      id: newId(now),
      entryId: contactId,
      patientId,
      channel,
      kind: 'recall',
      slot: i,
      startAt,
      dueAt,
      nextAttemptAt: usefulSendTime(hours, startAt, dueAt) ?? dueAt,
      state: 'scheduled',
      reason: null,
      ...untried,
      createdAt: now,
      updatedAt: now,
    }
  })
  insertNotices(tx, notices)
}

/** Cancels the messages to a patient that may still be sent. */
export function callOffRecalls(tx: WriteScope, patientId: string, now: number): void {
  for (const notice of listRecallsAhead(tx, patientId)) callOff(tx, notice, now)
}

/**
 * Whether a message that is due may be sent. Since it was planned, the patient may have come, booked, declined or
 * disagreed.
 */
export function standingOf(
  scope: Scope,
  { patientId, entryId: contactId }: Pick<NoticeRow, 'patientId' | 'entryId'>,
  now: number,
): RecallStanding {
  const due = listDue(scope, patientId, recallDayOf(scope, now))
  const stands = due.length > 0 && findRecallContact(scope, contactId) !== null
  const told = stands ? listRecallsTold(scope, patientId, lastStartOf(due)) : []
  // When several messages are due at once, one of them is in delivery before the others.
  if (listRecallsAhead(scope, patientId).some(({ state }) => state === 'running')) told.unshift(now)
  return {
    isDue: stands && told.length < mostRecallMessages,
    agreed: findReachable(scope, patientId)?.recallConsent ?? false,
    notBefore: told.length === 0 ? now : told[0]! + betweenMessagesMs,
  }
}
