/** What was deleted is kept, listed to owners, and comes back as it was. */
import { expect, test } from 'bun:test'
import { reminderJobs } from '../../db/schema/notices.ts'
import { updateEntry } from '../../src/store/entries.ts'
import { listNotices } from '../../src/store/notices.ts'
import { conflict, invalid, notFound, problem, success } from '../support/answers.ts'
import { type Client, type Clinic, clinic, monday } from '../support/clinic.ts'
import {
  absentId,
  at,
  malformedIds,
  newChair,
  newEntry,
  newNote,
  newPatient,
  newTag,
} from '../support/records.ts'

const archiveOf = async (call: Client, query = '') => success(await call('GET', `/api/v1/archive${query}`))

/** The items that were deleted, the newest first. */
const items = async ({ owner }: Clinic, query = '') => (await archiveOf(owner.call, query)).items

const restore = (call: Client, id: string) => call('POST', `/api/v1/archive/${id}/restore`)

/** Deletes a record and answers the item of the archive. */
async function deleted(c: Clinic, path: string, call = c.owner.call) {
  success(await call('DELETE', `/api/v1${path}`))
  return (await items(c))[0]
}

test('a patient comes back as they were, with notes, revisions, tags and entries', async () => {
  await using c = await clinic()
  const { call } = c.owner
  const { id } = await newPatient(call, { email: 'zoe@example.org', dob: '1990-02-28', notifyBySms: true })
  const path = `/api/v1/patients/${id}`
  const tags = [await newTag(call, 'Zebra'), await newTag(call, 'Ant')]
  for (const tag of tags) success(await call('POST', `${path}/tags/${tag.id}`))
  const note = await newNote(call, id, { title: 'First', body: 'A note' })
  await newNote(call, id, { body: 'Another' })
  c.clock.now += 60_000
  success(await call('PATCH', `${path}/notes/${note.id}`, { body: 'A better note', isNext: true }))
  const entry = await newEntry(call, { patientId: id })
  const patientAnswer = { answer: 'confirmed', at: '2026-03-02T08:00:00.000Z' }
  await c.practice.write((tx) => updateEntry(tx, entry.id, { metadata: { room: 2, patientAnswer } }))
  const everything = async () => ({
    patient: success(await call('GET', path)),
    notes: success(await call('GET', `${path}/notes`)).notes,
    found: success(await call('GET', '/api/v1/patients?search=zo%C3%A9')).patients,
    entry: success(await call('GET', `/api/v1/appointments/${entry.id}`)),
  })
  const before = await everything()

  c.clock.now += 60_000
  const item = await deleted(c, `/patients/${id}`, c.assistant.call)
  expect(item).toEqual({
    id: expect.any(String),
    kind: 'patient',
    recordId: id,
    patientId: id,
    label: 'Zoé Müller',
    deletedAt: '2026-03-02T08:02:00.000Z',
    deletedBy: { id: c.assistant.userId, name: 'assistant' },
    keepUntil: '2036-03-02T08:02:00.000Z',
  })
  notFound(await call('GET', path))

  c.clock.now += 60_000
  expect(success(await restore(call, item.id))).toEqual({
    restored: true,
    kind: 'patient',
    recordId: id,
    differences: [],
  })
  const updatedAt = '2026-03-02T08:03:00.000Z'
  const after = await everything()
  expect(after).toEqual({ ...before, entry: { ...before.entry, updatedAt } })
  expect(await items(c)).toEqual([])
  notFound(await restore(call, item.id))
})
