/** A deleted record is restored as it was, or the answer gives the reason why not. */
import { Database } from 'bun:sqlite'
import { expect, spyOn, test } from 'bun:test'
import { newId } from '../../src/domain/id.ts'
import { packTemplates } from '../../src/domain/pack.ts'
import { updateEntry } from '../../src/store/calendar/entries.ts'
import { Connection } from '../../src/store/engine/connection.ts'
import { listNotices, updateNotice } from '../../src/store/notices/notices.ts'
import { insertNote, insertRevision } from '../../src/store/patients/notes.ts'
import { notFound, problem, success } from '../support/answers.ts'
import { archivedItems, deleteAt, restore, restored } from '../support/archive.ts'
import type { Answer, Client } from '../support/client.ts'
import { type Clinic, clinic, monday } from '../support/clinic.ts'
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

const get = async (call: Client, path: string) => success(await call('GET', `/api/v1${path}`))
const states = (c: Clinic, entryId: string) =>
  listNotices(c.practice.read, entryId).map(({ kind, channel, state }) => `${kind} ${channel} ${state}`)

/** Returns the records without their versions, because a restored record has a new version. */
const unversioned = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(unversioned)
  if (typeof value !== 'object' || value === null) return value
  const { version: _, ...rest } = value as Record<string, unknown>
  return Object.fromEntries(Object.entries(rest).map(([key, one]) => [key, unversioned(one)]))
}

function refused(answer: Answer, message: RegExp, ...paths: string[]): void {
  problem(answer, 409, 'conflict', paths.length > 0 ? paths : undefined)
  expect(answer.body.error.message).toMatch(message)
}

test('§15 A patient is restored as they were, with notes, revisions, tags, entries and answers.', async () => {
  await using c = await clinic()
  const { call } = c.owner
  const { id } = await newPatient(call, { email: 'zoe@example.org', dob: '1990-02-28', notifyBySms: true })
  const path = `/patients/${id}`
  for (const name of ['Zebra', 'Ant', 'Mole'])
    success(await call('POST', `/api/v1${path}/tags/${(await newTag(call, name)).id}`))
  const note = await newNote(call, id, { title: 'First', body: '"A" note\\ \u0001' })
  await newNote(call, id, { body: 'Another' })
  c.clock.now += 60_000
  for (const body of ['A better note', 'The best'])
    success(await call('PATCH', `/api/v1${path}/notes/${note.id}`, { body, isNext: true }))
  const entry = await newEntry(call, { patientId: id })
  const patientAnswer = { answer: 'confirmed', at: '2026-03-02T08:00:00.000Z' }
  await c.practice.write((tx) => updateEntry(tx, entry.id, { metadata: { room: 2, patientAnswer } }))
  const everything = async () => ({
    patient: await get(call, path),
    notes: (await get(call, `${path}/notes`)).notes,
    found: (await get(call, '/patients?search=zo%C3%A9')).patients,
    entry: await get(call, `/appointments/${entry.id}`),
  })
  const before = await everything()

  c.clock.now += 60_000
  const item = await deleteAt(call, path)
  notFound(await call('GET', `/api/v1${path}`))
  c.clock.now += 60_000
  expect(success(await restore(call, item.id))).toEqual({
    restored: true,
    kind: 'patient',
    recordId: id,
    differences: [],
  })
  const updatedAt = '2026-03-02T08:03:00.000Z'
  const after = await everything()
  expect(unversioned(after)).toEqual(unversioned({ ...before, entry: { ...before.entry, updatedAt } }))
  // With the new version, a client that knows only the old record cannot overwrite the restored record.
  for (const name of ['patient', 'entry'] as const)
    expect(after[name].version).toBeGreaterThan(before[name].version)
  expect(after.notes[0].revisions).toEqual(before.notes[0].revisions)
  expect(await archivedItems(call)).toEqual([])
  notFound(await restore(call, item.id))
})

