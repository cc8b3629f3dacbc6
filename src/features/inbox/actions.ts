import { newId } from '../../domain/id.ts'
import { type CallResult, type InboxKind, inboxKinds } from '../../domain/inbox.ts'
import { requireRoom } from '../../domain/limits.ts'
import { found, invalid, Problem } from '../../domain/problem.ts'
import { refuseRetry } from '../../domain/reminders/retry.ts'
import type { SendHours } from '../../domain/reminders/send-window.ts'
import { findEntry } from '../../store/calendar/entries.ts'
import { findOnlineBooking } from '../../store/calendar/online-bookings.ts'
import { findWaiting } from '../../store/calendar/waiting-list.ts'
import type { Scope } from '../../store/engine/scope.ts'
import {
  type CallRow,
  findCall,
  insertCall,
  listCalls,
  removeCall,
  removeOldCalls,
} from '../../store/inbox/inbox-calls.ts'
import {
  findMark,
  findMarkById,
  insertMark,
  type MarkRow,
  removeMark,
  removeOldMarks,
} from '../../store/inbox/inbox-marks.ts'
import { type ContactRow, findContact, findNotifiable } from '../../store/inbox/unresolved.ts'
import { timed } from '../../store/notices/notice-news.ts'
import { findNotice, type NoticeRow } from '../../store/notices/notices.ts'
import { findReminderTimes } from '../../store/notices/reminder-times.ts'
import { findNote } from '../../store/patients/notes.ts'
import { listAlerts } from '../../store/patients/patient-tags.ts'
import type { Practice } from '../../store/store.ts'
import { finders, type Waiting } from './finders.ts'
import { mostCalls, mostOfKind } from './kinds.ts'

const day = 86_400_000
/**
 * How long a mark or a call is kept, in milliseconds. Without its mark, an item that still waits counts as unseen
 * again.
 */
const keptFor = 90 * day
/** How many old marks are removed with a new mark, and old calls with a new call. */
const mostRemoved = 100

export interface WaitingItem {
  readonly waiting: Waiting
  /** The calls about the item, the newest first. */
  readonly calls: readonly CallRow[]
  readonly patient: (ContactRow & { readonly alerts: readonly string[] }) | null
  readonly mark: MarkRow | null
  /** The message that failed, and whether it may be tried again now. */
  readonly message: { readonly notice: NoticeRow; readonly retryable: boolean } | null
}

interface Filter {
  readonly seen?: boolean | undefined
  readonly kind?: InboxKind | undefined
}

/** A value for each kind of item, such as how many items nobody has seen to. */
type OfKinds<T> = Record<InboxKind, T>

/**
 * The items that wait at `now`, the soonest first. `seen` and `kind` narrow only the items, and not the counts.
 * @param now epoch milliseconds
 */
export function browseInbox({ read }: Practice, { seen, kind: only }: Filter, now: number) {
  const { hours } = findReminderTimes(read)
  const items: WaitingItem[] = []
  const counts = {} as OfKinds<number>
  const more = {} as OfKinds<boolean>
  for (const kind of inboxKinds) {
    const { waiting, isCut } = finders[kind](read, now)
    const all = waiting.map((one) => ({ waiting: one, mark: findMark(read, one) }))
    counts[kind] = all.filter(({ mark }) => mark === null).length
    const asked = all.filter(({ mark }) => seen === undefined || seen === (mark !== null))
    more[kind] = isCut || asked.length > mostOfKind
    if (only !== undefined && kind !== only) continue
    for (const one of asked.slice(0, mostOfKind)) {
      const { patientId, notice } = one.waiting
      items.push({
        ...one,
        calls: listCalls(read, one.waiting, mostCalls),
        patient: patientId === null ? null : findPatient(read, patientId),
        message: notice && { notice, retryable: isRetryable(read, notice, hours, now) },
      })
    }
  }
  return { items: items.sort(soonestFirst), counts, more }
}

function findPatient(read: Scope, patientId: string): WaitingItem['patient'] {
  const contact = findContact(read, patientId)
  return contact && { ...contact, alerts: listAlerts(read, patientId) }
}

const isRetryable = (read: Scope, notice: NoticeRow, hours: SendHours, now: number): boolean =>
  refuseRetry(timed(read, notice), findNotifiable(read, notice.entryId), hours, now) === null

/** Items without a start are last. Items with the same start have the order of their kinds. */
const soonestFirst = ({ waiting: a }: WaitingItem, { waiting: b }: WaitingItem): number =>
  (a.startAt ?? Number.MAX_SAFE_INTEGER) - (b.startAt ?? Number.MAX_SAFE_INTEGER) ||
  (a.startAt === null ? a.since - b.since : 0)

