import { expect, spyOn, test } from 'bun:test'
import { updateEntry } from '../../src/store/calendar/entries.ts'
import { Connection } from '../../src/store/engine/connection.ts'
import { listNotices, updateNotice } from '../../src/store/notices/notices.ts'
import { notFound, success } from '../support/answers.ts'
import { clinic, monday } from '../support/clinic.ts'
import {
  at,
  entriesOfTuesday,
  entryBody,
  newChair,
  newEntry,
  newNote,
  newPatient,
  newTag,
} from '../support/records.ts'

test('a deleted patient is not found and cannot be deleted again', async () => {
  await using c = await clinic()
  const { id } = await newPatient(c.owner.call)
  const path = `/api/v1/patients/${id}`
  expect(success(await c.assistant.call('DELETE', path))).toEqual({ deleted: true })
  for (const method of ['GET', 'DELETE']) notFound(await c.owner.call(method, path))
  notFound(await c.owner.call('PATCH', path, {}))
  expect(success(await c.owner.call('GET', '/api/v1/patients')).patients).toEqual([])
})

test("§2.5 Deleting a patient deletes the patient's notes, and no other notes.", async () => {
  await using c = await clinic()
  const [gone, kept] = [await newPatient(c.owner.call), await newPatient(c.owner.call)]
  const lost = await newNote(c.owner.call, gone.id)
  const left = await newNote(c.owner.call, kept.id)
  success(await c.owner.call('PATCH', `/api/v1/patients/${gone.id}/notes/${lost.id}`, { body: 'Changed.' }))
  success(await c.owner.call('DELETE', `/api/v1/patients/${gone.id}`))
  notFound(await c.owner.call('GET', `/api/v1/patients/${gone.id}/notes`))
  for (const patientId of [gone.id, kept.id])
    notFound(await c.owner.call('PATCH', `/api/v1/patients/${patientId}/notes/${lost.id}`, {}))
  expect(success(await c.owner.call('GET', `/api/v1/patients/${kept.id}/notes`)).notes).toEqual([left])
})

test('the deletion of a patient does not delete their tags', async () => {
  await using c = await clinic()
  const tag = await newTag(c.owner.call, 'Recall')
  const [gone, kept] = [await newPatient(c.owner.call), await newPatient(c.owner.call)]
  for (const { id } of [gone, kept])
    success(await c.owner.call('POST', `/api/v1/patients/${id}/tags/${tag.id}`))
  success(await c.owner.call('DELETE', `/api/v1/patients/${gone.id}`))
  expect(success(await c.owner.call('GET', `/api/v1/tags/${tag.id}`))).toEqual(tag)
  const { patients } = success(await c.owner.call('GET', `/api/v1/patients?tagId=${tag.id}`))
  expect(patients.map(({ id }: { id: string }) => id)).toEqual([kept.id])
})

test('§2.5 The calendar entries of a deleted patient stay, without the patient, and still occupy their chair.', async () => {
  await using c = await clinic()
  const [gone, kept] = [await newPatient(c.owner.call), await newPatient(c.owner.call)]
  const chair = await newChair(c.owner.call)
  const fields = { patientId: gone.id, chairId: chair.id, title: 'Check-up' }
  const before = await newEntry(c.owner.call, fields)
  const other = await newEntry(c.owner.call, { patientId: kept.id, startAt: at('08:00') })
  c.clock.now = monday + 60_000
  success(await c.owner.call('DELETE', `/api/v1/patients/${gone.id}`))
  expect(await entriesOfTuesday(c.owner.call)).toEqual([
    other,
    { ...before, patientId: null, updatedAt: '2026-03-02T08:01:00.000Z', version: 2 },
  ])
  const again = await c.owner.call('POST', '/api/v1/appointments', entryBody({ chairId: chair.id }))
  expect(again.status).toBe(409)
})

test('the deletion of a patient removes their answer from the entry and keeps the other metadata', async () => {
  await using c = await clinic()
  const { id } = await newPatient(c.owner.call)
  const [answered, plain] = [
    await newEntry(c.owner.call, { patientId: id }),
    await newEntry(c.owner.call, { patientId: id, startAt: at('08:00') }),
  ]
  const patientAnswer = { answer: 'cancel_requested', at: '2026-03-02T08:00:00.000Z' }
  await c.practice.write((tx) => updateEntry(tx, answered.id, { metadata: { room: 2, patientAnswer } }))
  success(await c.owner.call('DELETE', `/api/v1/patients/${id}`))
  const metadataOf = async (entry: { id: string }) =>
    success(await c.owner.call('GET', `/api/v1/appointments/${entry.id}`)).metadata
  expect([await metadataOf(answered), await metadataOf(plain)]).toEqual([{ room: 2 }, {}])
})

test('§2.5 The pending reminders of a deleted patient are cancelled.', async () => {
  await using c = await clinic()
  const [gone, kept] = [await newPatient(c.owner.call), await newPatient(c.owner.call)]
  const lost = await newEntry(c.owner.call, { patientId: gone.id })
  const left = await newEntry(c.owner.call, { patientId: kept.id })
  success(await c.owner.call('DELETE', `/api/v1/patients/${gone.id}`))
  expect(listNotices(c.practice.read, lost.id)).toMatchObject([
    { state: 'cancelled' },
    { state: 'cancelled' },
  ])
  expect(listNotices(c.practice.read, left.id)).toMatchObject([
    { state: 'scheduled' },
    { state: 'scheduled' },
  ])
})

test('a patient with 40 appointments is deleted by as few statements as a patient with two', async () => {
  await using c = await clinic()
  const statementsFor = async (appointments: number) => {
    const { id } = await newPatient(c.owner.call)
    for (let i = 0; i < appointments; i++) await newEntry(c.owner.call, { patientId: id })
    using prepared = spyOn(Connection.prototype, 'prepared')
    success(await c.owner.call('DELETE', `/api/v1/patients/${id}`))
    const { appointments: left } = success(
      await c.owner.call('GET', '/api/v1/appointments?from=2026-03-10T00:00:00Z&to=2026-03-11T00:00:00Z'),
    )
    expect(left.filter(({ patientId }: { patientId: string }) => patientId !== null)).toEqual([])
    return prepared.mock.calls.length
  }
  expect(await statementsFor(40)).toBe(await statementsFor(2))
})

test('the deletion of a patient cancels a reminder that was skipped at the booking, and a sent reminder stays sent', async () => {
  await using c = await clinic()
  const { id } = await newPatient(c.owner.call)
  const late = await newEntry(c.owner.call, {
    patientId: id,
    startAt: '2026-03-02T12:00:00.000Z',
    endAt: '2026-03-02T13:00:00.000Z',
  })
  const told = await newEntry(c.owner.call, { patientId: id })
  await c.practice.write((tx) => {
    for (const { id } of listNotices(tx, told.id)) updateNotice(tx, id, { state: 'sent', sentAt: monday })
  })
  success(await c.owner.call('DELETE', `/api/v1/patients/${id}`))
  for (const notice of listNotices(c.practice.read, late.id))
    expect(notice).toMatchObject({ state: 'cancelled', reason: 'inside_lead' })
  for (const notice of listNotices(c.practice.read, told.id)) expect(notice.state).toBe('sent')
})
