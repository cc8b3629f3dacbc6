/** Deleted records are kept for the time that the practice sets. Then the upkeep removes them in small steps. */
import { expect, spyOn, test } from 'bun:test'
import { openDatabase } from '../../db/open.ts'
import { keptUntil } from '../../src/domain/archive.ts'
import { newId } from '../../src/domain/id.ts'
import { createUpkeep } from '../../src/jobs/upkeep.ts'
import { archiveTag } from '../../src/store/archive/archive.ts'
import { WriteScope } from '../../src/store/engine/scope.ts'
import { insertNote } from '../../src/store/patients/notes.ts'
import { insertTag, removeTag } from '../../src/store/patients/tags.ts'
import { updatePractice } from '../../src/store/practice/practice.ts'
import { createStore, type Practice, type Store } from '../../src/store/store.ts'
import { notFound, success } from '../support/answers.ts'
import { archivedItems, deleteAt, restore, restored } from '../support/archive.ts'
import { byTest } from '../support/by-test.ts'
import { type Clinic, clinic, type Member, monday } from '../support/clinic.ts'
import { newEntry, newPatient, newTag } from '../support/records.ts'

const day = 86_400_000
const keep = (c: Clinic, now: number) =>
  createUpkeep({ store: c.store, now: () => now, report: () => {} }).round()
const berlin = { keepPatientsYears: 10, keepEntriesYears: 1, timezone: 'Europe/Berlin' }
const years = (kind: 'patient' | 'appointment') => keptUntil(kind, monday, berlin)

/** The number of archived items in the file, and the number of the rows that they contain. */
const rowsLeft = ({ path }: { path: string }) => {
  using database = openDatabase(path)
  const count = (table: string) =>
    database.query<{ n: number }, []>(`select count(*) as n from ${table}`).get()!.n
  return [count('archive'), count('archive_rows')]
}

/** Deletes a patient with this number of notes. */
async function deletedPatient(c: Clinic, { call, practiceId, userId }: Member, notes: number) {
  const { id: patientId } = await newPatient(call)
  const by = { createdBy: userId, updatedBy: userId, createdAt: monday, updatedAt: monday }
  await c.store.practices.of(practiceId, byTest).write((tx) => {
    for (let i = 0; i < notes; i++)
      insertNote(tx, { id: newId(monday), patientId, title: null, body: 'A note', isNext: false, ...by })
  })
  return await deleteAt(call, `/patients/${patientId}`)
}

test('an archived item is removed exactly when the time for which it is kept is over', async () => {
  await using c = await clinic()
  const { call } = c.owner
  const patient = await deleteAt(call, `/patients/${(await newPatient(call)).id}`)
  const entry = await deleteAt(call, `/appointments/${(await newEntry(call)).id}`)
  await keep(c, years('appointment') - 1)
  expect((await archivedItems(call)).length).toBe(2)
  await keep(c, years('appointment'))
  expect(await archivedItems(call)).toEqual([patient])
  notFound(await restore(call, entry.id))
  await keep(c, years('patient') - 1)
  expect(await archivedItems(call)).toEqual([patient])
  await keep(c, years('patient'))
  expect(rowsLeft(c)).toEqual([0, 0])
})

test('§15 The present settings also count for records that were deleted before. Fewer years remove records earlier, and more years keep them longer.', async () => {
  await using c = await clinic()
  const { call } = c.owner
  const set = async (keepPatientsYears: number) =>
    success(await call('PATCH', '/api/v1/practice', { keepPatientsYears }))
  const item = await deleteAt(call, `/patients/${(await newPatient(call)).id}`)
  const entry = await deleteAt(call, `/appointments/${(await newEntry(call)).id}`)
  await set(1)
  await set(2)
  await keep(c, monday + 400 * day)
  expect(rowsLeft(c)).toEqual([1, 1])
  notFound(await restore(call, entry.id))
  await set(100)
  await keep(c, monday + 20 * 366 * day)
  expect((await archivedItems(call))[0]).toMatchObject({ id: item.id, keepUntil: '2126-03-02T08:00:00.000Z' })
  await set(1)
  await keep(c, monday + 366 * day)
  expect(rowsLeft(c)).toEqual([0, 0])
})

