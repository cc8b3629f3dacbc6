import { and, desc, eq, ne, sql } from 'drizzle-orm'
import { kindIs, whereLive, whereLiveOrNot, whereNumbered, whereTold } from '../../../db/notice-sql.ts'
import { reminderJobs } from '../../../db/schema/notices.ts'
import { newId } from '../../domain/id.ts'
import {
  calledOff,
  canCarry,
  type LastNotice,
  type News,
  newsFor,
  says,
  wasTold,
} from '../../domain/reminders/news.ts'
import { type NoticeChannel, noticeChannels } from '../../domain/reminders/notice.ts'
import { isAnotherOccasion, type Notifiable, occasionOf } from '../../domain/reminders/occasion.ts'
import { afterStep } from '../../domain/reminders/plan.ts'
import { undoMs } from '../../domain/reminders/undo.ts'
import { withFirstStart } from '../../domain/reminders/window.ts'
import { findEntry } from '../calendar/entries.ts'
import type { Scope, WriteScope } from '../engine/scope.ts'
import { columnsOf, equals, param, select } from '../engine/statement.ts'
import { hasPatient } from '../patients/patients.ts'
import type { NoticeSettings } from './notice-settings.ts'
import {
  findNotice,
  insertNotice,
  type NoticeRow,
  nextSequenceOf,
  unleased,
  untried,
  updateNotice,
} from './notices.ts'

const fields = columnsOf(reminderJobs)
const { entryId, patientId, channel, kind, slot, startAt, sentAt, uncertainAt, sequence } = fields

const ofListener = and(
  equals(entryId, 'entryId'),
  // The plus keeps SQLite from using the index of patients: a patient has many more messages than an entry.
  sql`+${patientId} = ${param('patientId', patientId)}`,
  equals(channel, 'channel'),
)
const lastTold = select({
  fields: { kind, startAt, sequence },
  from: reminderJobs,
  where: and(
    ofListener,
    sql.raw(`(${whereNumbered}) and (${whereTold})`),
    ne(fields.id, param('otherThan', fields.id)),
  ),
  orderBy: [desc(sequence), desc(sql`coalesce(${sentAt}, ${uncertainAt})`), desc(fields.id)],
  limit: sql`1`,
})
const liveNews = select({
  fields: { id: fields.id, kind, startAt, sentAt, uncertainAt, leaseUntil: fields.leaseUntil },
  from: reminderJobs,
  where: and(ofListener, sql.raw(`not ${kindIs('reminder')} and ${whereLive}`)),
})
const sameNews = select({
  fields,
  from: reminderJobs,
  where: and(ofListener, sql.raw(whereLiveOrNot), eq(startAt, param('startAt')), equals(kind, 'kind')),
  orderBy: [desc(slot)],
  limit: sql`1`,
})

/** Who gets news (messages about a booking, a move or a cancellation): one patient of one entry by one channel. */
export interface Listener {
  readonly entryId: string
  readonly patientId: string
  readonly channel: NoticeChannel
}

/**
 * The newest notice about an entry that a patient got, or may have got, by one channel; null when there is none. The
 * notice `otherThan` is left out.
 */
const findLastTold = (
  scope: Scope,
  { entryId, patientId, channel }: Listener,
  otherThan: string,
): LastNotice | null => scope.get(lastTold, { entryId, patientId, channel, otherThan })

/**
 * A notice with the first start that matters: the start in the notice, or an earlier start that the patient knows. The
 * patient would come at the known start, so news of a move must arrive before it. An earlier try of this notice does
 * not count as known, because the patient may not have got it.
 */
export const timed = (scope: Scope, notice: NoticeRow) =>
  withFirstStart(
    notice,
    notice.kind === 'moved' ? (findLastTold(scope, notice, notice.id)?.startAt ?? null) : null,
  )
/** A notice with the first start that matters. */
export type TimedNotice = ReturnType<typeof timed>

/**
 * Plans and cancels news because of a change of an entry, in the transaction of the change. `before` is null
 * when the entry is created, `after` is null when it is deleted. `tellBooked` is the practice's own setting.
 */
export function planNews(
  tx: WriteScope,
  entryId: string,
  before: Notifiable | null,
  after: Notifiable | null,
  { tellBooked }: Pick<NoticeSettings, 'tellBooked'>,
  now: number,
): void {
  if (!isAnotherOccasion(before, after)) return
  const [old, next] = [occasionOf(before), occasionOf(after)]
  for (const patientId of new Set([old?.patientId, next?.patientId])) {
    if (patientId === undefined) continue
    const startAt = next?.patientId === patientId ? next.startAt : null
    const isNew = startAt !== null && old?.patientId !== patientId
    const newlyBooked = isNew && tellBooked === true
    // No patient was told anything about an entry that was created just now.
    if (before === null && !newlyBooked) continue
    for (const channel of noticeChannels)
      bringUpToDate(tx, { entryId, patientId, channel }, startAt, { newlyBooked }, now)
  }
}

