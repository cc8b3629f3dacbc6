import { waitingOf } from '../../domain/inbox.ts'
import { mostFailedReminders, mostLookedAt, mostTriedAgain } from '../../domain/limits.ts'
import { conflict, found, invalid } from '../../domain/problem.ts'
import { type RetryRefusal, refuseRetry, triedAgain } from '../../domain/reminders/retry.ts'
import { findEntry } from '../../store/calendar/entries.ts'
import type { Scope } from '../../store/engine/scope.ts'
import { findMark } from '../../store/inbox/inbox-marks.ts'
import {
  countOvertaken,
  type FailedKind,
  findNotifiable,
  listFailedOfKind,
} from '../../store/inbox/unresolved.ts'
import { timed } from '../../store/notices/notice-news.ts'
import { findNotice, listFailedNotices, type NoticeRow, updateNotice } from '../../store/notices/notices.ts'
import { listHistory } from '../../store/notices/past-notices.ts'
import { listNoticesOfPatient } from '../../store/notices/patient-notices.ts'
import { findReminderTimes } from '../../store/notices/reminder-times.ts'
import { findPatient } from '../../store/patients/patients.ts'
import type { Practice } from '../../store/store.ts'
import { noticeCursors, type PatientRemindersQuery } from './schema/of-patient.ts'

/** How far back the list of failed reminders reaches, in milliseconds. */
const listedFor = 30 * 86_400_000

/** The newest 200 reminders of one appointment, also for its earlier start times. @throws `not_found` */
export function browseReminders(practice: Practice, entryId: string) {
  found(findEntry(practice.read, entryId))
  return listHistory(practice.read, entryId)
}

/**
 * A page of the reminders and other messages of one patient, the latest due time first.
 * @throws `not_found`; `validation_failed` when the cursor is not one of ours.
 */
export function browsePatientReminders(
  { read }: Practice,
  patientId: string,
  { limit: most = '50', cursor }: PatientRemindersQuery,
) {
  found(findPatient(read, patientId))
  const limit = Number(most)
  const from =
    cursor === undefined ? { dueAt: Number.MAX_SAFE_INTEGER, id: '' } : noticeCursors.placeOf(cursor)
  const rows = listNoticesOfPatient(read, patientId, from, limit + 1)
  return {
    shown: rows.slice(0, limit),
    nextCursor: rows.length > limit ? noticeCursors.textOf(rows[limit - 1]!) : null,
  }
}

/** The reminders that failed in the last 30 days (`hasFailed`), newest first, each with its patient and appointment. */
export const browseFailedReminders = ({ read }: Practice, now: number) =>
  listFailedNotices(read, now - listedFor, mostFailedReminders).map((notice) => ({
    notice,
    patient: findPatient(read, notice.patientId),
    entry: findEntry(read, notice.entryId),
  }))
export type FailedReminder = ReturnType<typeof browseFailedReminders>[number]

const refusals: Readonly<Record<RetryRefusal, string>> = {
  'not failed':
    'This reminder has not failed, so it cannot be tried again. Load the list of failed reminders again to see which have.',
  'appointment changed':
    'The appointment changed after this reminder was planned, so the message would be wrong. Look at the reminders of the appointment as it is now.',
  'too late':
    'The start that the patient knows is over or near, so the message would come too late. Call the patient instead.',
}

/**
 * Sends a failed reminder again, at once or when the sending hours begin, to the address that the patient has now.
 * @throws `not_found`; `conflict` when the reminder has not failed, the appointment has changed, or it is too late.
 */
export const retryReminder = (practice: Practice, reminderId: string, now: number) =>
  practice.write((tx) => {
    const notice = timed(tx, found(findNotice(tx, reminderId)))
    const { hours } = findReminderTimes(tx)
    const refusal = refuseRetry(notice, findEntry(tx, notice.entryId), hours, now)
    if (refusal !== null) throw conflict(refusals[refusal])
    const changes = { ...triedAgain(notice, hours, now), updatedAt: now }
    updateNotice(tx, reminderId, changes)
    tx.record({
      kind: 'write',
      record: { kind: 'reminder', id: reminderId },
      patientId: notice.patientId || null,
    })
    return { ...notice, ...changes }
  })

/**
 * Sends failed reminders of one kind again, the soonest first, at once or when the sending hours begin. Reminders that
 * somebody has marked in the inbox as seen to are left out. At most 200 reminders are tried, out of at most 1,000 that
 * are read. `left` counts the reminders that a further call could try again. `refused` counts by reason the reminders
 * that cannot be tried again.
 * @throws `validation_failed` for a kind without a state and without a reason, because nobody wants to send all failed
 * reminders again.
 */
export function retryReminders(practice: Practice, kind: FailedKind, now: number) {
  if (kind.state === null && kind.reason === null)
    throw invalid([{ path: '', message: 'must have a state or a reason' }])
  return practice.write((tx) => {
    const { hours } = findReminderTimes(tx)
    let [left, tooLate] = [0, 0]
    const patients: string[] = []
    for (const one of listFailedOfKind(tx, kind, now, mostLookedAt)) {
      const notice = timed(tx, one)
      // Somebody has settled the matter, for example by a call.
      if (isSeenTo(tx, notice)) continue
      if (refuseRetry(notice, findNotifiable(tx, notice.entryId), hours, now) !== null) tooLate++
      else if (patients.length === mostTriedAgain) left++
      else {
        updateNotice(tx, notice.id, { ...triedAgain(notice, hours, now), updatedAt: now })
        patients.push(notice.patientId)
      }
    }
    const appointmentChanged = countOvertaken(tx, kind, now, mostLookedAt)
    const retried = patients.length
    if (retried > 0)
      tx.record({ kind: 'write', patients: [...new Set(patients.filter(Boolean))], detail: { retried } })
    return { retried, left, refused: { appointmentChanged, tooLate } }
  })
}

function isSeenTo(scope: Scope, notice: NoticeRow): boolean {
  const { kind, since } = waitingOf(notice)
  return findMark(scope, { kind, recordId: notice.id, about: since }) !== null
}
