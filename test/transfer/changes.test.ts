import { expect, test } from 'bun:test'
import { changesAfter, newestCursor } from '../../src/store/changes/changes.ts'
import { insertPatient } from '../../src/store/patients/patients.ts'
import { removePractice } from '../../src/transfer/remove.ts'
import { openStore, patientRow } from '../store/records.ts'
import { act, exported, fillUp, imported, newArchive, teller } from './practices.ts'

test('§28.4 Each new practice gets an epoch of its own.', async () => {
  await using s = await openStore()
  const epochs = s.database.query<{ epoch: number }, []>('select epoch from change_epochs').all()
  const { n } = s.database.query<{ n: number }, []>('select count(*) as n from practices').get()!
  expect(n).toBeGreaterThan(1)
  expect(new Set(epochs.map(({ epoch }) => epoch)).size).toBe(n)
})

test('§28.4 A practice that is imported again has another epoch, and no changes until somebody writes.', async () => {
  await using s = await openStore()
  await fillUp(s, 2_500)
  const { practiceId } = s.own
  const { read } = s.store.practices.of(practiceId)
  const before = newestCursor(read)
  expect(before.seq).toBeGreaterThan(2_500)
  const archive = newArchive()
  await exported(s, practiceId, archive)
  await removePractice(s.store.transfer, practiceId, archive, act, '1.2.3', teller())
  await imported(s, archive)
  const after = newestCursor(read)
  expect(after.seq).toBe(0)
  expect(after.epoch).not.toBe(before.epoch)
  const practice = s.store.practices.of(practiceId, act)
  await practice.write((tx) => {
    insertPatient(tx, patientRow('new', 'Zoé', 'Müller'))
    tx.record({ kind: 'write' })
  })
  expect(changesAfter(read, 0, 10)).toMatchObject([{ seq: 1, kind: 'patient', id: 'new' }])
})