test('when a patient is restored, the reminders of their future appointments are planned again', async () => {
  await using c = await clinic()
  const { call } = c.owner
  const { id } = await newPatient(call)
  const [ahead, over] = [
    await newEntry(call, { patientId: id }),
    await newEntry(call, { patientId: id, startAt: '2026-03-01T08:00:00Z', endAt: '2026-03-01T09:00:00Z' }),
  ]
  const before = states(c, over.id)
  const item = await deleteAt(call, `/patients/${id}`)
  expect(states(c, ahead.id)).toEqual(['reminder email cancelled', 'reminder sms cancelled'])
  expect(await restored(call, item.id)).toEqual([])
  expect(states(c, ahead.id)).toEqual(['reminder email scheduled', 'reminder sms scheduled'])
  expect(states(c, over.id)).toEqual(before)
})

test('when a restored patient has very many appointments, a background job plans the remaining reminders', async () => {
  await using c = await clinic()
  const { call } = c.owner
  const { id } = await newPatient(call)
  const entries: { id: string }[] = []
  for (let i = 0; i < 130; i++) {
    const startAt = new Date(Date.parse(at('00:00')) + i * 600_000).toISOString()
    entries.push(await newEntry(call, { patientId: id, startAt, endAt: '2026-03-12T00:00:00Z' }))
  }
  const scheduled = () =>
    entries.filter((entry) => states(c, entry.id)[0] === 'reminder email scheduled').length
  const item = await deleteAt(call, `/patients/${id}`)
  expect(scheduled()).toBe(0)
  expect(await restored(call, item.id)).toEqual([])
  expect(scheduled()).toBeWithin(100, 131)
  while (await c.store.noticeUpkeep.replan(c.clock.now));
  expect(scheduled()).toBe(130)
})

test('a restored patient gets back entries that were moved meanwhile, but not those that were deleted or have another patient', async () => {
  await using c = await clinic()
  const { call } = c.owner
  const [gone, other] = [await newPatient(call), await newPatient(call)]
  const patientAnswer = { answer: 'confirmed', at: '2026-03-02T08:00:00.000Z' }
  const entries: { id: string }[] = []
  for (const time of ['08:00', '09:00', '10:00', '11:00'])
    entries.push(await newEntry(call, { patientId: gone.id, startAt: at(time), endAt: at('12:00') }))
  const [stays, moved, taken, lost] = entries.map(({ id }) => `/api/v1/appointments/${id}`)
  await c.practice.write((tx) => {
    for (const { id } of entries) updateEntry(tx, id, { metadata: { patientAnswer } })
  })
  const item = await deleteAt(call, `/patients/${gone.id}`)
  success(await call('PATCH', moved!, { startAt: at('09:30') }))
  success(await call('PATCH', taken!, { patientId: other.id }))
  success(await call('DELETE', lost!))
  expect(await restored(call, item.id)).toEqual([
    { path: 'appointments', message: 'lacks entries that were deleted or have another patient: 2' },
  ])
  expect(success(await call('GET', stays!))).toMatchObject({
    patientId: gone.id,
    metadata: { patientAnswer },
  })
  expect(success(await call('GET', moved!))).toMatchObject({ patientId: gone.id, metadata: {} })
  expect(success(await call('GET', taken!))).toMatchObject({ patientId: other.id, metadata: {} })
  notFound(await call('GET', lost!))
})

test('§15 A restored patient with a status that the pack lacks gets the default status, and `differences` in the answer says so.', async () => {
  await using c = await clinic()
  const { call } = c.owner
  const { id } = await newPatient(call, { status: 'in_treatment' })
  const item = await deleteAt(call, `/patients/${id}`)
  const statuses = packTemplates.dental.statuses.filter((status) => status.id !== 'in_treatment')
  success(await call('PATCH', '/api/v1/practice', { pack: { ...packTemplates.dental, statuses } }))
  c.clock.now += 60_000
  const [difference, ...others] = await restored(call, item.id)
  expect(difference).toEqual({
    path: 'status',
    message: 'is the default status, because the pack does not have `in_treatment` any more',
  })
  expect(others).toEqual([])
  expect(await get(call, `/patients/${id}`)).toMatchObject({
    status: 'new',
    statusChangedAt: '2026-03-02T08:01:00.000Z',
    updatedAt: '2026-03-02T08:00:00.000Z',
  })
})

