import { ofRecord } from '../../domain/audit.ts'
import { newId } from '../../domain/id.ts'
import { mostRecallContacts, requireRoom } from '../../domain/limits.ts'
import { conflict, found, invalid } from '../../domain/problem.ts'
import { dueOn, mostRecallMessages, startsBefore } from '../../domain/recall.ts'
import type { NoticeChannel } from '../../domain/reminders/notice.ts'
import { midnightOf } from '../../domain/time.ts'
import type { Scope, WriteScope } from '../../store/engine/scope.ts'
import {
  byDue,
  type Due,
  lastStartOf,
  listDue,
  type RecallDay,
  type RecallType,
  recallDayOf,
} from '../../store/notices/recall-due.ts'
import {
  callOffRecalls,
  listRecallsAhead,
  listRecallsTold,
  planRecalls,
} from '../../store/notices/recall-notices.ts'
import { findReminderTimes } from '../../store/notices/reminder-times.ts'
import {
  findReachable,
  findRecallContact,
  insertRecallContact,
  type LastVisitPlace,
  listLastVisits,
  listRecallContacts,
  type ReachableRow,
  type RecallContactRow,
  removeRecallContact,
} from '../../store/patients/recalls.ts'
import type { Practice } from '../../store/store.ts'
import { type CreateContact, type RecallPlace, type RecallQuery, recallCursors } from './schema.ts'

/** A patient who is due to come again, with all that a member needs to contact them. */
export interface RecallToShow {
  readonly patientId: string
  readonly patient: ReachableRow
  readonly due: readonly Due[]
  readonly channel: NoticeChannel | null
  readonly messagesSent: number
  /** Epoch milliseconds. */
  readonly nextMessageAt: number | null
  readonly contacts: readonly RecallContactRow[]
}

/**
 * A page of the patients who are due, the latest due day first. `now` is in epoch milliseconds.
 * @throws `validation_failed` when the cursor is not one of ours.
 */
export function browseRecalls({ read }: Practice, { limit: most = '50', cursor }: RecallQuery, now: number) {
  const limit = Number(most)
  const day = recallDayOf(read, now)
  const from = cursor === undefined ? null : recallCursors.placeOf(cursor)
  const rows = day.types
    .flatMap((type) => ofType(read, type, from, day, limit + 1))
    .sort((a, b) => byDue(a, b) || b.startAt - a.startAt || (a.patientId < b.patientId ? 1 : -1))
  const page = rows.slice(0, limit)
  const shown = page.flatMap((row): RecallToShow[] => {
    const due = listDue(read, row.patientId, day)
    // A patient is listed once, at the kind of appointment for which they fell due last.
    return due[0]?.appointmentTypeId === row.appointmentTypeId ? [toShow(read, row.patientId, due)] : []
  })
  const last = page.at(-1)
  return { shown, nextCursor: rows.length > limit ? recallCursors.textOf(placeOf(last!)) : null }
}

const placeOf = ({ dueOn, appointmentTypeId, startAt, patientId }: Due): RecallPlace => ({
  dueAt: Date.parse(midnightOf(dueOn)),
  typeId: appointmentTypeId,
  startAt,
  patientId,
})

/** The first visits of one kind of appointment after the position `from` in the whole list. */
function ofType(
  scope: Scope,
  { id, months, before }: RecallType,
  from: RecallPlace | null,
  day: RecallDay,
  limit: number,
): Due[] {
  return listLastVisits(scope, id, first(), day, limit).map((visit) => ({
    ...visit,
    dueOn: dueOn(visit.startAt, months, day.timezone),
  }))

  function first(): LastVisitPlace {
    if (from === null) return { startAt: before, patientId: '' }
    if (from.typeId === id) return { startAt: Math.min(before, from.startAt), patientId: from.patientId }
    // Visits with the same due day are in the order of the ids of their kinds.
    const on = Temporal.Instant.fromEpochMilliseconds(from.dueAt).toZonedDateTimeISO('UTC').toPlainDate()
    const until = id < from.typeId ? on.subtract({ days: 1 }) : on
    return { startAt: Math.min(before, startsBefore(until.toString(), months, day.timezone)), patientId: '' }
  }
}

