import { conflict, found } from '../../domain/problem.ts'
import { hasFailed, tooLateFrom } from '../../domain/reminders/due.ts'
import { wantsReminder } from '../../domain/reminders/plan.ts'
import { findEntry } from '../../store/entries.ts'
import {
  findReminderJob,
  listFailedReminders,
  listReminderJobs,
  updateReminderJob,
} from '../../store/notices.ts'
import type { Practice } from '../../store/store.ts'

/** How far back "lately" reaches, and how many failures are listed at most. */
const lately = 30 * 86_400_000
const mostFailures = 200

/** The reminders of one appointment, also those for start times it had before. */
export function browseReminders(practice: Practice, entryId: string) {
  found(findEntry(practice.read, entryId))
  return listReminderJobs(practice.read, entryId)
}

/** What was given up, missed or had a number that is none in the last 30 days, newest first. */
export const browseFailedReminders = (practice: Practice, now: number) =>
  listFailedReminders(practice.read, now - lately, mostFailures)

/**
 * Has a reminder that failed delivered again, at once, to the address the patient has by now.
 * @throws `conflict` when it did not fail, or comes too late, or its appointment no longer stands as it was.
 */
export const retryReminder = (practice: Practice, reminderId: string, now: number) =>
  practice.write((tx) => {
    const job = found(findReminderJob(tx, reminderId))
    if (!hasFailed(job)) throw conflict('Only a reminder that failed can be tried again.')
    const entry = findEntry(tx, job.entryId)
    if (!wantsReminder(entry) || entry.patientId !== job.patientId || entry.startAt !== job.startAt)
      throw conflict('The appointment is no longer the one that the reminder was for.')
    if (now >= tooLateFrom(job)) throw conflict('It is too late to remind of this appointment.')
    const changes = { state: 'scheduled' as const, reason: null, attempts: 0, nextAttemptAt: now }
    updateReminderJob(tx, reminderId, { ...changes, updatedAt: now })
    return { ...job, ...changes, updatedAt: now }
  })