test('when a tag was deleted meanwhile, the restored patient lacks the tag, and the answer names this difference', async () => {
  await using c = await clinic()
  const { call } = c.owner
  const { id } = await newPatient(call)
  const tags = [await newTag(call, 'One'), await newTag(call, 'Two')]
  for (const tag of tags) success(await call('POST', `/api/v1/patients/${id}/tags/${tag.id}`))
  const item = await deleteAt(call, `/patients/${id}`)
  await deleteAt(call, `/tags/${tags[0].id}`)
  expect(await restored(call, item.id)).toEqual([
    { path: 'tagIds', message: 'lacks tags that were deleted: 1' },
  ])
  expect((await get(call, `/patients/${id}`)).tagIds).toEqual([tags[1].id])
})

test('after a patient and their tags are restored, the patient has the tags again, in any order of deletion and return', async () => {
  await using c = await clinic()
  const { call } = c.owner
  const { id } = await newPatient(call)
  const [tag, other] = [await newTag(call, 'One'), await newTag(call, 'Two')]
  for (const one of [tag, other]) success(await call('POST', `/api/v1/patients/${id}/tags/${one.id}`))
  const paths = [`/patients/${id}`, `/tags/${tag.id}`, `/tags/${other.id}`]
  for (const deletion of [paths, paths.toReversed()])
    for (const order of [
      [0, 1, 2],
      [2, 1, 0],
      [1, 0, 2],
    ]) {
      const items: { id: string }[] = []
      for (const path of deletion) items.push(await deleteAt(call, path))
      for (const i of order) await restored(call, items[i]!.id)
      expect((await get(call, `/patients/${id}`)).tagIds.toSorted()).toEqual([tag.id, other.id].sort())
    }
  expect(await archivedItems(call)).toEqual([])
})

test('after a patient and their appointment are restored in any order, the appointment belongs to the patient again', async () => {
  await using c = await clinic()
  const { call } = c.owner
  const { id: patientId } = await newPatient(call)
  const entry = await newEntry(call, { patientId })
  const patientAnswer = { answer: 'confirmed', at: '2026-03-02T08:00:00.000Z' }
  await c.practice.write((tx) => updateEntry(tx, entry.id, { metadata: { room: 2, patientAnswer } }))
  for (const order of [
    [0, 1],
    [1, 0],
  ]) {
    const items = [
      await deleteAt(call, `/patients/${patientId}`),
      await deleteAt(call, `/appointments/${entry.id}`),
    ]
    expect(items[1]).toMatchObject({ patientId: null })
    for (const i of order) await restored(call, items[i]!.id)
    expect(await get(call, `/appointments/${entry.id}`)).toMatchObject({
      patientId,
      metadata: { room: 2, patientAnswer },
    })
  }
})

test('§15 When an appointment was given to another patient, it stays theirs after the first patient or the appointment is restored.', async () => {
  await using c = await clinic()
  const { call } = c.owner
  const [first, second] = [await newPatient(call), await newPatient(call)]
  const entry = await newEntry(call, { patientId: first.id })
  const patient = await deleteAt(call, `/patients/${first.id}`)
  success(await call('PATCH', `/api/v1/appointments/${entry.id}`, { patientId: second.id }))
  const item = await deleteAt(call, `/appointments/${entry.id}`)
  await restored(call, patient.id)
  expect(await archivedItems(call)).toEqual([item])
  await restored(call, item.id)
  expect(await get(call, `/appointments/${entry.id}`)).toMatchObject({ patientId: second.id })
})

