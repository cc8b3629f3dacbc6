import { bookEntry } from '../features/appointments/actions.ts'
import { exampleIds } from '../http/examples.ts'
import { listEntries } from '../store/entries.ts'
import { listNotices, updateNotice } from '../store/notices.ts'
import type { Practice } from '../store/store.ts'

const hour = 3_600_000

/** Has those reminders sent that a service which had been running all along would have sent by now. */
export const sendPastReminders = (practice: Practice, now: number) =>
  practice.write((tx) => {
    for (const { id } of listEntries(tx, 0, now + 24 * hour))
      for (const job of listNotices(tx, id)) {
        if (job.state !== 'scheduled') continue
        const sent = { state: 'sent' as const, reason: 'log_only' as const, attempts: 1 }
        updateNotice(tx, job.id, { ...sent, sentAt: job.dueAt, updatedAt: job.dueAt })
      }
  })

/** A reminder that did not get through, to be tried again: what otherwise takes a provider that is down. */
export async function failReminder(practice: Practice, ownerId: string, now: number): Promise<void> {
  const [startAt, endAt] = ['2030-04-02T11:00:00+02:00', '2030-04-02T11:30:00+02:00']
  const appointment = { type: 'appointment' as const, startAt, endAt, patientId: exampleIds.patient }
  const { id } = await bookEntry(practice, ownerId, appointment, now - 48 * hour)
  await practice.write((tx) => {
    const [job] = listNotices(tx, id)
    const failure = { state: 'dead' as const, reason: 'gave_up' as const, lastError: 'timeout', attempts: 10 }
    const times = { dueAt: now - 6 * hour, updatedAt: now - hour }
    updateNotice(tx, job!.id, { id: exampleIds.reminder, ...failure, ...times })
  })
}
