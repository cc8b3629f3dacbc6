/** Merging two records of one person, and undoing it (RULES §25). */
import { expect, test } from 'bun:test'
import { listNotices } from '../../src/store/notices.ts'
import { invalid, notFound, problem, success } from '../support/answers.ts'
import { archivedItems } from '../support/archive.ts'
import { type Clinic, clinic, monday } from '../support/clinic.ts'
import { absentId, at, newEntry, newNote, newPatient, newTag } from '../support/records.ts'
import { newId } from '../../src/domain/id.ts'

const merge = (c: Clinic, kept: string, from: string, more: object = {}, headers = {}) =>
  c.owner.call('POST', `/api/v1/patients/${kept}/merge`, { from, ...more }, headers)
const read = async (c: Clinic, id: string) => success(await c.owner.call('GET', `/api/v1/patients/${id}`))
const notesOf = async (c: Clinic, id: string) =>
  success(await c.owner.call('GET', `/api/v1/patients/${id}/notes`)).notes
const restore = (c: Clinic, archiveId: string) => c.owner.call('POST', `/api/v1/archive/${archiveId}/restore`)

const pair = async (c: Clinic, kept: object = {}, from: object = {}) => {
  const { id: keptId } = await newPatient(c.owner.call, kept)
  const { id: fromId } = await newPatient(c.owner.call, { firstName: 'Zoe', lastName: 'Mueller', ...from })
  return { keptId, fromId } as { keptId: string; fromId: string }
}

test('everything of the other record is the kept patient’s, and the other one is not found any more', async () => {
  await using c = await clinic()
  const { keptId, fromId } = await pair(c, {}, { email: 'zoe@example.org', phoneMobile: '+49 151 2345678' })
  await newNote(c.owner.call, keptId, { body: 'Kept' })
  const note = await newNote(c.owner.call, fromId, { body: 'Before' })
  success(await c.owner.call('PATCH', `/api/v1/patients/${fromId}/notes/${note.id}`, { body: 'Moved' }))
  const [both, alone] = [await newTag(c.owner.call, 'Both'), await newTag(c.owner.call, 'Alone')]
  for (const path of [`${keptId}/tags/${both.id}`, `${fromId}/tags/${both.id}`, `${fromId}/tags/${alone.id}`])
    success(await c.owner.call('POST', `/api/v1/patients/${path}`))
  const entry = await newEntry(c.owner.call, { patientId: fromId })
  const merged = success(await merge(c, keptId, fromId))
  expect(merged).toMatchObject({
    patient: { id: keptId, firstName: 'Zoé', email: 'zoe@example.org', tagIds: [both.id, alone.id], notifyBySms: false },
    filled: ['email', 'phoneMobile'],
    moved: { notes: 1, appointments: 1, tags: 1, messages: 2, waitingList: 0, cancellations: 0, deleted: 0 },
  })
  expect(await read(c, keptId)).toEqual(merged.patient)
  notFound(await c.owner.call('GET', `/api/v1/patients/${fromId}`))
  expect((await notesOf(c, keptId)).map(({ body }: { body: string }) => body)).toEqual(['Moved', 'Kept'])
  expect((await notesOf(c, keptId))[0].revisions).toMatchObject([{ body: 'Before' }])
  expect(success(await c.owner.call('GET', `/api/v1/appointments/${entry.id}`)).patientId).toBe(keptId)
  expect(listNotices(c.practice.read, entry.id).map(({ patientId, state }) => [patientId, state])).toEqual([
    [keptId, 'scheduled'],
    [keptId, 'scheduled'],
  ])
})

test('an owner undoes a merge in the archive, and both are as they were', async () => {
  await using c = await clinic()
  const { keptId, fromId } = await pair(c, { gender: 'female' }, { email: 'zoe@example.org', dob: '1987-04-23' })
  await newNote(c.owner.call, fromId, { body: 'Moved' })
  const tag = await newTag(c.owner.call, 'Alone')
  success(await c.owner.call('POST', `/api/v1/patients/${fromId}/tags/${tag.id}`))
  const entry = await newEntry(c.owner.call, { patientId: fromId })
  const before = [await read(c, keptId), await read(c, fromId), await notesOf(c, fromId)]
  const { archiveId } = success(await merge(c, keptId, fromId))
  const [item] = await archivedItems(c.owner.call, '?kind=merge')
  expect(item).toMatchObject({
    id: archiveId,
    kind: 'merge',
    recordId: fromId,
    patientId: keptId,
    label: 'Zoe Mueller',
    dob: '1987-04-23T00:00:00.000Z',
  })
  expect(success(await restore(c, archiveId))).toEqual({
    restored: true,
    kind: 'merge',
    recordId: fromId,
    differences: [],
  })
  const versionless = (value: unknown) => JSON.stringify(value).replaceAll(/"version":\d+/g, '"version"')
  expect(versionless([await read(c, keptId), await read(c, fromId), await notesOf(c, fromId)])).toEqual(
    versionless(before),
  )
  expect(success(await c.owner.call('GET', `/api/v1/appointments/${entry.id}`)).patientId).toBe(fromId)
  expect(listNotices(c.practice.read, entry.id).map(({ patientId }) => patientId)).toEqual([fromId, fromId])
  notFound(await restore(c, archiveId))
})
