/** Merging two records of one person, and undoing it (RULES §25). */
import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { ErasureLedger } from '../../src/backup/erasures/ledger.ts'
import { newId } from '../../src/domain/id.ts'
import { mostMerged, mostRowsMoved } from '../../src/domain/limits.ts'
import { newestCursor } from '../../src/store/changes/changes.ts'
import { listNotices } from '../../src/store/notices/notices.ts'
import { insertNote, removeNote } from '../../src/store/patients/notes.ts'
import { keepMerge } from '../../src/store/person/merged.ts'
import { told, verify } from '../store/trails.ts'
import { invalid, notFound, problem, success } from '../support/answers.ts'
import { archivedItems } from '../support/archive.ts'
import { type Clinic, clinic, monday } from '../support/clinic.ts'
import {
  absentId,
  at,
  type Fields,
  newEntry,
  newNote,
  newPatient,
  newTag,
  newWaiting,
} from '../support/records.ts'

const merge = (c: Clinic, kept: string, from: string, more: object = {}, headers = {}) =>
  c.owner.call('POST', `/api/v1/patients/${kept}/merge`, { from, ...more }, headers)
const read = async (c: Clinic, id: string) => success(await c.owner.call('GET', `/api/v1/patients/${id}`))
const notesOf = async (c: Clinic, id: string) =>
  success(await c.owner.call('GET', `/api/v1/patients/${id}/notes`)).notes
const restore = (c: Clinic, archiveId: string) => c.owner.call('POST', `/api/v1/archive/${archiveId}/restore`)

const pair = async (c: Clinic, kept: Fields = {}, from: Fields = {}) => {
  const { id: keptId } = await newPatient(c.owner.call, kept)
  const { id: fromId } = await newPatient(c.owner.call, { firstName: 'Zoe', lastName: 'Mueller', ...from })
  return { keptId, fromId } as { keptId: string; fromId: string }
}

