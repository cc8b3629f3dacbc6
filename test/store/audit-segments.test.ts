/** The index by patient is divided into segments of the audit trail. A search for a patient reads all segments. */
import { expect, test } from 'bun:test'
import { segmentOf } from '../../db/audit-segment.ts'
import { findTrail } from '../../src/store/audit/audit-list.ts'
import { erasePatient } from '../../src/store/person/erasure.ts'
import { byTest } from '../support/by-test.ts'
import { monday } from '../support/clinic.ts'
import { type Opened, openStore } from './records.ts'

/**
 * The number of rows of the trail. `concerned` are the rows about the patient, spread over ten segments. The first row
 * is about the patient, too.
 */
const rows = 10_000
const concerned = [2, 1_023, 1_024, 1_025, 8_191, 8_192, 10_000]

async function longTrail({ own, database }: Opened): Promise<void> {
  await own.practice.write((tx) => {
    for (let seq = 2; seq <= rows; seq++)
      tx.record({
        kind: 'write',
        ...(concerned.includes(seq) && { patientId: own.patientId, before: { a: seq }, after: { a: 0 } }),
      })
  })
  const { n } = database.query<{ n: number }, []>('select max(seq) as n from audit').get()!
  expect(n).toBe(rows)
}

test('the rows about a patient are found in every segment of the audit trail, newest first, page by page', async () => {
  await using s = await openStore()
  await longTrail(s)
  expect(concerned.map(segmentOf)).toEqual([0, 0, 1, 1, 7, 8, 9])
  const find = (limit: number, before: Parameters<typeof findTrail>[2] = null) =>
    findTrail(s.own.practice.read, { patientId: s.own.patientId }, before, limit)
  const newestFirst = [1, ...concerned].toReversed()
  expect(find(50)).toMatchObject({ rows: newestFirst.map((seq) => ({ seq })), next: null })
  const found: number[] = []
  let before: Parameters<typeof findTrail>[2] = null
  do {
    const { rows, next } = find(2, before)
    found.push(...rows.map(({ seq }) => seq))
    before = next
  } while (before !== null)
  expect(found).toEqual(newestFirst)
})

test("an erasure removes the patient's values from every segment of the audit trail", async () => {
  await using s = await openStore()
  await longTrail(s)
  const values = () => s.database.query<{ seq: number }, []>('select seq from audit_values').all().length
  expect(values()).toBe(concerned.length)
  await s.store.practices
    .of(s.own.practiceId, byTest)
    .write((tx) => void erasePatient(tx, s.own.patientId, monday))
  expect(values()).toBe(0)
})

test('a search in the audit trail skips segments without rows, in any number', async () => {
  await using s = await openStore()
  const { practiceKey } = s.own.practice.read
  await longTrail(s)
  // An imported archive could contain a row with such a number.
  const far = 1_000_000_000_000_000
  const place = `seq = ${far}`
  for (const [table, set] of [
    ['audit', place],
    ['audit_patients', `${place}, segment = ${segmentOf(far)}`],
    ['audit_values', place],
  ]) {
    s.database.run(
      `create temp table copied as select * from ${table} where practice_key = ${practiceKey} and seq = ${rows}`,
    )
    s.database.run(`update copied set ${set}`)
    s.database.run(`insert into ${table} select * from copied`)
    s.database.run('drop table copied')
  }
  const { rows: found } = findTrail(s.own.practice.read, { patientId: s.own.patientId }, null, 50)
  expect(found.map(({ seq }) => seq)).toEqual([far, ...concerned.toReversed(), 1])
  await s.store.practices
    .of(s.own.practiceId, byTest)
    .write((tx) => void erasePatient(tx, s.own.patientId, monday))
  expect(s.database.query('select 1 from audit_values').all()).toEqual([])
})
