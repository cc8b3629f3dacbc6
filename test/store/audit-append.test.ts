/** Tests of the rows that a write appends to the audit trail, and of their chain. */
import { expect, test } from 'bun:test'
import { idOf } from '../../db/stored-id.ts'
import { newId } from '../../src/domain/id.ts'
import { mostPatients } from '../../src/store/engine/chain/append.ts'
import { byTest } from '../support/by-test.ts'
import { clinic, monday } from '../support/clinic.ts'
import { inFile } from './in-file.ts'
import { verify } from './trails.ts'

interface Row {
  seq: number
  at: number
  action: string
  record_id: Uint8Array | string
  patient_id: Uint8Array | string | null
  patients: Uint8Array | null
  fields: string | null
  digest: Uint8Array | null
  mac: Uint8Array
}

const rowsIn = (path: string) => inFile<Row>(path, 'select * from audit order by practice_key, seq')

test("a write appends its recorded act to the audit trail, with the time of the store's clock", async () => {
  await using c = await clinic()
  const [id, patientId] = [newId(monday), newId(monday)]
  c.clock.now += 5_000
  await c.practice.write((tx) =>
    tx.record({ kind: 'write', record: { kind: 'note', id }, patientId, detail: { notes: 2 } }),
  )
  const [row] = rowsIn(c.path)
  expect(row).toMatchObject({ seq: 1, at: monday + 5_000, action: 'test', digest: null, fields: null })
  expect(idOf(row!.record_id)).toBe(id)
  expect(row!.mac).toHaveLength(16)
  expect(inFile<{ seq: number }>(c.path, 'select seq from audit_patients')).toEqual([{ seq: 1 }])
})

test('§14.2 The trail keeps only the fields that a change made different, before and after the change.', async () => {
  await using c = await clinic()
  const record = { kind: 'patient', id: newId(monday) } as const
  const before = { name: 'A', tags: ['x'], phone: null, updatedAt: 1, version: 1 }
  await c.practice.write((tx) => {
    tx.record({
      kind: 'write',
      record,
      before,
      after: { ...before, phone: '030', tags: ['x'], updatedAt: 2, version: 2 },
    })
    tx.record({ kind: 'write', record, before, after: { ...before } })
    tx.record({ kind: 'write', record, after: before })
    tx.record({ kind: 'write', record, before })
  })
  expect(rowsIn(c.path).map(({ fields }) => fields)).toEqual(['["phone"]', '[]', null, null])
  expect(inFile<object>(c.path, 'select seq, before, after from audit_values')).toEqual([
    { seq: 1, before: '{"phone":null}', after: '{"phone":"030"}' },
  ])
})

test('a failed write adds no row to the audit trail, and the chain goes on without a gap', async () => {
  await using c = await clinic()
  const record = { kind: 'chair', id: newId(monday) } as const
  const writes = Array.from({ length: 9 }, (_, i) =>
    c.practice.write((tx): undefined => {
      tx.record({ kind: 'write', record, detail: { i } })
      if (i % 3 === 1) throw new Error('a mishap')
      // The writer refuses this write after it has appended the rows.
      if (i % 3 === 2) return Promise.resolve() as unknown as undefined
    }),
  )
  const failed = (await Promise.allSettled(writes)).filter(({ status }) => status === 'rejected')
  expect(failed).toHaveLength(6)
  expect(rowsIn(c.path).map(({ seq }) => seq)).toEqual([1, 2, 3])
})

test('a long list of patients takes several rows of the audit trail, and an id that is not a UUID gets a separate row', async () => {
  await using c = await clinic()
  const ids = Array.from({ length: 2 * mostPatients + 50 }, () => newId(monday))
  await c.practice.write((tx) => tx.record({ kind: 'read', patients: [...ids, 'old-17', ids[0]!] }))
  const rows = rowsIn(c.path)
  expect(rows.map(({ patient_id, patients }) => [patient_id, (patients?.length ?? 0) / 16])).toEqual([
    ['old-17', 0],
    ...[
      [null, mostPatients],
      [null, mostPatients],
      [null, 51],
    ],
  ])
  // The id that occurs twice is in two rows.
  expect(inFile(c.path, 'select * from audit_patients')).toHaveLength(ids.length + 2)
})

test('the audit trail stores odd ids of old imports unchanged, and its chain is valid', async () => {
  await using c = await clinic()
  const odd = ['', ' ', 'old-17', 'É'.repeat(200), '0123456789abcdef']
  await c.practice.write((tx) => {
    for (const id of odd) tx.record({ kind: 'write', record: { kind: 'patient', id }, patientId: id })
    tx.record({ kind: 'read', patients: odd })
  })
  expect(rowsIn(c.path).map(({ patient_id }) => patient_id)).toEqual([...odd, ...odd])
  expect(inFile(c.path, 'select 1 from audit_patients')).toHaveLength(2 * odd.length)
  expect(verify(c.path)).toMatchObject({ found: 0, rows: 2 * odd.length })
})

test('§14.2 Each practice has an audit trail of its own.', async () => {
  await using c = await clinic()
  const record = { kind: 'chair', id: newId(monday) } as const
  for (const { practiceId } of [c.owner, c.stranger, c.owner])
    await c.store.practices.of(practiceId, byTest).write((tx) => tx.record({ kind: 'write', record }))
  expect(inFile(c.path, 'select practice_key, seq from audit order by 1, 2')).toEqual([
    { practice_key: 1, seq: 1 },
    { practice_key: 1, seq: 2 },
    { practice_key: 2, seq: 1 },
  ])
})
