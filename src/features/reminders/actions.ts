import { mostFailedReminders } from '../../domain/limits.ts'
import { conflict, found } from '../../domain/problem.ts'
import { type RetryRefusal, refuseRetry, triedAgain } from '../../domain/reminders/retry.ts'
import { findEntry } from '../../store/entries.ts'
import { findNotice, listFailedNotices, updateNotice } from '../../store/notices.ts'
import { listHistory } from '../../store/past-notices.ts'
import { findPatient } from '../../store/patients.ts'
import type { Practice } from '../../store/store.ts'

/** How far back the list of failed reminders reaches, in milliseconds. */
const listedFor = 30 * 86_400_000

/** The newest 200 reminders of one appointment, also for its earlier start times. @throws `not_found` */
export function browseReminders(practice: Practice, entryId: string) {
  found(findEntry(practice.read, entryId))
  return listHistory(practice.read, entryId)
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
    'The appointment was moved, deleted or given to another patient after this reminder was planned. Look at the reminders of the appointment as it is now.',
  'too late':
    'The appointment has begun or is about to begin, so a reminder would come too late. Call the patient instead.',
}

/**
 * Sends a failed reminder again, at once, to the address that the patient has now.
 * @throws `not_found`; `conflict` when the reminder has not failed, the appointment has changed, or it is too late.
 */
export const retryReminder = (practice: Practice, reminderId: string, now: number) =>
  practice.write((tx) => {
    const notice = found(findNotice(tx, reminderId))
    const refusal = refuseRetry(notice, findEntry(tx, notice.entryId), now)
    if (refusal !== null) throw conflict(refusals[refusal])
    const changes = { ...triedAgain(now), updatedAt: now }
    updateNotice(tx, reminderId, changes)
    return { ...notice, ...changes }
  })
