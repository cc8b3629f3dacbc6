import { expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ErasureLedger, ledgerFile } from '../../src/backup/erasures/ledger.ts'
import type { Erasure, KeptErasure } from '../../src/backup/erasures/ledger-text.ts'
import { erasureMemory } from '../../src/backup/erasures/memory.ts'
import { replayErasures } from '../../src/backup/erasures/replay.ts'
import { folderObject } from '../../src/backup/owner/folder.ts'
import type { SmallObject } from '../../src/backup/owner/small-object.ts'
import { StoreAway } from '../../src/backup/owner/store-away.ts'
import { erasePatient, findPerson } from '../../src/store/person/erasure.ts'
import { openStore } from '../store/records.ts'
import { thrownBy } from '../support/rejection.ts'
import { scratch } from '../support/scratch.ts'

const one = { practiceId: 'p', patientId: 'a', at: 1 }
const other = { practiceId: 'p', patientId: 'b', at: 2 }

/** The path of a new database, and an object store in a folder beside it. */
function places() {
  const folder = mkdtempSync(join(scratch, 'ledger-'))
  const path = join(folder, 'clinic.db')
  const object = () => folderObject(join(folder, 'store'), 'erasures.json')
  return { path, object, stored: join(folder, 'store/erasures.json') }
}

const away: SmallObject = {
  isConditional: undefined,
  read: () => Promise.reject(new StoreAway('gone')),
  write: () => Promise.reject(new StoreAway('gone')),
}
const silent = () => undefined

const idsIn = (ledger: ErasureLedger) => ledger.read().map(({ cleaned: _, ...erasure }) => erasure)
const idsAt = (file: string) =>
  JSON.parse(readFileSync(file, 'utf8')).erasures.map(({ cleaned: _, ...erasure }: KeptErasure) => erasure)

test('the ledger keeps an erasure in the object store and in a file that only its owner can read', async () => {
  const { path, object, stored } = places()
  const ledger = new ErasureLedger(path, object())
  await ledger.remember(one)
  await ledger.remember(other)
  await ledger.remember(one)
  expect(idsIn(ledger)).toEqual([one, other])
  expect(idsAt(stored)).toEqual([one, other])
  expect(statSync(ledgerFile(path)).mode & 0o777).toBe(0o600)
  await ledger.forget(one)
  expect(idsIn(ledger)).toEqual([other])
  expect(idsAt(stored)).toEqual([other])
})

test('when many processes add erasures to the ledger at the same time, the ledger keeps all erasures', async () => {
  const { path, object, stored } = places()
  const all = Array.from({ length: 20 }, (_, at) => ({ practiceId: 'p', patientId: String(at), at }))
  await Promise.all(all.map((erasure) => new ErasureLedger(path, object()).remember(erasure)))
  const inOrder = (erasures: readonly Erasure[]) => [...erasures].sort((a, b) => a.at - b.at)
  expect(inOrder(idsIn(new ErasureLedger(path, null)))).toEqual(all)
  expect(inOrder(idsAt(stored))).toEqual(all)
})

test('while the object store cannot be reached, the ledger accepts no erasure, and a start uses the ledger on the disk', async () => {
  const { path, object } = places()
  await new ErasureLedger(path, object()).remember(one)
  const cut = new ErasureLedger(path, away)
  expect(await thrownBy(cut.remember(other))).toThrow(StoreAway)
  expect(idsIn(cut)).toEqual([one])
  const told: string[] = []
  expect(await cut.join([], ({ message }) => told.push(message))).toMatchObject([one])
  expect(told).toHaveLength(1)
})

test('a ledger that the disk lost comes back from the object store, and a ledger that the store lost comes back from the disk', async () => {
  const { path, object, stored } = places()
  const ledger = new ErasureLedger(path, object())
  await ledger.remember(one)
  rmSync(ledgerFile(path))
  expect(await ledger.join([], silent)).toMatchObject([one])
  expect(idsIn(ledger)).toEqual([one])
  rmSync(stored)
  expect(await ledger.join([other], silent)).toMatchObject([one, other])
  expect(idsAt(stored)).toEqual([one, other])
})

test.each([
  'not JSON',
  '{}',
  '{"version":2,"erasures":[]}',
  '{"version":1,"erasures":[{"practiceId":"p"}]}',
  '',
])('when the ledger of erasures cannot be read, the start is refused: %p', async (text) => {
  const { path, object, stored } = places()
  await new ErasureLedger(path, object()).remember(one)
  await using s = await openStore()
  for (const file of [ledgerFile(path), stored]) {
    const before = readFileSync(file)
    writeFileSync(file, text)
    expect(await thrownBy(replayErasures(new ErasureLedger(path, object()), s.store, silent))).toThrow(
      'nothing is served',
    )
    writeFileSync(file, before)
  }
  expect(await replayErasures(new ErasureLedger(path, object()), s.store, silent)).toBe(0)
})

