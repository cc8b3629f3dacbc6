import { expect, test } from 'bun:test'
import { invalid, notFound, success } from '../support/answers.ts'
import { type Clinic, clinic, monday } from '../support/clinic.ts'
import { absentId, bodyWith, newNote, newPatient } from '../support/records.ts'

const notesOf = (patientId: string) => `/api/v1/patients/${patientId}/notes`

async function withPatient(c: Clinic) {
  const { id } = await newPatient(c.owner.call)
  return { patientId: id as string, path: notesOf(id) }
}

test('§2.2 A note needs a body, which is trimmed and must not be empty. `title` is null and `isNext` false unless they are sent.', async () => {
  await using c = await clinic()
  const { patientId, path } = await withPatient(c)
  const note = await newNote(c.assistant.call, patientId, { body: '  Sensitive\nto cold.  ' })
  expect(note).toEqual({
    id: expect.any(String),
    patientId,
    practiceId: c.owner.practiceId,
    title: null,
    body: 'Sensitive\nto cold.',
    isNext: false,
    revisions: [],
    createdBy: c.assistant.userId,
    updatedBy: c.assistant.userId,
    createdAt: '2026-03-02T08:00:00.000Z',
    updatedAt: '2026-03-02T08:00:00.000Z',
    version: 1,
  })
  expect(success(await c.owner.call('GET', path))).toEqual({ notes: [note] })
})

test('a note may have a title or null, and several notes may be the next action', async () => {
  await using c = await clinic()
  const { patientId } = await withPatient(c)
  const fields = { title: 'Check-up', isNext: true }
  expect(await newNote(c.owner.call, patientId, fields)).toMatchObject(fields)
  expect(await newNote(c.owner.call, patientId, { title: null, isNext: true })).toMatchObject({
    title: null,
    isNext: true,
  })
  const { notes } = success(await c.owner.call('GET', notesOf(patientId)))
  expect(notes.map(({ isNext }: { isNext: boolean }) => isNext)).toEqual([true, true])
})

test('a note with a missing, blank or null body, or with a body that is not a text, is refused', async () => {
  await using c = await clinic()
  const { patientId, path } = await withPatient(c)
  const { id } = await newNote(c.owner.call, patientId)
  invalid(await c.owner.call('POST', path, {}), 'body')
  for (const body of ['', ' \n\t', null, 7, ['x']]) {
    invalid(await c.owner.call('POST', path, { body }), 'body')
    invalid(await c.owner.call('PATCH', `${path}/${id}`, { body }), 'body')
  }
})

test('a note with several wrong fields is refused, and the answer names each of them once', async () => {
  await using c = await clinic()
  const { path } = await withPatient(c)
  const wrong = { title: 7, isNext: 'yes', createdBy: c.owner.userId, revisions: [] }
  invalid(await c.owner.call('POST', path, wrong), 'body', 'title', 'isNext', 'createdBy', 'revisions')
})

test("§2.2 A note's title is trimmed. An empty title means null.", async () => {
  await using c = await clinic()
  const { id: patientId } = await newPatient(c.owner.call)
  const note = await newNote(c.owner.call, patientId, { title: '  Check-up\n' })
  expect(note.title).toBe('Check-up')
  const path = `/api/v1/patients/${patientId}/notes`
  const edit = (title: string) => c.owner.call('PATCH', `${path}/${note.id}`, { title })
  expect(success(await edit(' Check-up ')).revisions).toEqual([])
  for (const blank of ['', ' \t\n', '\u00a0'])
    expect((await newNote(c.owner.call, patientId, { title: blank })).title).toBeNull()
  expect(success(await edit(' ')).title).toBeNull()
  expect((await newNote(c.owner.call, patientId, { title: ` ${'y'.repeat(200)} ` })).title).toHaveLength(200)
  invalid(await edit(` ${'y'.repeat(201)} `), 'title')
})

test('§2.2 The body of a note holds 100,000 characters, and its title 200.', async () => {
  await using c = await clinic()
  const { patientId, path } = await withPatient(c)
  const longest = { body: 'x'.repeat(100_000), title: 'y'.repeat(200) }
  expect(await newNote(c.owner.call, patientId, longest)).toMatchObject(longest)
  const longer = { body: 'x'.repeat(100_001), title: 'y'.repeat(201) }
  invalid(await c.owner.call('POST', path, longer), 'body', 'title')
})

test('a NUL or a lone surrogate in any text of a note is refused', async () => {
  await using c = await clinic()
  const { path } = await withPatient(c)
  for (const bad of ['a\\u0000', 'a\\udead'])
    invalid(await c.owner.call('POST', path, bodyWith(['body', 'title'], bad)), 'body', 'title')
})

