import { bookEntry } from '../features/appointments/actions.ts'
import { createChair } from '../features/chairs/actions.ts'
import { createNote } from '../features/notes/actions.ts'
import { createPatient } from '../features/patients/actions.ts'
import { createTag } from '../features/tags/actions.ts'
import { exampleIds } from '../http/examples.ts'
import type { Practice } from '../store/store.ts'

/** Creates the records that the documentation's examples name, with the ids that they use. */
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
  await createPatient(
    practice,
    { firstName: 'Zoe', lastName: 'Mueller', phoneMobile: '+49 151 2345678' },
    now,
    exampleIds.otherPatient,
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
}