test('a restored tag is on its patients again, except on patients who were deleted meanwhile', async () => {
  await using c = await clinic()
  const { call } = c.owner
  const [kept, gone] = [await newPatient(call), await newPatient(call)]
  const tag = await newTag(call, 'Recall')
  for (const { id } of [kept, gone]) success(await call('POST', `/api/v1/patients/${id}/tags/${tag.id}`))
  const item = await deleteAt(call, `/tags/${tag.id}`)
  const patient = await deleteAt(call, `/patients/${gone.id}`)
  const holder = await newTag(call, 'RECALL')
  refused(await restore(call, item.id), /^Another tag has this name/, 'name')
  await deleteAt(call, `/tags/${holder.id}`)
  expect(await restored(call, item.id)).toEqual([
    { path: 'patients', message: 'lacks patients that were deleted: 1' },
  ])
  expect(unversioned(await get(call, `/tags/${tag.id}`))).toEqual(unversioned(tag))
  expect((await get(call, `/patients?tagId=${tag.id}`)).patients).toHaveLength(1)
  expect(await restored(call, patient.id)).toEqual([])
  expect((await get(call, `/patients?tagId=${tag.id}`)).patients).toHaveLength(2)
})

test('a tag that was taken off a patient is put on again from the archive, if both the tag and the patient exist', async () => {
  await using c = await clinic()
  const { call } = c.owner
  const { id } = await newPatient(call)
  const tag = await newTag(call, 'Recall')
  const toggle = () => call('POST', `/api/v1/patients/${id}/tags/${tag.id}`)
  for (let i = 0; i < 2; i++) success(await toggle())
  const [link] = await archivedItems(call)
  success(await toggle())
  refused(await restore(call, link.id), /has the tag already/)
  success(await toggle())
  const gone = await deleteAt(call, `/tags/${tag.id}`)
  refused(await restore(call, link.id), /^The tag was deleted/, 'tagId')
  expect(await restored(call, gone.id)).toEqual([])
  const patient = await deleteAt(call, `/patients/${id}`)
  refused(await restore(call, link.id), /^The patient was deleted/, 'patientId')
  expect(await restored(call, patient.id)).toEqual([])
  expect(await restored(call, link.id)).toEqual([])
  expect((await get(call, `/patients/${id}`)).tagIds).toEqual([tag.id])
})

test('§15 A note is restored with its revisions, when its patient exists.', async () => {
  await using c = await clinic()
  const { call } = c.owner
  const { id } = await newPatient(call)
  const note = await newNote(call, id)
  success(await call('PATCH', `/api/v1/patients/${id}/notes/${note.id}`, { body: 'Better' }))
  const { notes } = await get(call, `/patients/${id}/notes`)
  const item = await deleteAt(call, `/patients/${id}/notes/${note.id}`)
  const patient = await deleteAt(call, `/patients/${id}`)
  refused(
    await restore(call, item.id),
    /^The patient was deleted\. Bring the patient back first/,
    'patientId',
  )
  expect(await restored(call, patient.id)).toEqual([])
  expect(await get(call, `/patients/${id}/notes`)).toEqual({ notes: [] })
  expect(await restored(call, item.id)).toEqual([])
  expect(unversioned((await get(call, `/patients/${id}/notes`)).notes)).toEqual(unversioned(notes))
})

test('§15 A restored entry is as it was before, and its reminders are planned again.', async () => {
  await using c = await clinic()
  const { call } = c.owner
  const [{ id: patientId }, { id: chairId }] = [await newPatient(call), await newChair(call)]
  const fields = { patientId, chairId, title: 'Check-up', notes: 'x', color: '#fff', serviceRef: '01' }
  const entry = await newEntry(call, fields)
  const item = await deleteAt(call, `/appointments/${entry.id}`)
  expect(item).toMatchObject({ kind: 'appointment', patientId })
  c.clock.now += 60_000
  expect(await restored(call, item.id)).toEqual([])
  expect(unversioned(await get(call, `/appointments/${entry.id}`))).toEqual(unversioned(entry))
  expect(states(c, entry.id)).toEqual(['reminder email scheduled', 'reminder sms scheduled'])
})

