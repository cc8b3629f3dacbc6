/** Erased persons do not come back with an older archive (RULES §16). */
import { expect, test } from 'bun:test'
import { rmSync, writeFileSync } from 'node:fs'
import { ErasureLedger, ledgerFile } from '../../src/backup/erasures/ledger.ts'
import { erasedBefore } from '../../src/backup/erasures/replay.ts'
import { countNotes } from '../../src/store/patients/notes.ts'
import { hasPatient } from '../../src/store/patients/patients.ts'
import { importPractice } from '../../src/transfer/import.ts'
import { removePractice } from '../../src/transfer/remove.ts'
import { openStore } from '../store/records.ts'
import { monday } from '../support/clinic.ts'
import { thrownBy } from '../support/rejection.ts'
import { act, elsewhere, exported, requireHost, teller } from './practices.ts'

/** A practice that was exported, then had a person erased, and then was removed. */
async function departed() {
  const s = await openStore()
  const { practiceId, patientId } = s.own
  const { path: archive } = await exported(s, practiceId)
  const ledger = ErasureLedger.of(s.path, undefined)
  await ledger.remember({ practiceId, patientId, at: monday })
  await ledger.keepCleaned(ledger.read(), { cleaned: true })
  await removePractice(s.store.transfer, practiceId, null, act, '1.2.3', teller())
  const erased = (id: string) => erasedBefore(ledger, s.store, id, teller().say)
  return {
    ...s,
    ledger,
    takeIn: () =>
      importPractice(s.store.transfer, archive, { keepsAccess: true, requireHost }, act, erased, teller()),
    async [Symbol.asyncDispose]() {
      await s[Symbol.asyncDispose]()
      rmSync(ledgerFile(s.path), { force: true })
    },
  }
}

test('§16 When an older archive of a practice is imported, the persons who were erased since are left out.', async () => {
  await using d = await departed()
  const { practiceId, patientId } = d.own
  await d.takeIn()
  // Another process sees the state that a crash after this transaction would leave behind.
  await using beside = elsewhere(d.path)
  const { read } = beside.store.practices.of(practiceId)
  expect([hasPatient(read, patientId), countNotes(read, patientId)]).toEqual([false, 0])
  expect(d.database.query('select count(*) from entries where practice_key = 1').values()).toEqual([[1]])
  // The pages of the file that contained the person are cleaned later.
  expect(d.ledger.read()).toMatchObject([{ patientId, cleaned: false }])
})

test('§16 No practice is imported while the ledger of erasures cannot be read.', async () => {
  await using d = await departed()
  writeFileSync(ledgerFile(d.path), 'garbage')
  expect(await thrownBy(d.takeIn())).toThrow(/the ledger of erased persons/)
  expect(d.store.transfer.nameOf(d.own.practiceId)).toBeNull()
})