/**
 * Marks an item that waits now as seen to. When somebody has seen to the item already, returns their mark. Marks that
 * are older than 90 days are removed, a hundred at a time.
 * @throws `not_found` when the record does not wait.
 */
export function markSeen(
  practice: Practice,
  userId: string,
  kind: InboxKind,
  recordId: string,
  now: number,
  id = newId(now),
): Promise<MarkRow> {
  const one = findWaitingNow(practice.read, kind, recordId, now)
  return practice.write((tx) => {
    removeOldMarks(tx, now - keptFor, mostRemoved)
    const known = findMark(tx, one)
    if (known === null) {
      const { about } = one
      insertMark(tx, { id, kind, recordId, about, seenAt: now, seenBy: userId })
    }
    const mark = known ?? found(findMark(tx, one))
    const concerns = { record: { kind: 'inboxMark', id: mark.id }, patientId: one.patientId } as const
    tx.record(known === null ? { kind: 'write', ...concerns, after: mark } : { kind: 'read', ...concerns })
    return mark
  })
}

/**
 * The item of a record that waits now. It is searched before a transaction begins, because the search takes long.
 * @throws `not_found`.
 */
function findWaitingNow(read: Scope, kind: InboxKind, recordId: string, now: number): Waiting {
  const one = finders[kind](read, now).waiting.find((one) => one.recordId === recordId)
  if (one === undefined)
    throw new Problem('not_found', 'No such item waits in the inbox. Read the inbox again.')
  return one
}

/** A call that was made. `againAt` is when somebody will call again, in epoch milliseconds. */
interface NewCall {
  readonly kind: InboxKind
  readonly recordId: string
  readonly result: CallResult
  readonly againAt: number | null
}

/**
 * Stores a call about an item that waits now. Calls that are older than 90 days are removed, a hundred at a time.
 * @throws `validation_failed` when the next call is not later than now; `not_found` when the record does not wait;
 * `conflict` when the item has 20 calls.
 */
export function noteCall(
  practice: Practice,
  userId: string,
  { kind, recordId, result, againAt }: NewCall,
  now: number,
  id = newId(now),
): Promise<CallRow> {
  if (againAt !== null && againAt <= now)
    throw invalid([{ path: 'againAt', message: 'must be later than now' }])
  const one = findWaitingNow(practice.read, kind, recordId, now)
  return practice.write((tx) => {
    removeOldCalls(tx, now - keptFor, mostRemoved)
    requireRoom(listCalls(tx, one, mostCalls).length, mostCalls, tooMany)
    const { about } = one
    insertCall(tx, { id, kind, recordId, about, result, againAt, calledAt: now, calledBy: userId })
    const after = found(findCall(tx, id))
    tx.record({ kind: 'write', record: { kind: 'inboxCall', id }, patientId: one.patientId, after })
    return after
  })
}

const tooMany = `There are ${mostCalls} calls about this, and there can be no more. Take one back first.`

/** Removes a call that was stored by mistake. @throws `not_found`. */
export const takeCallBack = (practice: Practice, callId: string) =>
  practice.write((tx) => {
    const before = found(findCall(tx, callId))
    removeCall(tx, callId)
    const record = { kind: 'inboxCall', id: callId } as const
    tx.record({ kind: 'write', record, patientId: patientOf(tx, before), before })
  })

/** Removes a mark. If the record still waits, its item counts as unseen again. @throws `not_found`. */
export const unmarkSeen = (practice: Practice, markId: string) =>
  practice.write((tx) => {
    const mark = found(findMarkById(tx, markId))
    removeMark(tx, markId)
    const record = { kind: 'inboxMark', id: markId } as const
    tx.record({ kind: 'write', record, patientId: patientOf(tx, mark), before: mark })
  })

/** The patient of a mark or a call, or null when its record is gone. */
function patientOf(scope: Scope, { kind, recordId }: Pick<MarkRow, 'kind' | 'recordId'>): string | null {
  switch (kind) {
    case 'cancelRequested':
    case 'unanswered':
    case 'displaced':
      return findEntry(scope, recordId)?.patientId ?? null
    case 'failed':
    case 'uncertain':
      return findNotice(scope, recordId)?.patientId || null
    case 'noteNext':
      return findNote(scope, recordId)?.patientId ?? null
    case 'onlineRequest':
    case 'onlinePatient':
      return findOnlineBooking(scope, recordId)?.patientId ?? null
    case 'fitsGap':
      return findWaiting(scope, recordId)?.patientId ?? null
    case 'onlineFlood':
    case 'webhookStopped':
      return null
  }
}
