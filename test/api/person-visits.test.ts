/** Visits in the copy for a person, and visits after an erasure (RULES §16, §23). */
import { expect, test } from 'bun:test'
import { waitingList } from '../../db/schema/front-desk.ts'
import { newId } from '../../src/domain/id.ts'
import { saveNoticeSettings, unsetNoticeSettings } from '../../src/store/notices/notice-settings.ts'
import { times } from '../store/records.ts'
import { told, verify } from '../store/trails.ts'
import { notFound, success } from '../support/answers.ts'
import { type Clinic, clinic, monday } from '../support/clinic.ts'
import { mark, marksIn } from '../support/marks.ts'
import { at, newChair, newEntry, newPatient } from '../support/records.ts'
import { cancellationPath, cancelled, noted, progressPath } from '../support/visits.ts'

/**
 * Makes a patient with a missed, a cancelled and a done visit, who is on the waiting list. `texts` are the notes and
 * the reason.
 */
async function visited(c: Clinic, texts: { missed: string; reason: string; note: string; waits: string }) {
  const patient = await newPatient(c.owner.call, { firstName: 'Erika', lastName: 'Muster' })
  const chair = await newChair(c.owner.call, { name: 'Window' })
  const book = async (title: string, at: (time: string) => string, time: string) =>
    (
      await newEntry(c.owner.call, {
        patientId: patient.id,
        chairId: chair.id,
        title,
        startAt: at(`${time}:00`),
        endAt: at(`${time}:30`),
      })
    ).id as string
  // Steps of a visit can be noted only on its day. So these visits are today.
  const today = (time: string) => `2026-03-02T${time}:00.000Z`
  const [missed, gone, done] = [
    await book('One', today, '08'),
    await book('Two', at, '09'),
    await book('Three', today, '10'),
  ]
  const body = { step: 'no_show', note: texts.missed }
  success(await c.owner.call('POST', progressPath(missed), body))
  await noted(c.assistant.call, gone, 'confirmed')
  await cancelled(c.assistant.call, gone, { reason: texts.reason, note: texts.note })
  await noted(c.owner.call, done, 'arrived', 'done')
  await c.practice.write((tx) => {
    tx.record({ kind: 'write' })
    tx.insert(waitingList, {
      id: newId(monday),
      patientId: patient.id,
      durationMinutes: 45,
      chairIds: [chair.id],
      weekdays: ['mon', 'tue'],
      startTime: '09:00',
      endTime: '12:00',
      fromDate: null,
      throughDate: null,
      urgency: 'urgent',
      note: texts.waits,
      appointmentTypeId: null,
      createdBy: c.owner.userId,
      ...times,
    })
  })
  return { path: `/api/v1/patients/${patient.id}`, missed, gone, done }
}

const words = { missed: 'Was ill.', reason: 'Has a cold.', note: 'Will call.', waits: 'Only with Ada.' }

const pageOf = async (c: Clinic, path: string): Promise<string> =>
  success(await c.owner.call('GET', `${path}/export/page`)).parts.join('')

test('§23 The export for a person holds the steps of their visits, their cancelled appointments, and what they wait for.', async () => {
  await using c = await clinic({ signedIn: true })
  const { path, missed, gone, done } = await visited(c, words)
  const { appointments, cancelled, waiting } = success(await c.owner.call('GET', `${path}/export`))
  const owner = { id: c.owner.userId, name: 'owner' }
  const now = new Date(monday).toISOString()
  expect(appointments).toMatchObject([
    { id: missed, steps: [{ step: 'no_show', at: now, by: owner }], missedNote: 'Was ill.' },
    { id: done, steps: [{ step: 'arrived' }, { step: 'done' }], missedNote: null },
  ])
  expect(cancelled).toMatchObject([
    {
      id: gone,
      title: 'Two',
      chair: 'Window',
      startAt: at('09:00'),
      cancelledAt: now,
      reason: 'Has a cold.',
      by: 'patient',
      note: 'Will call.',
      shortNotice: false,
      cancelledBy: { name: 'assistant' },
      steps: [{ step: 'confirmed' }],
    },
  ])
  expect(waiting).toMatchObject([
    { durationMinutes: 45, chairs: ['Window'], weekdays: ['mon', 'tue'], note: 'Only with Ada.' },
  ])
})

test('the page for a person describes their visits in words, in the language of the practice', async () => {
  await using c = await clinic({ signedIn: true })
  const { path, gone } = await visited(c, words)
  const english = await pageOf(c, path)
  for (const text of [
    ...Object.values(words),
    ...['Cancelled appointments', 'Waiting list', 'Did not come', 'Arrived', 'Confirmed', 'Urgent'],
    ...['<dt>Wish of</dt><dd dir="auto">Patient</dd>', 'Cancelled · Appointment'],
  ])
    expect(english).toContain(text)
  for (const code of [
    'no_show',
    'shortNotice',
    'wishOf',
    'cancelledBy',
    'cancelAppointment',
    '[object',
    gone,
  ])
    expect(english).not.toContain(code)
  await c.practice.write((tx) => saveNoticeSettings(tx, { ...unsetNoticeSettings, language: 'de' }, monday))
  const german = await pageOf(c, path)
  for (const text of ['Abgesagte Termine', 'Warteliste', 'Nicht gekommen', 'Dringend', 'Kurzfristig'])
    expect(german).toContain(text)
  for (const word of ['Cancelled', 'Did not come', 'Waiting list']) expect(german).not.toContain(word)
})

test('the copy for a deleted person contains their visits', async () => {
  await using c = await clinic({ signedIn: true })
  const { path } = await visited(c, words)
  success(await c.owner.call('DELETE', path))
  const { deleted } = success(await c.owner.call('GET', `${path}/export`))
  const rows = deleted.flatMap((item: { rows: { source: string; row: object }[] }) => item.rows)
  expect(rows.filter(({ source }: { source: string }) => source === 'cancellations')).toMatchObject([
    { row: { reason: 'Has a cold.', wishOf: 'patient' } },
  ])
  const page = await pageOf(c, path)
  for (const text of ['Has a cold.', 'Only with Ada.', 'At short notice']) expect(page).toContain(text)
  for (const id of [c.owner.userId, c.assistant.userId]) expect(page).not.toContain(id)
})

test.each([false, true])(
  "§23 An erasure leaves no text about the person's cancelled or missed visits in the database file. %p",
  async (isDeleted) => {
    await using c = await clinic({ signedIn: true })
    const texts = { missed: mark(60), reason: mark(40), note: mark(300), waits: mark(90) }
    const { path, missed, gone } = await visited(c, texts)
    if (isDeleted) {
      success(await c.owner.call('DELETE', path))
      // This change names no patient. Its audit row contains the note.
      success(await c.owner.call('DELETE', progressPath(missed)))
      success(await c.owner.call('POST', progressPath(missed), { step: 'no_show', note: mark(50) }))
    }
    await c.store.reads.flush()
    expect(marksIn(c.path, `${c.path}-wal`)).toBeGreaterThan(100)
    const reason = 'Asked for it in writing.'
    success(await c.owner.call('POST', `${path}/erase`, { reason, overrideRetention: reason }))
    expect(marksIn(c.path, `${c.path}-wal`)).toBe(0)
    notFound(await c.owner.call('GET', cancellationPath(gone)))
    notFound(await c.owner.call('DELETE', cancellationPath(gone)))
    expect(success(await c.owner.call('GET', progressPath(missed)))).toMatchObject({ steps: [], note: null })
    await c.store.reads.flush()
    expect(told(verify(c.path))).toEqual([])
  },
)