test('a start erases a person of the ledger who is in the database, and nobody else', async () => {
  const { path } = places()
  await using s = await openStore()
  const ledger = new ErasureLedger(path, null)
  const { practiceId, patientId } = s.own
  await ledger.remember({ practiceId, patientId, at: 5 })
  await ledger.remember(one)
  await ledger.keepCleaned(ledger.read(), { cleaned: true })
  expect(await replayErasures(ledger, s.store, silent)).toBe(1)
  expect(findPerson(s.own.practice.read, patientId)).toBe(null)
  expect(findPerson(s.foreign.practice.read, s.foreign.patientId)).not.toBe(null)
  // After an erasure, the database file must be cleaned. The next start has nothing to erase.
  expect(ledger.read().map(({ cleaned }) => cleaned)).toEqual([false, true])
  expect(await replayErasures(ledger, s.store, silent)).toBe(0)
})

test('a start makes a lost ledger from the erasures that the database knows', async () => {
  const { path } = places()
  await using s = await openStore()
  const { practiceId, patientId, practice } = s.own
  await practice.write((tx) => erasePatient(tx, patientId, 7))
  const ledger = new ErasureLedger(path, null)
  expect(await replayErasures(ledger, s.store, silent)).toBe(0)
  expect(idsIn(ledger)).toEqual([{ practiceId, patientId, at: 7 }])
})

test('without any erasure, a start writes no ledger', async () => {
  const { path, object, stored } = places()
  await using s = await openStore()
  await replayErasures(new ErasureLedger(path, object()), s.store, silent)
  expect([existsSync(ledgerFile(path)), existsSync(stored)]).toEqual([false, false])
})

test('when the database file cannot be cleaned after an erasure, the ledger notes this until the file is cleaned', async () => {
  const { path } = places()
  await using s = await openStore()
  const ledger = new ErasureLedger(path, null)
  const outcomes = [false, true]
  let asked = 0
  let left = 0
  const memory = erasureMemory(ledger, s.store, () => outcomes[asked++]!, {
    left: () => left++,
    report: (error) => {
      throw error
    },
  })
  const { practiceId, patientId, practice } = s.own
  const cleaned = () => ledger.read().map(({ cleaned }) => cleaned)
  await memory.remember({ practiceId, patientId, at: 1 })
  // The person is still there, so there is nothing to clean.
  await memory.clean()
  expect([cleaned(), asked]).toEqual([[false], 0])
  await practice.write((tx) => erasePatient(tx, patientId, 1))
  await memory.clean()
  expect([cleaned(), left]).toEqual([[false], 1])
  await memory.clean()
  await memory.clean()
  expect([cleaned(), left, asked]).toEqual([[true], 1, 2])
})

test('after an erasure that began while the file was cleaned, the file is cleaned once more', async () => {
  const { path } = places()
  await using s = await openStore()
  const ledger = new ErasureLedger(path, null)
  const { practiceId, patientId, practice } = s.own
  const second = { practiceId: s.foreign.practiceId, patientId: s.foreign.patientId, at: 2 }
  let asked = 0
  const writeAnew = async () => {
    asked++
    if (asked === 1) await ledger.remember(second)
    return true
  }
  const memory = erasureMemory(ledger, s.store, writeAnew, { left: silent, report: silent })
  await memory.remember({ practiceId, patientId, at: 1 })
  await practice.write((tx) => erasePatient(tx, patientId, 1))
  await memory.clean()
  await s.foreign.practice.write((tx) => erasePatient(tx, second.patientId, 2))
  await memory.clean()
  expect([asked, ledger.read().map(({ cleaned }) => cleaned)]).toEqual([2, [true, true]])
})

test('in S3 and in Azure, the ledger is the object `erasures.json` in the folder of the backup', async () => {
  const asked: string[] = []
  using server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      asked.push(new URL(request.url).pathname)
      return new Response('', { status: 404 })
    },
  })
  const endpoint = `http://127.0.0.1:${server.port}`
  const keys = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b', LITESTREAM_AZURE_ACCOUNT_KEY: 'Yg==' }
  for (const url of ['s3://bucket/clinic', 'abs://account@bucket/clinic']) {
    const environment = { REPLICA_URL: url, REPLICA_ENDPOINT: endpoint, ...keys }
    const replica = {
      program: '',
      databasePath: places().path,
      publicUrl: undefined,
      failover: false,
      environment,
    }
    await ErasureLedger.of(replica.databasePath, replica).join([], silent)
  }
  expect(asked).toEqual(['/bucket/clinic/erasures.json', '/bucket/clinic/erasures.json'])
})