test('§4.2 Notes are listed newest first, also notes of the same millisecond. An edit does not change the order.', async () => {
  await using c = await clinic()
  const { patientId, path } = await withPatient(c)
  const old = [await newNote(c.owner.call, patientId), await newNote(c.owner.call, patientId)]
  c.clock.now = monday + 1000
  const newest = await newNote(c.owner.call, patientId)
  c.clock.now = monday - 1000
  const oldest = await newNote(c.owner.call, patientId)
  c.clock.now = monday + 2000
  success(await c.owner.call('PATCH', `${path}/${oldest.id}`, { title: 'An edit moves no note.' }))
  const { notes } = success(await c.owner.call('GET', path))
  const inOrder = [newest, ...old.toReversed(), oldest]
  expect(notes.map(({ id }: { id: string }) => id)).toEqual(inOrder.map(({ id }) => id))
})

test('§2.2 Every edit of a note keeps the full version before the edit in `revisions`, oldest first.', async () => {
  await using c = await clinic()
  const { patientId, path } = await withPatient(c)
  const first = await newNote(c.owner.call, patientId, { body: 'One.', title: 'A', isNext: true })
  const edit = async (minute: number, call: typeof c.owner.call, body: object) => {
    c.clock.now = monday + minute * 60_000
    return success(await call('PATCH', `${path}/${first.id}`, body))
  }
  const second = await edit(1, c.assistant.call, { body: ' Two. ', isNext: false })
  expect(second).toMatchObject({ createdBy: c.owner.userId, updatedBy: c.assistant.userId })
  const last = await edit(2, c.owner.call, { title: null })
  expect(last).toEqual({
    ...first,
    title: null,
    body: 'Two.',
    isNext: false,
    updatedAt: '2026-03-02T08:02:00.000Z',
    version: 3,
    revisions: [
      {
        version: 1,
        title: 'A',
        body: 'One.',
        isNext: true,
        savedAt: '2026-03-02T08:00:00.000Z',
        savedBy: c.owner.userId,
      },
      {
        version: 2,
        title: 'A',
        body: 'Two.',
        isNext: false,
        savedAt: '2026-03-02T08:01:00.000Z',
        savedBy: c.assistant.userId,
      },
    ],
  })
  expect(success(await c.owner.call('GET', path)).notes).toEqual([last])
})

test('an edit of a note without changes adds no version and leaves `updatedAt` as it was', async () => {
  await using c = await clinic()
  const { patientId, path } = await withPatient(c)
  const note = await newNote(c.owner.call, patientId, { body: 'One.', title: 'A' })
  c.clock.now = monday + 60_000
  for (const body of [{}, { body: 'One.' }, { body: ' One. ', title: 'A', isNext: false }])
    expect(success(await c.assistant.call('PATCH', `${path}/${note.id}`, body))).toEqual(note)
})

test('a note has only its own earlier versions', async () => {
  await using c = await clinic()
  const { patientId, path } = await withPatient(c)
  const [a, b] = [await newNote(c.owner.call, patientId), await newNote(c.owner.call, patientId)]
  success(await c.owner.call('PATCH', `${path}/${a.id}`, { body: 'Changed.' }))
  const { notes } = success(await c.owner.call('GET', path))
  const versions = Object.fromEntries(
    notes.map((note: { id: string; revisions: unknown[] }) => [note.id, note.revisions.length]),
  )
  expect(versions).toEqual({ [a.id]: 1, [b.id]: 0 })
})

test('§4.2 Deleting a note deletes its revisions, too.', async () => {
  await using c = await clinic()
  const { patientId, path } = await withPatient(c)
  const { id } = await newNote(c.owner.call, patientId)
  const kept = await newNote(c.owner.call, patientId, { body: 'Kept.' })
  success(await c.owner.call('PATCH', `${path}/${id}`, { body: 'Changed.' }))
  expect(success(await c.assistant.call('DELETE', `${path}/${id}`))).toEqual({ deleted: true })
  notFound(await c.owner.call('DELETE', `${path}/${id}`))
  notFound(await c.owner.call('PATCH', `${path}/${id}`, { body: 'Again.' }))
  expect(success(await c.owner.call('GET', path)).notes).toEqual([kept])
})

test('§4.2 A note can be read and changed only under the path of its own patient.', async () => {
  await using c = await clinic()
  const { patientId, path } = await withPatient(c)
  const other = await newPatient(c.owner.call)
  const note = await newNote(c.owner.call, patientId)
  for (const patient of [other.id, absentId, 'x']) {
    notFound(await c.owner.call('PATCH', `${notesOf(patient)}/${note.id}`, { body: 'Changed.' }))
    notFound(await c.owner.call('DELETE', `${notesOf(patient)}/${note.id}`))
  }
  expect(success(await c.owner.call('GET', notesOf(other.id))).notes).toEqual([])
  expect(success(await c.owner.call('GET', path)).notes).toEqual([note])
})

test('the notes of an unknown or foreign patient are not found, and no note can be added', async () => {
  await using c = await clinic()
  const foreign = await newPatient(c.stranger.call)
  for (const patientId of [absentId, foreign.id, 'x']) {
    notFound(await c.owner.call('GET', notesOf(patientId)))
    notFound(await c.owner.call('POST', notesOf(patientId), { body: 'Lost.' }))
  }
  expect(success(await c.stranger.call('GET', notesOf(foreign.id))).notes).toEqual([])
})
