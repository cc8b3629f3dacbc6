/** After six years, rows are removed from the audit trail. A signed closing replaces these rows. */
import { expect, test } from 'bun:test'
import { freshDatabasePath, monday } from '../support/clinic.ts'
import { thrownBy } from '../support/rejection.ts'
import { inFile } from './in-file.ts'
import { addPractice, entries, openTrailed, record, tamper, told, trailWith, verify } from './trails.ts'

const year = 365.25 * 86_400_000

/** A file that no connection has open. A closing has replaced its first twelve rows, and six rows are younger. */
async function closed(): Promise<{ path: string; practiceId: string }> {
  const path = freshDatabasePath()
  let now = monday
  const store = openTrailed(
    path,
    trailWith(undefined, () => now),
  )
  const practiceId = await addPractice(store)
  await record(store, practiceId, entries)
  now += year
  await record(store, practiceId, entries)
  now += 3 * year
  await record(store, practiceId, entries)
  now = monday + 6.1 * year
  await store.auditTrail.closeOld(0)
  now = monday + 7.1 * year
  await store.auditTrail.closeOld(0)
  await store.close()
  return { path, practiceId }
}

test('§14.5 A signed closing replaces audit rows that are older than six years, and the chain goes on from the closing.', async () => {
  const { path } = await closed()
  expect(verify(path)).toMatchObject({ found: 0, rows: 6 })
  expect(inFile(path, 'select through_seq, rows, first_at, last_at from audit_closings')).toEqual([
    { through_seq: 6, rows: 6, first_at: monday, last_at: monday },
    { through_seq: 12, rows: 6, first_at: monday + year, last_at: monday + year },
  ])
  for (const table of ['audit_values', 'audit_patients'])
    expect(inFile(path, `select min(seq) > 12 as gone from ${table}`)).toEqual([{ gone: 1 }])
})

test('an audit trail whose rows are all closed goes on with the next number', async () => {
  const { path, practiceId } = await closed()
  const store = openTrailed(
    path,
    trailWith(undefined, () => monday + 20 * year),
  )
  await store.auditTrail.closeOld(0)
  await record(store, practiceId, entries)
  await store.close()
  const verified = verify(path)
  expect(verified).toMatchObject({ found: 0, rows: 6 })
  expect(verified.heads[0]!.seq).toBe(24)
})

test('when the closing of one audit trail fails, the other audit trails are still closed', async () => {
  const path = freshDatabasePath()
  let now = monday
  const store = openTrailed(
    path,
    trailWith(undefined, () => now),
  )
  for (const _ of [1, 2]) await record(store, await addPractice(store), entries)
  now += 7 * year
  tamper(
    path,
    `create trigger broken before insert on audit_closings when new.practice_key = 1 begin select raise(abort, 'no'); end`,
  )
  expect(await thrownBy(store.auditTrail.closeOld(0))).toThrow('no')
  await store.close()
  expect(inFile(path, 'select distinct practice_key as trail from audit_closings')).toEqual([{ trail: 2 }])
})

test('many rows of an audit trail are closed in steps', async () => {
  const path = freshDatabasePath()
  const store = openTrailed(path, trailWith())
  const practiceId = await addPractice(store)
  await record(
    store,
    practiceId,
    Array.from({ length: 450 }, () => ({ kind: 'refusal' as const })),
  )
  await store.close()
  const later = openTrailed(
    path,
    trailWith(undefined, () => monday + 7 * year),
  )
  await later.auditTrail.closeOld(0)
  await later.close()
  expect(inFile<{ rows: number }>(path, 'select rows from audit_closings').map(({ rows }) => rows)).toEqual([
    200, 200, 50,
  ])
  expect(verify(path)).toMatchObject({ found: 0, rows: 0 })
})

const forged = 'the closing does not fit the key: it was changed or added'

test.each([
  ['closed_at', 'closed_at + 1'],
  ['rows', '5'],
  ['first_at', '0'],
  ['last_at', '0'],
  ['last_mac', 'zeroblob(16)'],
  ['mac', 'zeroblob(16)'],
])('a verification finds a closing whose %s was changed', async (column, value) => {
  const { path } = await closed()
  tamper(path, `update audit_closings set ${column} = ${value} where through_seq = 12`)
  expect(told(verify(path))).toContain(`12: ${forged}`)
})

test('a verification finds a forged closing that hides removed rows', async () => {
  const { path } = await closed()
  tamper(
    path,
    `insert into audit_closings select practice_key, 15, closed_at, 3, first_at, last_at,
       (select mac from audit where seq = 15), mac from audit_closings where through_seq = 12`,
    ...['audit', 'audit_values', 'audit_patients'].map((table) => `delete from ${table} where seq <= 15`),
  )
  expect(told(verify(path))).toEqual([`15: ${forged}`])
})

test('a verification finds that a closing was removed', async () => {
  const older = await closed()
  tamper(older.path, 'delete from audit_closings where through_seq = 6')
  expect(told(verify(older.path))).toEqual([
    '12: the closing covers 6 rows, and there were 12: a closing was removed',
  ])
  const newer = await closed()
  tamper(newer.path, 'delete from audit_closings where through_seq = 12')
  expect(told(verify(newer.path))).toEqual(['7: the rows 7 to 12 are missing'])
})

test('a verification finds a row with a number that a closing covers', async () => {
  const { path } = await closed()
  tamper(path, 'update audit set seq = 3 where seq = 13')
  expect(told(verify(path))[0]).toBe('3: it comes before the closing that covers it: it was added')
})

test('§14.5 A closing does not replace rows that were tampered with, so that tampering stays visible.', async () => {
  const path = freshDatabasePath()
  const store = openTrailed(path, trailWith())
  const practiceId = await addPractice(store)
  await record(store, practiceId, entries)
  await store.close()
  tamper(path, 'update audit set times = 9 where seq = 4')
  const later = openTrailed(
    path,
    trailWith(undefined, () => monday + 7 * year),
  )
  await later.auditTrail.closeOld(0)
  await later.close()
  expect(inFile(path, 'select through_seq from audit_closings')).toEqual([{ through_seq: 3 }])
  expect(verify(path).findings).toMatchObject([{ seq: 4 }])
})