function toShow(scope: Scope, patientId: string, due: readonly Due[]): RecallToShow {
  const patient = findReachable(scope, patientId)!
  const since = lastStartOf(due)
  return {
    patientId,
    patient,
    due,
    channel: channelOf(patient),
    messagesSent: listRecallsTold(scope, patientId, since).length,
    nextMessageAt: listRecallsAhead(scope, patientId)[0]?.nextAttemptAt ?? null,
    contacts: listRecallContacts(scope, patientId, since, mostRecallContacts),
  }
}

/**
 * The channel for messages to a patient; null when they get none. E-mail is preferred, because mails have room for more
 * text and cost nothing.
 */
function channelOf({ recallConsent, ...patient }: ReachableRow): NoticeChannel | null {
  if (!recallConsent) return null
  if (patient.notifyByEmail && patient.email) return 'email'
  return patient.notifyBySms && patient.phoneMobile ? 'sms' : null
}

/**
 * Stores how a patient was told to come again. For the kind `message`, plans as many messages as the patient may still
 * get.
 * @throws `not_found`. `validation_failed` when the day to ask again is not in the future. `conflict` when the patient
 * is not due, or cannot get a message.
 */
export const createRecallContact = (
  practice: Practice,
  userId: string,
  patientId: string,
  { kind, askAgainOn, note = null }: CreateContact,
  now: number,
  id = newId(now),
) =>
  practice.write((tx) => {
    found(findReachable(tx, patientId))
    const day = recallDayOf(tx, now)
    if (askAgainOn !== undefined && askAgainOn <= day.today)
      throw invalid([{ path: 'askAgainOn', message: 'must be after today' }])
    const due = listDue(tx, patientId, day)
    if (due.length === 0) throw conflict(notDue, [{ path: 'kind', message: 'needs a patient who is due' }])
    const since = lastStartOf(due)
    requireRoom(
      listRecallContacts(tx, patientId, since, mostRecallContacts).length,
      mostRecallContacts,
      tooMany,
    )
    const said = { kind, askAgainOn: askAgainOn ?? null, note }
    insertRecallContact(tx, { id, patientId, ...said, createdBy: userId, createdAt: now })
    if (kind === 'message') planMessages(tx, id, patientId, since, now)
    else if (kind !== 'unanswered') callOffRecalls(tx, patientId, now)
    const contact = found(findRecallContact(tx, id))
    tx.record({ kind: 'write', ...ofRecord('recall', null, contact) })
    return contact
  })

const notDue =
  'This patient is not due. They came or have a visit ahead, they do not want to come, or they want to be asked later.'
const tooMany = `There are ${mostRecallContacts} contacts with this patient since the last visit, and there can be no more.`

function planMessages(
  tx: WriteScope,
  contactId: string,
  patientId: string,
  since: number,
  now: number,
): void {
  const channel = channelOf(findReachable(tx, patientId)!)
  if (channel === null)
    throw refused(
      'The patient did not agree to such messages, or there is no address for them. Call the patient instead.',
    )
  if (listRecallsAhead(tx, patientId).length > 0)
    throw refused('Messages to this patient are planned already.')
  const told = listRecallsTold(tx, patientId, since)
  if (told.length >= mostRecallMessages)
    throw refused(
      `The patient got ${mostRecallMessages} messages since the last visit, and gets no more. Call the patient instead.`,
    )
  const { hours } = findReminderTimes(tx)
  planRecalls(tx, { contactId, patientId, channel, told, hours }, now)
}

const refused = (message: string) =>
  conflict(message, [{ path: 'kind', message: 'must not be `message` now' }])

/** Removes a contact. Its planned messages that were not sent yet are cancelled. @throws `not_found`. */
export const deleteRecallContact = (practice: Practice, patientId: string, contactId: string, now: number) =>
  practice.write((tx) => {
    const contact = found(findRecallContact(tx, contactId))
    found(contact.patientId === patientId || null)
    if (contact.kind === 'message') callOffRecalls(tx, patientId, now)
    removeRecallContact(tx, contactId)
    tx.record({ kind: 'write', ...ofRecord('recall', contact, null) })
  })
