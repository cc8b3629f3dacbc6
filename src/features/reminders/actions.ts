import { conflict, found } from '../../domain/problem.ts'
import { hasFailed, tooLateFrom } from '../../domain/reminders/due.ts'
import { wantsNotice } from '../../domain/reminders/plan.ts'
import { findEntry } from '../../store/entries.ts'
import { findNotice, listFailedNotices, listNotices, updateNotice } from '../../store/notices.ts'
import type { Practice } from '../../store/store.ts'

/** How far back "lately" reaches, and how many failures are listed at most. */
const lately = 30 * 86_400_000
const mostFailures = 200

/** The reminders of one appointment, also those for start times it had before. */
export function browseReminders(practice: Practice, entryId: string) {
  found(findEntry(practice.read, entryId))
  return listNotices(practice.read, entryId)
}

/** What was given up, missed or had a number that is none in the last 30 days, newest first. */
export const browseFailedReminders = (practice: Practice, now: number) =>
  listFailedNotices(practice.read, now - lately, mostFailures)

/**
 * Has a reminder that failed delivered again, at once, to the address the patient has by now.
 * @throws `conflict` when it did not fail, or comes too late, or its appointment no longer stands as it was.
 */
export const retryReminder = (practice: Practice, reminderId: string, now: number) =>
  practice.write((tx) => {
    const job = found(findNotice(tx, reminderId))
    if (!hasFailed(job)) throw conflict('Only a reminder that failed can be tried again.')
    const entry = findEntry(tx, job.entryId)
    if (!wantsNotice(entry) || entry.patientId !== job.patientId || entry.startAt !== job.startAt)
      throw conflict('The appointment is no longer the one that the reminder was for.')
    if (now >= tooLateFrom(job)) throw conflict('It is too late to remind of this appointment.')
    const changes = { state: 'scheduled' as const, reason: null, attempts: 0, nextAttemptAt: now }
    updateNotice(tx, reminderId, { ...changes, updatedAt: now })
    return { ...job, ...changes, updatedAt: now }
  })