/**
 * Plans the news that are needed after a delivery has ended. The appointment may have changed during the delivery. And
 * other planned news may only repeat what was delivered.
 */
export function planNewsAfterDelivery(tx: WriteScope, noticeId: string, now: number): void {
  const notice = findNotice(tx, noticeId)
  if (notice === null || notice.kind === 'recall' || !wasTold(notice) || !hasPatient(tx, notice.patientId))
    return
  bringUpToDate(tx, notice, startOf(tx, notice), { newlyBooked: false }, now)
}

/** Plans news again that could not reach the patient, if the patient still has to get them. */
export const tellNewsAgain = (tx: WriteScope, notice: NoticeRow, now: number): void =>
  bringUpToDate(tx, notice, startOf(tx, notice), { newlyBooked: notice.kind === 'booked' }, now)

/** Plans the message to a patient, by one channel, that a visit which they asked for does not take place. */
export const tellDeclined = (tx: WriteScope, listener: Listener, startAt: number, now: number): void =>
  tell(tx, listener, { kind: 'cancelled', startAt, dueAt: now + undoMs }, null, now)

/** When the patient's appointment starts. Null when the patient does not have this appointment. */
function startOf(tx: WriteScope, { entryId, patientId }: Listener): number | null {
  const occasion = occasionOf(findEntry(tx, entryId))
  return occasion?.patientId === patientId ? occasion.startAt : null
}

/** Plans and cancels news, so that the pending news contain what the patient does not know yet, and nothing else. */
function bringUpToDate(
  tx: WriteScope,
  { entryId, patientId, channel }: Listener,
  startAt: number | null,
  { newlyBooked }: { readonly newlyBooked: boolean },
  now: number,
): void {
  const listener = { entryId, patientId, channel }
  const told = findLastTold(tx, listener, '')
  const live = tx.all(liveNews, { ...listener })
  const isNew = { newlyBooked: newlyBooked || live.some((notice) => notice.kind === 'booked') }
  const news = newsFor(told, startAt, isNew, now)
  // A notice stays planned while it contains the news. A notice that may have arrived is also compared with the message
  // that the patient got before it.
  const goesOn = (notice: (typeof live)[number]) =>
    says(notice, news) ||
    (wasTold(notice) && says(notice, newsFor(findLastTold(tx, listener, notice.id), startAt, isNew, now)))
  for (const notice of live) if (!goesOn(notice)) callOff(tx, notice, now)
  if (news !== null && !live.some((notice) => says(notice, news))) tell(tx, listener, news, told, now)
}

/** Cancels a notice that may still be sent. */
export const callOff = (
  tx: WriteScope,
  notice: Pick<NoticeRow, 'id' | 'sentAt' | 'uncertainAt' | 'leaseUntil'>,
  now: number,
): void => updateNotice(tx, notice.id, { ...calledOff(notice), updatedAt: now })

function tell(tx: WriteScope, listener: Listener, news: News, told: LastNotice | null, now: number): void {
  const { kind, startAt } = news
  const same = tx.get(sameNews, { ...listener, kind, startAt })
  if (same !== null && canCarry(same, told)) tellAgain(tx, same, news.dueAt, now)
  else insertNotice(tx, newNotice(tx, listener, news, Math.max(now, (same?.slot ?? 0) + 1), now))
}

const newNotice = (
  tx: WriteScope,
  listener: Listener,
  { kind, startAt, dueAt }: News,
  slot: number,
  now: number,
) =>
  ({
    id: newId(now),
    ...listener,
    kind,
    slot,
    startAt,
    dueAt,
    nextAttemptAt: dueAt,
    state: 'scheduled',
    reason: null,
    ...untried,
    sequence: nextSequenceOf(tx, listener.entryId, now),
    createdAt: now,
    updatedAt: now,
  }) as const

/** Schedules news again that were cancelled, skipped or given up. A delivery that is still running continues. */
function tellAgain(tx: WriteScope, notice: NoticeRow, dueAt: number, now: number): void {
  const { patientId, startAt, slot } = notice
  const plan = afterStep(notice, { do: 'schedule', patientId, startAt, slot, dueAt, sendAt: dueAt }, now)
  if (plan === null) return
  const { state, reason, times } = plan
  const due = state === 'scheduled' ? { nextAttemptAt: dueAt, attempts: 0, ...unleased } : {}
  updateNotice(tx, notice.id, { state, reason, ...times, ...due, updatedAt: now })
}
