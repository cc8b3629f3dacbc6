import { bookEntry } from '../features/appointments/actions.ts'
import { createChair } from '../features/chairs/actions.ts'
import { createNote } from '../features/notes/actions.ts'
import { createPatient } from '../features/patients/actions.ts'
import { createTag } from '../features/tags/actions.ts'
import { exampleIds } from '../http/examples.ts'
import { listReminderJobs, updateReminderJob } from '../store/reminder-jobs.ts'
import type { Practice } from '../store/store.ts'

/** The records that the documentation's examples speak of, under the ids they give. */
export async function fillExamples(practice: Practice, ownerId: string, now: number): Promise<void> {
  await createChair(practice, { name: 'Chair 1 – Window', color: '#22c55e' }, now, exampleIds.chair)
  await createTag(practice, { name: 'Recall', color: '#0ea5e9' }, now, exampleIds.tag)
  await createPatient(
    practice,
    {
      firstName: 'Zoé',
      lastName: 'Müller',
      dob: '1987-04-23',
      email: 'zoe.muller@example.org',
      country: 'Germany',
    },
    now,
    exampleIds.patient,
  )
  const note = { title: 'Check-up', body: 'Sensitive to cold at 24.' }
  await createNote(practice, ownerId, exampleIds.patient, note, now, exampleIds.note)
  const visit = {
    type: 'appointment' as const,
    startAt: '2030-03-26T11:00:00+01:00',
    endAt: '2030-03-26T11:30:00+01:00',
    chairId: exampleIds.chair,
    patientId: exampleIds.patient,
  }
  await bookEntry(practice, ownerId, visit, now, exampleIds.appointment)
  await failReminder(practice, ownerId, now)
}

/** A reminder that did not get through, to be tried again: what only happens when a provider is down. */
async function failReminder(practice: Practice, ownerId: string, now: number): Promise<void> {
  const [startAt, endAt] = ['2030-04-02T11:00:00+02:00', '2030-04-02T11:30:00+02:00']
  const visit = { type: 'appointment' as const, startAt, endAt, patientId: exampleIds.patient }
  const { id: entryId } = await bookEntry(practice, ownerId, visit, now)
  await practice.write((tx) => {
    for (const job of listReminderJobs(tx, entryId).filter(({ channel }) => channel === 'email')) {
      const failure = {
        state: 'dead' as const,
        reason: 'gave_up' as const,
        lastError: 'timeout',
        attempts: 10,
      }
      updateReminderJob(tx, job.id, { id: exampleIds.reminder, ...failure })
    }
  })
}