test('§25 After a merge, the kept patient has everything of the other record, and the other patient is not found any more.', async () => {
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
    patient: {
      id: keptId,
      firstName: 'Zoé',
      email: 'zoe@example.org',
      tagIds: [both.id, alone.id],
      notifyBySms: false,
    },
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

test('§25 An owner undoes a merge in the archive, and both patients are as they were before.', async () => {
  await using c = await clinic()
  const { keptId, fromId } = await pair(
    c,
    { gender: 'female' },
    { email: 'zoe@example.org', dob: '1987-04-23' },
  )
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

test('§25 `POST /patients/:patientId/merge` refuses a merge without another patient, with the same patient, and with a patient of another practice.', async () => {
  await using c = await clinic()
  const { keptId, fromId } = await pair(c)
  const { id: foreign } = await newPatient(c.stranger.call)
  for (const from of [keptId, keptId.toUpperCase(), absentId, foreign])
    invalid(await merge(c, keptId, from), 'from')
  invalid(await merge(c, keptId, 'x'), 'from')
  notFound(await merge(c, foreign, fromId))
  success(await merge(c, keptId, fromId))
  invalid(await merge(c, keptId, fromId), 'from')
  notFound(await merge(c, fromId, keptId))
})

test('§25 A merge request can name the version of each record. When a version differs, nothing is merged.', async () => {
  await using c = await clinic()
  const { keptId, fromId } = await pair(c)
  problem(await merge(c, keptId, fromId, {}, { 'if-match': '"2"' }), 412, 'precondition_failed', ['If-Match'])
  const answer = await merge(c, keptId, fromId, { version: 2 })
  problem(answer, 409, 'conflict', ['version'])
  const none = await merge(c, keptId, fromId, { version: 0 })
  invalid(none, 'version')
  expect(none.body.error.details[0].message).toBe('must be a whole number, at least 1')
  expect(answer.body.error.details[0].version).toBe(1)
  success(await merge(c, keptId, fromId, { version: 1 }, { 'if-match': '"1"' }))
})

test('a merge fills only empty fields of the kept patient, and gives no consent that they did not have', async () => {
  await using c = await clinic()
  const kept = { dob: '1987-04-23', country: 'Germany', notifyByEmail: true, notifyBySms: true }
  const from = {
    dob: '1990-01-01',
    gender: 'female',
    email: 'zoe@example.org',
    notifyByEmail: false,
    notifyBySms: true,
    address: 'Street 2',
    postcode: '1010',
    country: 'Austria',
    phoneMobile: '0664 1234567',
    preferredLanguage: 'de',
  }
  const { keptId, fromId } = await pair(c, kept, from)
  const { patient, filled } = success(await merge(c, keptId, fromId))
  // The phone number and the address belong to Austria. In Germany, they would mean another number and street.
  expect(filled.sort()).toEqual(['email', 'gender', 'notifyByEmail', 'preferredLanguage'])
  expect(patient).toMatchObject({
    dob: '1987-04-23T00:00:00.000Z',
    gender: 'female',
    email: 'zoe@example.org',
    preferredLanguage: 'de',
    notifyByEmail: false,
    notifyBySms: true,
    phoneMobile: null,
    address: null,
    country: 'Germany',
  })
})

test('§25 A change that was made after a merge stays when the merge is undone, and the answer names what differs.', async () => {
  await using c = await clinic()
  const { keptId, fromId } = await pair(c, {}, { email: 'zoe@example.org', gender: 'female' })
  const [gone, stays] = [await newNote(c.owner.call, fromId), await newNote(c.owner.call, fromId)]
  const entry = await newEntry(c.owner.call, { patientId: fromId })
  const { archiveId } = success(await merge(c, keptId, fromId))
  success(await c.owner.call('DELETE', `/api/v1/patients/${keptId}/notes/${gone.id}`))
  success(await c.owner.call('PATCH', `/api/v1/appointments/${entry.id}`, { patientId: null }))
  success(await c.owner.call('PATCH', `/api/v1/patients/${keptId}`, { email: 'new@example.org' }))
  const written = await newNote(c.owner.call, keptId)
  const { differences } = success(await restore(c, archiveId))
  expect(differences.map(({ path }: { path: string }) => path).sort()).toEqual([
    'appointments',
    'email',
    'notes',
  ])
  expect(await read(c, keptId)).toMatchObject({ email: 'new@example.org', gender: null })
  expect((await notesOf(c, fromId)).map(({ id }: { id: string }) => id)).toEqual([stays.id])
  expect((await notesOf(c, keptId)).map(({ id }: { id: string }) => id)).toEqual([written.id])
})

test('after two merges, the undo of the first merge removes its e-mail address from both kept records', async () => {
  await using c = await clinic()
  const given = { email: 'zoe@example.org', notifyByEmail: false, gender: 'female' }
  const { keptId: middle, fromId } = await pair(c, {}, given)
  const { id: keptId } = await newPatient(c.owner.call)
  const first = success(await merge(c, middle, fromId))
  const second = success(await merge(c, keptId, middle))
  expect(await read(c, keptId)).toMatchObject(given)
  const empty = { email: null, notifyByEmail: true, gender: null }
  expect(success(await restore(c, first.archiveId)).differences).toEqual([])
  expect(await read(c, keptId)).toMatchObject(empty)
  expect(await read(c, fromId)).toMatchObject(given)
  const { differences } = success(await restore(c, second.archiveId))
  const paths = differences.map(({ path }: { path: string }) => path)
  for (const field of Object.keys(empty)) expect(paths).not.toContain(field)
  for (const id of [middle, keptId]) expect(await read(c, id)).toMatchObject(empty)
  // Only this patient is found by the e-mail address.
  const { patients } = success(await c.owner.call('GET', '/api/v1/patients?email=zoe@example.org'))
  expect(patients.map(({ id }: { id: string }) => id)).toEqual([fromId])
})

test('§25 A merge can be undone only while the kept patient exists.', async () => {
  await using c = await clinic()
  const { keptId, fromId } = await pair(c)
  await newNote(c.owner.call, fromId)
  const { archiveId } = success(await merge(c, keptId, fromId))
  success(await c.owner.call('DELETE', `/api/v1/patients/${keptId}`))
  problem(await restore(c, archiveId), 409, 'conflict')
  const [item] = await archivedItems(c.owner.call, '?kind=patient')
  success(await restore(c, item.id))
  success(await restore(c, archiveId))
  expect(await notesOf(c, fromId)).toHaveLength(1)
})

test('§25 When both patients had the same appointment, only one reminder goes out, also after the merge is undone.', async () => {
  await using c = await clinic()
  const { keptId, fromId } = await pair(c)
  const entry = await newEntry(c.owner.call, { patientId: keptId })
  const path = `/api/v1/appointments/${entry.id}`
  success(await c.owner.call('PATCH', path, { patientId: fromId }))
  const live = () =>
    listNotices(c.practice.read, entry.id)
      .filter(({ state }) => state === 'scheduled' || state === 'running')
      .map(({ patientId, channel }) => `${channel} ${patientId}`)
      .sort()
  expect(live()).toEqual([`email ${fromId}`, `sms ${fromId}`])
  const { archiveId } = success(await merge(c, keptId, fromId))
  expect(live()).toEqual([`email ${keptId}`, `sms ${keptId}`])
  success(await c.owner.call('PATCH', path, { startAt: at('08:00'), endAt: at('09:00') }))
  success(await restore(c, archiveId))
  expect(live()).toEqual([`email ${fromId}`, `sms ${fromId}`])
})

test('a tag that the merged patient had when the tag was deleted is restored on the kept patient', async () => {
  await using c = await clinic()
  const { keptId, fromId } = await pair(c)
  const tag = await newTag(c.owner.call, 'Gone')
  success(await c.owner.call('POST', `/api/v1/patients/${fromId}/tags/${tag.id}`))
  success(await c.owner.call('DELETE', `/api/v1/tags/${tag.id}`))
  success(await merge(c, keptId, fromId))
  const [item] = await archivedItems(c.owner.call, '?kind=tag')
  expect(success(await restore(c, item.id)).differences).toEqual([])
  expect((await read(c, keptId)).tagIds).toEqual([tag.id])
})

test('§25 At most 50 patients are merged into one patient.', async () => {
  await using c = await clinic()
  const { keptId, fromId } = await pair(c)
  const record = { kind: 'write', patientId: keptId } as const
  await c.practice.write((tx) => {
    for (let i = 0; i < mostMerged - 1; i++) keepMerge(tx, newId(monday), keptId, monday)
    tx.record(record)
  })
  const { id: one } = await newPatient(c.owner.call)
  success(await merge(c, keptId, one))
  problem(await merge(c, keptId, fromId), 409, 'conflict')
})

test('§25 A record with more than 5,000 rows, or 20 MB of text, cannot be merged into another record. The other record can be merged into it.', async () => {
  const by = { title: null, isNext: false, createdAt: monday, updatedAt: monday }
  for (const [rows, body] of [
    [mostRowsMoved + 1, 'A note'],
    // A note of this length counts as 25 rows.
    [201, 'x'.repeat(99_000)],
  ] as const) {
    await using c = await clinic()
    const { keptId, fromId } = await pair(c)
    const { userId } = c.owner
    const author = { createdBy: userId, updatedBy: userId }
    const ids = Array.from({ length: rows }, () => newId(monday))
    await c.practice.write((tx) => {
      for (const id of ids) insertNote(tx, { id, patientId: fromId, body, ...author, ...by })
    })
    const before = newestCursor(c.practice.read)
    const refused = await merge(c, keptId, fromId)
    problem(refused, 409, 'conflict')
    expect(refused.body.error.message).toContain('Merge the other record into this one instead.')
    expect(newestCursor(c.practice.read)).toEqual(before)
    const { id: otherId } = await newPatient(c.owner.call)
    success(await merge(c, fromId, otherId))
    // Deleted notes of the merged patient also count as rows that move.
    await c.practice.write((tx) => ids.slice(0, 2).forEach((id) => void removeNote(tx, id)))
    success(await merge(c, keptId, fromId))
    expect(await notesOf(c, keptId)).toHaveLength(rows - 2)
  }
})

test('§25 The audit trail of the kept patient holds the trail of the merged patient, each row once.', async () => {
  await using c = await clinic({ signedIn: true, strictReads: true })
  const { keptId, fromId } = await pair(c)
  await read(c, fromId)
  success(await c.owner.call('GET', '/api/v1/patients'))
  const { archiveId } = success(await merge(c, keptId, fromId))
  const trail = async () =>
    success(await c.owner.call('GET', `/api/v1/audit?patientId=${keptId}`)).events.map(
      ({ action }: { action: string }) => action,
    )
  expect(await trail()).toEqual([
    'mergePatients',
    'listPatients',
    'getPatient',
    'createPatient',
    'createPatient',
  ])
  const [event] = success(await c.owner.call('GET', `/api/v1/audit?patientId=${fromId}&kind=write`)).events
  expect(event).toMatchObject({ action: 'mergePatients', patientId: keptId, patientIds: [fromId] })
  success(await restore(c, archiveId))
  expect(await trail()).not.toContain('getPatient')
})

test('§25 An erasure of the kept patient erases the merged one, and both are remembered outside the database.', async () => {
  await using c = await clinic({ signedIn: true })
  const { keptId, fromId } = await pair(c, {}, { email: 'zoe@example.org' })
  success(await merge(c, keptId, fromId))
  notFound(await c.owner.call('POST', `/api/v1/patients/${fromId}/erase`, { reason: 'They asked for it.' }))
  success(await c.owner.call('POST', `/api/v1/patients/${keptId}/erase`, { reason: 'They asked for it.' }))
  expect(await archivedItems(c.owner.call, '')).toEqual([])
  const ledger = ErasureLedger.of(c.path, undefined)
  expect(
    ledger
      .read()
      .map(({ patientId }) => patientId)
      .sort(),
  ).toEqual([keptId, fromId].sort())
})

test('deleted records of the merged patient are restored to the kept patient', async () => {
  await using c = await clinic()
  const { keptId, fromId } = await pair(c)
  const note = await newNote(c.owner.call, fromId)
  const entry = await newEntry(c.owner.call, { patientId: fromId })
  success(await c.owner.call('DELETE', `/api/v1/patients/${fromId}/notes/${note.id}`))
  success(await c.owner.call('DELETE', `/api/v1/appointments/${entry.id}`))
  expect(success(await merge(c, keptId, fromId)).moved.deleted).toBe(2)
  for (const kind of ['note', 'appointment']) {
    const [item] = await archivedItems(c.owner.call, `?kind=${kind}&patientId=${keptId}`)
    success(await restore(c, item.id))
  }
  expect((await notesOf(c, keptId)).map(({ id }: { id: string }) => id)).toEqual([note.id])
  expect(success(await c.owner.call('GET', `/api/v1/appointments/${entry.id}`)).patientId).toBe(keptId)
})

/** Makes a note, an appointment and an item of the waiting list, with functions that delete and restore them. */
const three = async (c: Clinic, patientId: string) => {
  const note = await newNote(c.owner.call, patientId)
  const entry = await newEntry(c.owner.call, { patientId })
  const waits = await newWaiting(c.owner.call, { patientId })
  const paths = [`appointments/${entry.id}`, `waiting-list/${waits.id}`]
  const remove = async (holderId: string) => {
    for (const path of [`patients/${holderId}/notes/${note.id}`, ...paths])
      success(await c.owner.call('DELETE', `/api/v1/${path}`))
  }
  const restoreAll = async () => {
    for (const kind of ['note', 'appointment', 'waiting'])
      for (const { id } of await archivedItems(c.owner.call, `?kind=${kind}`)) success(await restore(c, id))
  }
  const holders = async () => {
    const noted = (await notesOf(c, patientId)).map(({ id }: { id: string }) => id).includes(note.id)
    const others = paths.map(async (path) => success(await c.owner.call('GET', `/api/v1/${path}`)).patientId)
    return [noted ? patientId : 'not theirs', ...(await Promise.all(others))]
  }
  return { remove, restoreAll, holders }
}

test('§25 A record that was deleted before a merge and restored after it goes back to its patient when the merge is undone.', async () => {
  await using c = await clinic()
  const { keptId, fromId } = await pair(c)
  const { remove, restoreAll, holders } = await three(c, fromId)
  await remove(fromId)
  const { archiveId } = success(await merge(c, keptId, fromId))
  await restoreAll()
  expect(success(await restore(c, archiveId)).differences).toEqual([])
  expect(await holders()).toEqual([fromId, fromId, fromId])
})

test('records that are deleted after a merge are restored to their first patient when the merge was undone', async () => {
  await using c = await clinic()
  const { keptId, fromId } = await pair(c)
  const { remove, restoreAll, holders } = await three(c, fromId)
  const { archiveId } = success(await merge(c, keptId, fromId))
  await remove(keptId)
  const paths = success(await restore(c, archiveId)).differences.map(({ path }: { path: string }) => path)
  expect(paths).toEqual(['notes', 'appointments', 'waitingList'])
  expect(await archivedItems(c.owner.call, `?patientId=${keptId}`)).toEqual([])
  await restoreAll()
  expect(await holders()).toEqual([fromId, fromId, fromId])
})

test('the undo of a merge names a difference when a tag was put on again after the merge', async () => {
  await using c = await clinic()
  const { keptId, fromId } = await pair(c)
  const tag = await newTag(c.owner.call, 'Off')
  for (let i = 0; i < 2; i++) success(await c.owner.call('POST', `/api/v1/patients/${fromId}/tags/${tag.id}`))
  const { archiveId } = success(await merge(c, keptId, fromId))
  const [item] = await archivedItems(c.owner.call, '?kind=tagLink')
  success(await restore(c, item.id))
  expect(success(await restore(c, archiveId)).differences).toMatchObject([{ path: 'deleted' }])
})

test('the undo of a merge names a difference when an appointment was deleted after the merge', async () => {
  await using c = await clinic()
  const { keptId, fromId } = await pair(c)
  const entry = await newEntry(c.owner.call, { patientId: fromId })
  const { archiveId } = success(await merge(c, keptId, fromId))
  success(await c.owner.call('DELETE', `/api/v1/appointments/${entry.id}`))
  expect(success(await restore(c, archiveId)).differences).toMatchObject([{ path: 'appointments' }])
})

test('after an undone merge, the copy for the kept person contains nothing of the other person', async () => {
  await using c = await clinic({ signedIn: true })
  const { keptId, fromId } = await pair(c, {}, { address: 'Words of a street' })
  const [note, gone] = [await newNote(c.owner.call, fromId), await newNote(c.owner.call, fromId)]
  const [entry, cancelled] = [
    await newEntry(c.owner.call, { patientId: fromId }),
    await newEntry(c.owner.call, { patientId: fromId }),
  ]
  const waits = await newWaiting(c.owner.call, { patientId: fromId })
  const { archiveId } = success(await merge(c, keptId, fromId))
  const notes = `/api/v1/patients/${keptId}/notes`
  for (const { id } of [note, gone])
    success(await c.owner.call('PATCH', `${notes}/${id}`, { body: 'Words of a note' }))
  success(await c.owner.call('DELETE', `${notes}/${gone.id}`))
  success(await c.owner.call('PATCH', `/api/v1/waiting-list/${waits.id}`, { note: 'Words of a wish' }))
  for (const { id } of [entry, cancelled])
    success(await c.owner.call('PATCH', `/api/v1/appointments/${id}`, { notes: 'Words of a visit' }))
  const why = { reason: 'Words of a cold', by: 'patient' }
  success(await c.owner.call('POST', `/api/v1/appointments/${cancelled.id}/cancel`, why))
  const own = await newNote(c.owner.call, keptId, { body: 'Their own' })
  const copy = async () => (await c.owner.call('GET', `/api/v1/patients/${keptId}/export`)).text
  expect(await copy()).toContain('Words of')
  success(await c.owner.call('PATCH', `${notes}/${own.id}`, { body: 'Still their own' }))
  success(await restore(c, archiveId))
  expect(await copy()).toContain('updateNote')
  // The text is in the note and in the audit trail.
  expect((await copy()).split('Still their own')).toHaveLength(3)
  expect(await copy()).not.toContain('Words of')
})

test('when a person is erased after an undone merge, the audit trail keeps no text that was written about them meanwhile', async () => {
  await using c = await clinic({ signedIn: true })
  const { keptId, fromId } = await pair(c)
  const note = await newNote(c.owner.call, fromId)
  const gone = await newNote(c.owner.call, fromId)
  const waits = await newWaiting(c.owner.call, { patientId: fromId })
  const { archiveId } = success(await merge(c, keptId, fromId))
  const notes = `/api/v1/patients/${keptId}/notes`
  for (const { id } of [note, gone])
    success(await c.owner.call('PATCH', `${notes}/${id}`, { body: 'Words of a note' }))
  success(await c.owner.call('DELETE', `${notes}/${gone.id}`))
  success(await c.owner.call('PATCH', `/api/v1/waiting-list/${waits.id}`, { note: 'Words of a wish' }))
  const holdsWords = () => {
    using database = new Database(c.path, { readonly: true })
    return JSON.stringify(database.query('select before, after from audit_values').all()).includes('Words of')
  }
  expect(holdsWords()).toBe(true)
  success(await restore(c, archiveId))
  const body = { reason: 'They asked for it.', overrideRetention: 'They insist.' }
  success(await c.owner.call('POST', `/api/v1/patients/${fromId}/erase`, body))
  expect(holdsWords()).toBe(false)
  expect(told(verify(c.path))).toEqual([])
})

test('a merge that is repeated with its key merges once', async () => {
  await using c = await clinic()
  const { keptId, fromId } = await pair(c)
  const [first, again] = [
    await merge(c, keptId, fromId, {}, { 'idempotency-key': 'a' }),
    await merge(c, keptId, fromId, {}, { 'idempotency-key': 'a' }),
  ]
  expect(again.text).toBe(first.text)
})
