import { ofRecord } from '../domain/audit.ts'
import { newId } from '../domain/id.ts'
import { noDates } from '../domain/import/dates.ts'
import { formatInstant } from '../domain/time.ts'
import { createAbsence } from '../features/absences/actions.ts'
import { createAppointmentType } from '../features/appointment-types/actions.ts'
import { bookEntry } from '../features/calendar/appointments/actions.ts'
import { cancelAppointment } from '../features/calendar/cancellations/actions.ts'
import { noteStep } from '../features/calendar/progress/actions.ts'
import { addEntry } from '../features/calendar/saving.ts'
import { createChair } from '../features/chairs/actions.ts'
import { createClosure } from '../features/closures/actions.ts'
import { createDayNote } from '../features/day-notes/actions.ts'
import { newImportRow } from '../features/imports/actions.ts'
import { createNote } from '../features/notes/actions.ts'
import { createPatient } from '../features/patients/actions.ts'
import { createRecallContact } from '../features/recalls/actions.ts'
import { createTag } from '../features/tags/actions.ts'
import { createWaiting } from '../features/waiting-list/actions.ts'
import { createWebhook } from '../features/webhooks/actions.ts'
import { exampleIds } from '../http/examples.ts'
import { insertRows } from '../store/imports/import-rows.ts'
import { insertImport, updateWork } from '../store/imports/imports.ts'
import type { Practice } from '../store/store.ts'

/** Creates the records that the documentation's examples name, with the ids of the examples. */
export async function fillExamples(
  practice: Practice,
  ownerId: string,
  now: number,
  present: number,
): Promise<void> {
  await createChair(practice, { name: 'Chair 1 – Window', color: '#22c55e' }, now, exampleIds.chair)
  const days = { fromDate: '2030-08-05', throughDate: '2030-08-16' }
  await createClosure(practice, { name: 'Staff training', ...days }, now, exampleIds.closure)
  const away = { practitionerId: exampleIds.colleague, reason: 'Ill' }
  await createAbsence(
    practice,
    { ...away, fromDate: '2030-08-05', throughDate: '2030-08-05' },
    now,
    exampleIds.absence,
  )
  const aside = { date: '2030-08-05', text: 'Dr. Yılmaz is away from 3 p.m.' }
  await createDayNote(practice, ownerId, aside, now, exampleIds.dayNote)
  await createAppointmentType(
    practice,
    { name: 'Check-up for children', ...checkUp },
    now,
    exampleIds.appointmentType,
  )
  const webhook = { url: 'https://example.org/chairside', active: false }
  await createWebhook(practice, webhook, now, exampleIds.webhook)
  // The files of older imports are removed, so the imports are from the present.
  await fillImports(practice, ownerId, present)
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
  const note = { title: 'Check-up', body: 'Sensitive to cold at 24.', isNext: true }
  await createNote(practice, ownerId, exampleIds.patient, note, now, exampleIds.note)
  const visit = {
    type: 'appointment' as const,
    startAt: '2030-03-26T11:00:00+01:00',
    endAt: '2030-03-26T11:30:00+01:00',
    chairId: exampleIds.chair,
    patientId: exampleIds.patient,
  }
  await bookEntry(practice, ownerId, visit, now, exampleIds.appointment)
  await fillSeries(practice, ownerId, now)
  await noteStep(practice, ownerId, exampleIds.occurrence, { step: 'confirmed' }, now)
  const gone = { ...visit, startAt: '2030-03-25T11:00:00+01:00', endAt: '2030-03-25T11:30:00+01:00' }
  await bookEntry(practice, ownerId, gone, now, exampleIds.cancelled)
  const cancelling = { reason: 'Has a cold.', by: 'patient' as const }
  await cancelAppointment(practice, ownerId, exampleIds.cancelled, cancelling, now)
  const wish = { patientId: exampleIds.patient, durationMinutes: 30, urgency: 'soon' as const }
  await createWaiting(practice, ownerId, wish, now, exampleIds.waiting)
  await fillRecall(practice, ownerId, now)
}

/** A patient whose last check-up is more than half a year ago, and a call that they did not answer. */
async function fillRecall(practice: Practice, ownerId: string, now: number): Promise<void> {
  const patientId = exampleIds.duePatient
  const person = { firstName: 'Jonas', lastName: 'Petersen', phoneMobile: '+49 151 2345670' }
  await createPatient(practice, person, now, patientId)
  const startAt = now - 200 * 86_400_000
  const visit = {
    type: 'appointment' as const,
    startAt: formatInstant(startAt),
    endAt: formatInstant(startAt + 1_800_000),
    patientId,
    appointmentTypeId: exampleIds.appointmentType,
  }
  const { id } = await bookEntry(practice, ownerId, visit, now)
  await noteStep(practice, ownerId, id, { step: 'done' }, now)
  const call = { kind: 'unanswered' as const, note: 'Tried at noon.' }
  await createRecallContact(practice, ownerId, patientId, call, now, exampleIds.recallContact)
}

const checkUp = {
  durationMinutes: 30,
  color: '#22c55e',
  patientName: { en: 'Check-up for children', de: 'Kinderkontrolle' },
  recallMonths: 6,
}

/** A series of two appointments, a week apart. */
const fillSeries = (practice: Practice, ownerId: string, now: number) =>
  practice.write((tx) => {
    for (const [day, id] of [
      ['2030-04-02', exampleIds.occurrence],
      ['2030-04-09', newId(now)],
    ] as const) {
      const visit = {
        type: 'appointment' as const,
        startAt: `${day}T14:00:00+02:00`,
        endAt: `${day}T14:30:00+02:00`,
        chairId: exampleIds.chair,
        patientId: exampleIds.patient,
        seriesId: exampleIds.series,
      }
      const entry = addEntry(tx, ownerId, visit, now, id)
      tx.record({ kind: 'write', ...ofRecord('appointment', null, entry) })
    }
  })

/** Adds an import that waits for its commit, and an import that was committed. The demo has no files. */
const fillImports = (practice: Practice, userId: string, now: number) =>
  practice.write((tx) => {
    const file = {
      kind: 'patients',
      name: 'Cliniko',
      userId,
      bytes: 42,
      encoding: 'utf-8',
      separator: 'comma',
    } as const
    const columns = ['First Name', 'Last Name'].map((name, i) => ({
      name,
      field: i === 0 ? ('firstName' as const) : ('lastName' as const),
      dateOrder: null,
      dates: noDates,
    }))
    const known = { columns, rows: 1, duplicates: { same_name_and_dob: 'skip' } } as const
    const { import: id, committedImport } = exampleIds
    insertImport(tx, { ...newImportRow(id, file, now), ...known, state: 'checked' })
    const counts = { duplicate: 1 }
    updateWork(tx, id, { done: 1, counts, undecided: { same_name_and_dob: 1 } })
    const row = { outcome: 'duplicate', reason: 'same_name_and_dob', field: null, sameAsLine: null } as const
    const unwritten = { decision: null, recordVersion: null, linked: false, before: null } as const
    insertRows(tx, [{ ...row, ...unwritten, importId: id, line: 12, recordId: exampleIds.patient }])
    const committed = { state: 'committed', committedAt: now } as const
    insertImport(tx, { ...newImportRow(committedImport, file, now), ...known, ...committed })
    for (const importId of [id, committedImport])
      tx.record({ kind: 'write', record: { kind: 'import', id: importId } })
  })
