/** The results of a verification when the key of the audit trail was lost or replaced, and when a person was erased. */
import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { storedId } from '../../db/stored-id.ts'
import { freshDatabasePath, monday } from '../support/clinic.ts'
import {
  addPractice,
  entries,
  openTrailed,
  patientIds,
  record,
  tamper,
  told,
  trailed,
  trailWith,
  verify,
} from './trails.ts'

const newKey = new Uint8Array(32).fill(9)
const year = 365.25 * 86_400_000

/** A file whose key was replaced after twelve rows in each of two trails. */
async function rekeyed() {
  const { path, practiceId } = await trailed()
  const before = trailWith().key.id
  const store = openTrailed(path, trailWith(newKey))
  expect(store.auditTrail.isOfKey()).toBe(false)
  expect(await store.auditTrail.beginNewKey(before)).toBe(2)
  expect(await store.auditTrail.beginNewKey(before)).toBe(0)
  expect(store.auditTrail.isOfKey()).toBe(true)
  await record(store, practiceId, entries)
  await store.close()
  return { path, practiceId, before }
}

test('a verification names rows from before a new key in a note, and does not report them as forged', async () => {
  const { path, practiceId, before } = await rekeyed()
  const verified = verify(path, { trail: trailWith(newKey) })
  expect(verified).toMatchObject({ found: 0, rows: 32 })
  expect(verified.notes[0]).toEqual({
    practiceId,
    seq: 13,
    what: `a new key begins here. The rows 1 to 12 were made with the earlier key ${before}, so they cannot be checked`,
  })
})

test('a verification finds a missing row before a new key, and a changed row after it', async () => {
  const { path } = await rekeyed()
  tamper(
    path,
    ...['audit', 'audit_values', 'audit_patients'].map(
      (t) => `delete from ${t} where practice_key = 1 and seq = 4`,
    ),
    'update audit set times = 7 where practice_key = 1 and seq = 15',
  )
  const found = told(verify(path, { trail: trailWith(newKey) }))
  expect(found.map((text) => text.split(':')[0])).toEqual(['4', '15'])
})

test('§14.4 Nobody without the key can begin a new part of the chain in order to have rows not checked.', async () => {
  const { path } = await trailed()
  tamper(
    path,
    `update audit set times = 7 where practice_key = 1 and seq <= 8`,
    `update audit set action = 'newAuditKey', detail = '{"before":"00","key":"${trailWith().key.id}","seq":9}'
     where practice_key = 1 and seq = 9`,
  )
  expect(verify(path).found).toBe(9)
})

test('a verification finds a changed row of the present key, although a later row claims that a new key begins', async () => {
  const { path, practiceId } = await trailed()
  tamper(path, 'update audit set times = 7 where practice_key = 1 and seq = 5')
  const store = openTrailed(path, trailWith())
  // An attacker made the server believe that its key was new.
  await store.auditTrail.append(practiceId, { ...byNobody, action: 'newAuditKey' }, [
    { kind: 'settings', detail: { before: '00', key: trailWith().key.id, seq: 13 } },
  ])
  await store.close()
  expect(told(verify(path)).map((text) => text.split(':')[0])).toEqual(['5'])
})

const byNobody = {
  actor: { kind: 'service', userId: null, role: null, credential: null },
  requestId: null,
  address: null,
} as const

test('a verification names closings from before a new key, also when the row about the new key was closed', async () => {
  const path = freshDatabasePath()
  let now = monday
  const open = (key?: Uint8Array) =>
    openTrailed(
      path,
      trailWith(key, () => now),
    )
  const first = open()
  const practiceId = await addPractice(first)
  await record(first, practiceId, entries)
  now += 6.1 * year
  await first.auditTrail.closeOld(0)
  await record(first, practiceId, entries)
  await first.close()
  const second = open(newKey)
  await second.auditTrail.beginNewKey(trailWith().key.id)
  await record(second, practiceId, entries)
  await second.close()
  const inBetween = verify(path, { trail: trailWith(newKey) })
  expect(inBetween.findings).toEqual([])
  expect(inBetween.notes.map(({ seq }) => seq)).toEqual([13, 6])
  now += 6.1 * year
  const third = open(newKey)
  await third.auditTrail.closeOld(0)
  await third.close()
  const after = verify(path, { trail: trailWith(newKey) })
  expect(after.findings).toEqual([])
  expect(after.notes.map(({ seq }) => seq)).toEqual([6])
  tamper(path, 'update audit_closings set rows = 1 where through_seq = 19')
  expect(told(verify(path, { trail: trailWith(newKey) })).map((text) => text.split(':')[0])).toContain('19')
})

test('§14.2 Values are kept beside the chain. So a person can be erased, and the chain stays whole.', async () => {
  const { path, practiceId } = await trailed()
  const patientId = patientIds[0]!
  const store = openTrailed(path, trailWith())
  await record(store, practiceId, [
    { kind: 'erasure', record: { kind: 'patient', id: patientId }, patientId },
  ])
  await store.close()
  const database = new Database(path)
  // The triggers allow the deletion of values.
  database
    .query(
      `delete from audit_values where practice_key = 1
       and seq in (select seq from audit_patients where practice_key = 1 and patient_id = ?)`,
    )
    .run(storedId(patientId))
  database.close()
  expect(verify(path).findings).toEqual([])
  tamper(path, 'delete from audit_values where practice_key = 1 and seq = 6')
  expect(told(verify(path))).toEqual(['6: its values before and after are gone, and no erasure says so'])
})
