import { bookEntry } from '../features/appointments/actions.ts'
import { exampleIds } from '../http/examples.ts'
import { listEntries } from '../store/entries.ts'
import { listReminderJobs, updateReminderJob } from '../store/reminder-jobs.ts'
import type { Practice } from '../store/store.ts'

const hour = 3_600_000

/** Marks the reminders of past appointments as sent, as if the service had been running all the time. */
export const sendPastReminders = (practice: Practice, now: number) =>
  practice.write((tx) => {
    for (const { id } of listEntries(tx, 0, now + 24 * hour))
      for (const job of listReminderJobs(tx, id)) {
        if (job.state !== 'scheduled') continue
        const sent = { state: 'sent' as const, reason: 'log_only' as const, attempts: 1 }
        updateReminderJob(tx, job.id, { ...sent, sentAt: job.dueAt, updatedAt: job.dueAt })
      }
  })

/** Makes one reminder that was given up, so that the demo has one to try again. */
export async function failReminder(practice: Practice, ownerId: string, now: number): Promise<void> {
  const [startAt, endAt] = ['2030-04-02T11:00:00+02:00', '2030-04-02T11:30:00+02:00']
  const visit = { type: 'appointment' as const, startAt, endAt, patientId: exampleIds.patient }
  const { id } = await bookEntry(practice, ownerId, visit, now - 48 * hour)
  await practice.write((tx) => {
    const [job] = listReminderJobs(tx, id)
    const failure = { state: 'dead' as const, reason: 'gave_up' as const, lastError: 'timeout', attempts: 10 }
    const times = { dueAt: now - 6 * hour, updatedAt: now - hour }
    updateReminderJob(tx, job!.id, { id: exampleIds.reminder, ...failure, ...times })
  })
}