test('§15 After a restore, a patient who got the news of the cancellation gets the news that the appointment is back. Other patients get no message.', async () => {
  await using c = await clinic()
  const { call } = c.owner
  const { id: patientId } = await newPatient(call)
  const entry = await newEntry(call, { patientId })
  const told = (kind: string, sentAt: number) =>
    c.practice.write((tx) => {
      for (const notice of listNotices(tx, entry.id))
        if (notice.kind === kind) updateNotice(tx, notice.id, { state: 'sent', sentAt })
    })
  await told('reminder', monday)
  const item = await deleteAt(call, `/appointments/${entry.id}`)
  expect(states(c, entry.id)).toContain('cancelled email scheduled')
  expect(await restored(call, item.id)).toEqual([])
  expect(states(c, entry.id)).toContain('cancelled email cancelled')
  const again = await deleteAt(call, `/appointments/${entry.id}`)
  await told('cancelled', monday + 1)
  expect(await restored(call, again.id)).toEqual([])
  expect(states(c, entry.id)).toContain('booked email scheduled')
})

test('§15 An entry cannot be restored when another entry is in its way: 409 `conflict`. It stays in the archive.', async () => {
  await using c = await clinic()
  const { call } = c.owner
  const { id: chairId } = await newChair(call)
  const entry = await newEntry(call, { chairId })
  const item = await deleteAt(call, `/appointments/${entry.id}`)
  for (const [startAt, endAt] of [
    ['09:00', '10:00'],
    ['08:00', '09:01'],
    ['09:59', '11:00'],
  ] as const) {
    const other = await newEntry(call, {
      type: 'unavailable',
      chairId,
      startAt: at(startAt),
      endAt: at(endAt),
    })
    const answer = await restore(call, item.id)
    refused(
      answer,
      /^The chair is taken at that time: 1 entry is in the way\. First move or delete each entry that is in the way\.$/,
      'startAt',
    )
    expect(answer.body.error.details[0]).toMatchObject({ entryId: other.id, startAt: other.startAt })
    success(await call('DELETE', `/api/v1/appointments/${other.id}`))
  }
  await newEntry(call, { chairId, startAt: at('08:00'), endAt: at('09:00') })
  await newEntry(call, { type: 'reminder', chairId })
  expect(await restored(call, item.id)).toEqual([])
  expect(unversioned(await get(call, `/appointments/${entry.id}`))).toEqual(unversioned(entry))
})

test('§15 An entry is restored only when its chair is in use and its patient exists.', async () => {
  await using c = await clinic()
  const { call } = c.owner
  const [{ id: patientId }, { id: chairId }] = [await newPatient(call), await newChair(call)]
  const entry = await newEntry(call, { chairId, patientId })
  const item = await deleteAt(call, `/appointments/${entry.id}`)
  success(await call('PATCH', `/api/v1/chairs/${chairId}`, { active: false }))
  refused(await restore(call, item.id), /^The chair is out of use/, 'chairId')
  const chair = await deleteAt(call, `/chairs/${chairId}`)
  refused(await restore(call, item.id), /^The chair was deleted\. Bring the chair back first/, 'chairId')
  expect(await restored(call, chair.id)).toEqual([])
  success(await call('PATCH', `/api/v1/chairs/${chairId}`, { active: true }))
  const patient = await deleteAt(call, `/patients/${patientId}`)
  refused(await restore(call, item.id), /^The patient was deleted/, 'patientId')
  expect(await restored(call, patient.id)).toEqual([])
  expect(await restored(call, item.id)).toEqual([])
  expect(unversioned(await get(call, `/appointments/${entry.id}`))).toEqual(unversioned(entry))
})

test('§15 A chair is restored as it was, when its name is free.', async () => {
  await using c = await clinic()
  const { call } = c.owner
  const chair = await newChair(call, { name: 'Room A', color: 'red', active: false })
  const item = await deleteAt(call, `/chairs/${chair.id}`)
  const other = await newChair(call, { name: 'ROOM A' })
  refused(await restore(call, item.id), /^Another chair has this name/, 'name')
  await deleteAt(call, `/chairs/${other.id}`)
  expect(await restored(call, item.id)).toEqual([])
  expect(unversioned(await get(call, `/chairs/${chair.id}`))).toEqual(unversioned(chair))
})

