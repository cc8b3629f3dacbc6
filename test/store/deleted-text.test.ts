import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { statSync } from 'node:fs'
import { newId } from '../../src/domain/id.ts'
import { createUpkeep } from '../../src/jobs/upkeep.ts'
import {
  findPatient,
  insertPatient,
  removePatient,
  updatePatient,
} from '../../src/store/patients/patients.ts'
import { notFound, success } from '../support/answers.ts'
import { deleteAt, restored } from '../support/archive.ts'
import { type Clinic, clinic, monday } from '../support/clinic.ts'
import { mark, marksIn } from '../support/marks.ts'
import { newEntry, newPatient } from '../support/records.ts'
import { until } from '../support/until.ts'
import { openStore, patientRow } from './records.ts'

/**
 * The number of marks (random texts), or parts of marks, in the database file and its log, after a checkpoint. The
 * audit trail keeps values until their person is erased. So this function first deletes them, as an erasure does.
 */
function marksLeft(path: string): number {
  const database = new Database(path)
  database.run('PRAGMA secure_delete = ON')
  database.run('DELETE FROM audit_values')
  database.run('PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()
  return marksIn(path, `${path}-wal`)
}

const markedFields = () => ({
  firstName: mark(9),
  lastName: `${mark(12)} ${mark(5)}`,
  email: `${mark(8)}@example.org`,
  phoneMobile: mark(10),
  address: mark(300),
  postcode: mark(6),
  town: mark(6),
  country: mark(7),
  gender: mark(6),
  ownFields: [{ id: 'insurer', text: mark(9) }],
})

/** Adds an own field to the practice. In this field, patients have marks. */
const defineInsurer = async (c: Clinic) =>
  success(
    await c.owner.call('PATCH', '/api/v1/practice', {
      ownFields: [{ id: 'insurer', name: 'Insurer', archived: false }],
    }),
  )

/** Runs the upkeep with a clock that is ten years and a day ahead, so that it removes all deleted records. */
const afterTenYears = ({ store }: Clinic) =>
  createUpkeep({ store, now: () => Date.parse('2036-03-03T08:00:00.000Z'), report: () => {} }).round()

/** A patient with two notes and a booking. Every text has been changed once. */
async function livedIn(c: Clinic) {
  await defineInsurer(c)
  const { id } = await newPatient(c.owner.call, markedFields())
  const path = `/api/v1/patients/${id}`
  success(await c.owner.call('PATCH', path, markedFields()))
  const notes: string[] = []
  for (const letters of [20, 5_000]) {
    const note = success(
      await c.owner.call('POST', `${path}/notes`, { title: mark(8), body: mark(letters) }),
      201,
    )
    notes.push(`${path}/notes/${note.id}`)
    success(await c.owner.call('PATCH', notes.at(-1)!, { title: mark(9), body: mark(letters) }))
  }
  return { path, notes }
}

test('the search for marks in a file finds the marks of a present patient', async () => {
  await using c = await clinic()
  await livedIn(c)
  expect(marksLeft(c.path)).toBeGreaterThan(1_000)
})

test('§15 When the archive has kept a patient long enough, no data of the patient is left in the file, not even earlier values.', async () => {
  await using c = await clinic()
  for (let i = 0; i < 20; i++) await newPatient(c.owner.call)
  const { path } = await livedIn(c)
  for (let i = 0; i < 20; i++) await newPatient(c.owner.call)
  success(await c.owner.call('DELETE', path))
  expect(marksLeft(c.path)).toBeGreaterThan(1_000)
  await afterTenYears(c)
  expect(marksLeft(c.path)).toBe(0)
})

test('after the archive removes a deleted note, no byte of the note or its revisions is left in the file', async () => {
  await using c = await clinic()
  const { id } = await newPatient(c.owner.call)
  const notes = `/api/v1/patients/${id}/notes`
  const note = success(await c.owner.call('POST', notes, { title: mark(8), body: mark(9_000) }), 201)
  success(await c.owner.call('PATCH', `${notes}/${note.id}`, { body: mark(40) }))
  success(await c.owner.call('DELETE', `${notes}/${note.id}`))
  notFound(await c.owner.call('PATCH', `${notes}/${note.id}`, {}))
  expect(marksLeft(c.path)).toBeGreaterThan(1_000)
  await afterTenYears(c)
  expect(marksLeft(c.path)).toBe(0)
})

test('§2.5 Text that was replaced or cleared is overwritten in the database file.', async () => {
  await using c = await clinic()
  await defineInsurer(c)
  const { id } = await newPatient(c.owner.call, markedFields())
  const cleared = {
    email: null,
    phoneMobile: null,
    address: null,
    postcode: null,
    town: null,
    country: null,
    gender: null,
    ownFields: [{ id: 'insurer', text: null }],
  }
  const names = { firstName: 'Zoé', lastName: 'Müller' }
  success(await c.owner.call('PATCH', `/api/v1/patients/${id}`, { ...names, ...cleared }))
  const entry = await newEntry(c.owner.call, { title: mark(10), notes: mark(3_000) })
  success(await c.owner.call('PATCH', `/api/v1/appointments/${entry.id}`, { title: 'Check-up', notes: null }))
  expect(marksLeft(c.path)).toBe(0)
})

test('no byte of a patient with many notes is left in the file after a deletion, a restore and a second deletion', async () => {
  await using c = await clinic()
  const { path } = await livedIn(c)
  for (let i = 0; i < 60; i++)
    success(await c.owner.call('POST', `${path}/notes`, { title: mark(8), body: mark(1 + 97 * i) }), 201)
  await restored(c.owner.call, (await deleteAt(c.owner.call, path.replace('/api/v1', ''))).id)
  success(await c.owner.call('DELETE', path))
  await afterTenYears(c)
  expect(marksLeft(c.path)).toBe(0)
})

test('VACUUM removes the parts of rows that SQLite leaves behind when thousands of changes move rows between pages', async () => {
  await using s = await openStore()
  const below = (n: number) => Math.floor(Math.random() * n)
  const plain = () => Array.from({ length: 3 + below(9) }, () => 'abcdefgh'[below(8)]).join('')
  const text = (marked: boolean) => (marked ? mark(3 + below(9)) : plain())
  const marked = new Map<string, boolean>()
  for (let round = 0; round < 100; round++)
    await s.own.practice.write((tx) => {
      for (let i = 0; i < 20; i++) {
        const isMarked = below(2) === 0
        const fields = {
          firstName: text(isMarked),
          lastName: text(isMarked),
          address: text(isMarked).repeat(below(40)),
        }
        const id = [...marked.keys()][below(marked.size)]
        if (id === undefined || below(10) < 5) {
          const newest = newId(monday)
          insertPatient(
            tx,
            patientRow(newest, fields.firstName, fields.lastName, { address: fields.address }),
          )
          marked.set(newest, isMarked)
        } else if (below(2) === 0) {
          updatePatient(tx, findPatient(tx, id)!, fields)
          marked.set(id, isMarked)
        } else {
          removePatient(tx, id)
          marked.delete(id)
        }
      }
    })
  await s.own.practice.write((tx) => {
    for (const [id, isMarked] of marked) if (isMarked) removePatient(tx, id)
  })
  expect([...marked.values()].filter((isMarked) => !isMarked).length).toBeGreaterThan(100)
  // A page that SQLite splits or merges keeps, between its rows, bytes of rows that moved to another page.
  expect(marksLeft(s.path)).toBeLessThan(4_000)
  s.database.run('VACUUM')
  expect(marksLeft(s.path)).toBe(0)
})

test('the log loses its old text when SQLite writes over it, even after a transaction that is longer than usual', async () => {
  await using s = await openStore()
  const database = new Database(s.path)
  const ids = Array.from({ length: 1_500 }, () => newId(monday))
  await s.own.practice.write((tx) => {
    for (const id of ids) insertPatient(tx, patientRow(id, mark(9), mark(9), { address: mark(3_000) }))
  })
  expect(marksIn(`${s.path}-wal`)).toBeGreaterThan(1_000)
  database.run('PRAGMA wal_checkpoint(PASSIVE)')
  database.close()
  const change = () => s.own.practice.write((tx) => tx.record({ kind: 'write' }))
  await change()
  // The file keeps the length of a thousand pages, so that commits do not make it longer.
  expect(statSync(`${s.path}-wal`).size).toBe(32 + 1_000 * (4_096 + 24))
  await until('nothing of the text is left in the log', async () => {
    for (let i = 0; i < 20; i++) await change()
    return marksIn(`${s.path}-wal`) === 0
  })
})