test('an item whose time is made longer between the review and the removal is not removed', async () => {
  await using c = await clinic()
  await deleteAt(c.owner.call, `/patients/${(await newPatient(c.owner.call)).id}`)
  const change = c.practice.write((tx) => updatePractice(tx, { keepPatientsYears: 100 }))
  await Promise.all([change, c.store.archiveUpkeep.review(null, years('patient'))])
  expect(await c.store.archiveUpkeep.removeNext()).toBe(false)
  expect(await archivedItems(c.owner.call)).toHaveLength(1)
})

test('a deleted patient with many notes is removed in small steps, and cannot be found or restored after the first step', async () => {
  await using c = await clinic()
  const item = await deletedPatient(c, c.owner, 130)
  const upkeep = c.store.archiveUpkeep
  await upkeep.review(null, years('patient'))
  expect(rowsLeft(c)).toEqual([1, 131])
  for (const left of [111, 91]) {
    expect(await upkeep.removeNext()).toBe(true)
    expect(rowsLeft(c)).toEqual([1, left])
    expect(await archivedItems(c.owner.call)).toEqual([])
    notFound(await restore(c.owner.call, item.id))
  }
  // Once the removal has begun, no setting stops it.
  success(await c.owner.call('PATCH', '/api/v1/practice', { keepPatientsYears: 100 }))
  await upkeep.review(null, monday)
  const again: Store = createStore(openDatabase(c.path))
  using recorded = spyOn(WriteScope.prototype, 'record')
  while (await again.archiveUpkeep.removeNext());
  await again.close()
  expect(rowsLeft(c)).toEqual([0, 0])
  expect(recorded.mock.calls).toEqual([
    [
      {
        kind: 'write',
        record: { kind: 'archive', id: item.id },
        patientId: item.patientId,
        detail: { kind: 'patient', recordId: item.recordId },
      },
    ],
  ])
})

test('the upkeep removes archived items of each practice in turn', async () => {
  await using c = await clinic()
  for (const member of [c.owner, c.owner, c.stranger]) await deletedPatient(c, member, 50)
  const upkeep = c.store.archiveUpkeep
  await upkeep.review(null, years('patient'))
  const keyOf = (practice: Practice) => practice.read.practiceKey
  const keys = [c.owner, c.stranger].map(({ practiceId }) => keyOf(c.store.practices.of(practiceId, byTest)))
  const left = () => {
    using database = openDatabase(c.path)
    return keys.map(
      (key) =>
        database
          .query<{ n: number }, [number]>('select count(*) as n from archive_rows where practice_key = ?')
          .get(key)!.n,
    )
  }
  for (const expected of [
    [82, 51],
    [82, 31],
    [62, 31],
    [62, 11],
    // When an item has fewer rows left than a step may remove, the step goes on with the next item.
    [51, 2],
    [31, 2],
    [13, 0],
    [0, 0],
  ]) {
    await upkeep.removeNext()
    expect(left()).toEqual(expected)
  }
})

test('§15 Each deleted record that was kept long enough is removed within a day, a few at a time.', async () => {
  await using c = await clinic()
  const practices = [c.owner, c.stranger].map(({ practiceId }) => c.store.practices.of(practiceId, byTest))
  for (const practice of practices)
    await practice.write((tx) => {
      for (let i = 0; i < 450; i++) {
        const id = newId(monday)
        insertTag(tx, { id, name: `${i}`, color: null, alert: false, createdAt: monday, updatedAt: monday })
        archiveTag(tx, id, monday)
        removeTag(tx, id)
      }
    })
  let now = years('patient') - day
  const review = spyOn(c.store.archiveUpkeep, 'review')
  const upkeep = createUpkeep({ store: c.store, now: () => now, report: () => {} })
  await upkeep.round()
  expect(review).toHaveBeenCalledTimes(6)
  await upkeep.round()
  expect(review).toHaveBeenCalledTimes(6)
  expect(rowsLeft(c)).toEqual([900, 900])
  now += day
  await upkeep.round()
  expect(rowsLeft(c)).toEqual([0, 0])
  review.mockRestore()
})

test('the audit trail names the restored record and the archive item that it was restored from', async () => {
  await using c = await clinic()
  const { id } = await newTag(c.owner.call, 'Recall')
  const item = await deleteAt(c.owner.call, `/tags/${id}`)
  using recorded = spyOn(WriteScope.prototype, 'record')
  await restored(c.owner.call, item.id)
  expect(recorded.mock.calls.at(-1)).toEqual([
    { kind: 'write', record: { kind: 'tag', id }, patientId: null, detail: { archiveId: item.id } },
  ])
})