test('§15 When many requests restore one record at once, one request succeeds, and the others get 404.', async () => {
  await using c = await clinic()
  const { call } = c.owner
  const patient = await newPatient(call)
  await newNote(call, patient.id)
  const item = await deleteAt(call, `/patients/${patient.id}`)
  const answers = await Promise.all(Array.from({ length: 20 }, () => restore(call, item.id)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(404)])
  expect((await get(call, `/patients/${patient.id}/notes`)).notes).toHaveLength(1)
})

test('only owners of the practice can restore a record, and a wrong id restores nothing', async () => {
  await using c = await clinic()
  const item = await deleteAt(c.owner.call, `/tags/${(await newTag(c.owner.call, 'Recall')).id}`)
  for (const id of [...malformedIds, absentId, item.recordId]) notFound(await restore(c.owner.call, id))
  notFound(await restore(c.stranger.call, item.id))
  problem(await restore(c.assistant.call, item.id), 403, 'forbidden')
  expect(await archivedItems(c.owner.call)).toEqual([item])
})

test('a patient who is deleted and restored five times keeps all notes', async () => {
  await using c = await clinic()
  const { call } = c.owner
  const { id } = await newPatient(call)
  await newNote(call, id)
  const before = await get(call, `/patients/${id}/notes`)
  for (let i = 0; i < 5; i++) {
    const item = await deleteAt(call, `/patients/${id}`)
    expect(await restored(call, item.id)).toEqual([])
  }
  expect(unversioned(await get(call, `/patients/${id}/notes`))).toEqual(unversioned(before))
})

test('a patient with 2,000 notes is deleted and restored by as few statements as a patient with two notes', async () => {
  await using c = await clinic()
  const { call } = c.owner
  const statementsFor = async (notes: number) => {
    const { id: patientId } = await newPatient(call)
    await c.practice.write((tx) => {
      const [by, times] = [
        { createdBy: c.owner.userId, updatedBy: c.owner.userId },
        { createdAt: monday, updatedAt: monday },
      ]
      for (let i = 0; i < notes; i++) {
        const text = { title: `${i}`, body: 'ü"'.repeat(500), isNext: false }
        const id = newId(monday)
        insertNote(tx, { id, patientId, ...text, ...by, ...times })
        insertRevision(tx, { noteId: id, version: 1, ...text, savedAt: monday, savedBy: c.owner.userId })
      }
    })
    const before = (await call('GET', `/api/v1/patients/${patientId}/notes`)).data.notes
    expect(before).toHaveLength(notes)
    const counts: number[] = []
    const counting = async (act: () => Promise<unknown>) => {
      // Writes the waiting rows of the audit trail now, so that they are not counted.
      await c.store.reads.flush()
      using prepared = spyOn(Connection.prototype, 'prepared')
      await act()
      counts.push(prepared.mock.calls.length)
    }
    await counting(async () => success(await call('DELETE', `/api/v1/patients/${patientId}`)))
    const [item] = await archivedItems(call)
    await counting(async () => expect(await restored(call, item.id)).toEqual([]))
    const after = (await call('GET', `/api/v1/patients/${patientId}/notes`)).data.notes
    const hash = (notes: unknown) => Bun.hash(JSON.stringify(unversioned(notes)))
    expect(hash(after)).toBe(hash(before))
    return counts
  }
  expect(await statementsFor(2_000)).toEqual(await statementsFor(2))
})

test('a restored patient whose archived row is from the time before online booking can book online', async () => {
  await using c = await clinic()
  const { id } = await newPatient(c.owner.call)
  const item = await deleteAt(c.owner.call, `/patients/${id}`)
  using database = new Database(c.path)
  database.run(
    `update archive_rows set row = json_remove(row, '$.may_book_online') where source = 'patients'`,
  )
  expect(await restored(c.owner.call, item.id)).toEqual([])
  const patient = success(await c.owner.call('GET', `/api/v1/patients/${id}`))
  expect(patient).not.toHaveProperty('mayBookOnline')
})
