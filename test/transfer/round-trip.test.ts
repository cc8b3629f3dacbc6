import { expect, test } from 'bun:test'
import { insertEntry } from '../../src/store/calendar/entries.ts'
import { updatePractice } from '../../src/store/practice/practice.ts'
import { entryRow, openStore } from '../store/records.ts'
import { inSql } from '../support/in-sql.ts'
import { thrownBy } from '../support/rejection.ts'
import { act, elsewhere, exported, fillUp, imported, oddIds } from './practices.ts'

/** All rows of a practice in a table of the file, without the key of the practice, row ids and leases. */
const rowsOf = (database: import('bun:sqlite').Database, table: string, key: number) =>
  database
    .query<Record<string, unknown>, [number]>(`select * from "${table}" where practice_key = ?`)
    .all(key)
    .map(({ practice_key: _, row_id: __, lease, lease_until, ...row }) => row)

test('an imported practice has the same rows as before, and its export has the same bytes', async () => {
  await using s = await openStore()
  await fillUp(s)
  const first = await exported(s, s.own.practiceId)
  await using there = elsewhere()
  const { rows } = await imported(there, first.path)
  expect(rows).toBeGreaterThan(100)
  const second = await exported(there, s.own.practiceId)
  expect(Buffer.compare(first.bytes, second.bytes)).toBe(0)
  for (const table of [
    'entries',
    'note_revisions',
    'audit',
    'audit_values',
    'audit_patients',
    'archive_rows',
  ])
    expect(rowsOf(there.database, table, 1)).toEqual(rowsOf(s.database, table, 1))
  expect(there.database.query('pragma foreign_key_check').all()).toEqual([])
})

test('§18 Two exports of an unchanged practice are equal to the byte, whatever the moment and whatever else the installation did.', async () => {
  await using s = await openStore()
  await fillUp(s)
  const first = await exported(s, s.own.practiceId)
  await s.store.installation.beat(1)
  await s.store.auditTrail.append(null, act, [{ kind: 'export' }])
  const second = await exported(s, s.own.practiceId)
  expect(Buffer.compare(first.bytes, second.bytes)).toBe(0)
})

test("after an import, a patient's tags keep their order, and a delivery in progress is scheduled again", async () => {
  await using s = await openStore()
  const key = s.own.practice.read.practiceKey
  for (const id of ['z', 'a', 'm']) {
    s.database.run(`insert into tags values (${key}, '${id}', '${id}', '${id}', null, 0, 0, 1, 0)`)
    s.database.run(
      `insert into patient_tags (practice_key, patient_id, tag_id) values (${key}, ${inSql(s.own.patientId)}, '${id}')`,
    )
  }
  const { path } = await exported(s, s.own.practiceId)
  await using there = elsewhere()
  await imported(there, path)
  expect(
    there.database.query('select tag_id as id from patient_tags order by row_id').values().slice(1),
  ).toEqual([['z'], ['a'], ['m']])
  const [job] = there.database
    .query<{ state: number; lease: unknown; lease_until: unknown; may_be_told: number }, []>(
      `select state, lease, lease_until, uncertain_at is not null as may_be_told
      from reminder_jobs where id = ${inSql(s.own.runningId)}`,
    )
    .all()
  expect(job).toEqual({ state: 0, lease: null, lease_until: null, may_be_told: 1 })
})

test('with `practitionersOnce`, an import accepts earlier appointments of a member that overlap, and refuses new ones', async () => {
  await using s = await openStore()
  const { practice, userId } = s.own
  const treated = { chairId: null, practitionerId: userId }
  await practice.write((tx) => {
    for (const id of ['one', 'two']) insertEntry(tx, entryRow(s.own, { id, ...treated }))
    updatePractice(tx, { practitionersOnce: true })
    tx.record({ kind: 'settings' })
  })
  const { path, bytes } = await exported(s, s.own.practiceId)
  await using there = elsewhere()
  await imported(there, path)
  expect(Buffer.compare(bytes, (await exported(there, s.own.practiceId)).bytes)).toBe(0)
  const taken = there.store.practices.of(s.own.practiceId, act)
  const book = taken.write((tx) => insertEntry(tx, entryRow(s.own, { id: 'three', ...treated })))
  expect(await thrownBy(book)).toThrow('the practitioner is busy at that time')
})

test('imported patients are found by their names, and keep their ids', async () => {
  await using s = await openStore()
  await fillUp(s)
  const { path } = await exported(s, s.own.practiceId)
  await using there = elsewhere()
  await imported(there, path)
  const { listPatients } = await import('../../src/store/patients/patient-list.ts')
  const { read } = there.store.practices.of(s.own.practiceId)
  const found = listPatients(read, { words: ['zoe'] }, { limit: 200, offset: 0 })
  expect(found).toEqual(listPatients(s.own.practice.read, { words: ['zoe'] }, { limit: 200, offset: 0 }))
  expect(Bun.inspect(found)).toContain(oddIds[2]!)
})

test('a practice with twenty thousand entries is imported without changes', async () => {
  await using s = await openStore()
  const { practiceKey } = s.own.practice.read
  s.database.run(`
    insert into entries (practice_key, id, chair_id, type, title, start_at, end_at, metadata, created_by, created_at, updated_at)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 20000)
    select ${practiceKey}, unhex(printf('%032x', i)), null, 2, 'Entry ' || i || char(10) || '\u{1f9b7}', i * 60000, i * 60000 + 1, '{"n":' || i || '}', ${inSql(s.own.userId)}, i, i from n`)
  const first = await exported(s, s.own.practiceId)
  await using there = elsewhere()
  await imported(there, first.path)
  const second = await exported(there, s.own.practiceId)
  expect(Buffer.compare(first.bytes, second.bytes)).toBe(0)
  expect(first.bytes.length).toBeGreaterThan(4_000_000)
})
