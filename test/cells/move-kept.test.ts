/** Sessions, secrets, the audit trail and other data that move along with the records of a practice. */
import { afterAll, beforeAll, expect, spyOn, test } from 'bun:test'
import { readAuditKey } from '../../db/audit-key.ts'
import { ledgerFile } from '../../src/backup/erasures/ledger.ts'
import { writeLedger } from '../../src/backup/erasures/ledger-text.ts'
import { keepHeads } from '../../src/backup/trail/heads.ts'
import { verifyTrail } from '../../src/backup/trail/verify.ts'
import { newId } from '../../src/domain/id.ts'
import { Peer } from '../../src/move/peer.ts'
import { endLeftOver } from '../../src/move/serve.ts'
import { MoveSource } from '../../src/move/source.ts'
import { newestCursor } from '../../src/store/changes/changes.ts'
import { TrailKey } from '../../src/store/engine/chain/chain.ts'
import { monday } from '../support/clinic.ts'
import { inSql } from '../support/in-sql.ts'
import { thrownBy } from '../support/rejection.ts'
import type { ObjectStore } from '../support/replica.ts'
import { act } from '../transfer/practices.ts'
import { conditionalStore, newCells } from './support.ts'
import { type TestCell, trailPlace, twoStores } from './two-stores.ts'

let store: ObjectStore
beforeAll(async () => {
  store = await conditionalStore()
})
afterAll(() => store[Symbol.asyncDispose]())

test('§36 Sessions, tokens, passkeys, keys of links, cursors of changes and secrets of webhooks move along with a practice.', async () => {
  await using cells = await twoStores(newCells(store).store)
  const { a, b, s, there, newPractice } = cells
  const { practiceId, own } = await newPractice()
  const key = own.practice.read.practiceKey
  const webhook = `insert into webhooks (practice_key, id, url, kinds, active, nonce, former_nonce, former_until, created_at, updated_at, version)
    values (${key}, ${inSql(own.noteId)}, 'https://x.example', null, 1, x'${'ab'.repeat(32)}', x'${'cd'.repeat(32)}', 9, 5, 6, 7)`
  s.database.run(webhook)
  const shared = Buffer.alloc(32, 9)
  s.database.run(
    'insert into signing_keys (purpose, key, created_at, replaced_at, needed_until) values (?, ?, ?, ?, ?)',
    [...['visit', shared, monday - 9, monday - 5, monday]],
  )
  // Triggers have noted the changes of the SQL statements above. The next write takes these notes.
  await own.practice.write((tx) => tx.record({ kind: 'write' }))
  const before = {
    session: a.store.identity.holderOfSession(Buffer.from(own.sessionId), monday, 0),
    token: a.store.identity.holderOfToken(Buffer.from(own.tokenId), monday),
    passkey: a.store.identity.holderOfPasskey(own.userId),
    invited: a.store.identity.invitedBy(Buffer.from(own.userId), monday),
    cursor: newestCursor(own.practice.read),
    keys: a.store.keys.all(practiceId, monday).map((one) => Buffer.from(one.key).toString('hex')),
  }
  expect(Object.values(before)).not.toContain(null)
  const secrets = (cell: typeof a) =>
    cell.store.cellMoves
      .webhookSecrets(practiceId)
      .map(({ nonce, formerNonce }) =>
        [nonce, formerNonce!].map((one) => cell.webhookKeys.bytesOf(one).toString('hex')),
      )
  const secretsBefore = secrets(a)
  const erasure = { practiceId, patientId: newId(monday), at: 5 }
  await Bun.write(ledgerFile(s.path), writeLedger([{ ...erasure, cleaned: true }]))

  await a.source.move(practiceId, 'b')
  expect({
    session: b.store.identity.holderOfSession(Buffer.from(own.sessionId), monday, 0),
    token: b.store.identity.holderOfToken(Buffer.from(own.tokenId), monday),
    passkey: b.store.identity.holderOfPasskey(own.userId),
    invited: b.store.identity.invitedBy(Buffer.from(own.userId), monday),
    cursor: newestCursor(b.store.practices.of(practiceId).read),
    keys: b.store.keys.all(practiceId, monday).map((one) => Buffer.from(one.key).toString('hex')),
  }).toEqual(before)
  expect(secrets(b)).toEqual(secretsBefore)
  // The database of the new cell contains no secret as plain text.
  const kept = there.database.query<{ nonce: Uint8Array }, []>('select nonce from webhooks').all()
  for (const { nonce } of kept)
    expect(Buffer.from(nonce).toString('hex')).not.toContain(secretsBefore[0]![0]!)
  expect(await Bun.file(ledgerFile(there.path)).json()).toMatchObject({ erasures: [erasure] })
  // The practice moves once more.
  await b.source.move(practiceId, 'a')
  expect(secrets(a)).toEqual(secretsBefore)
  expect(a.store.identity.holderOfSession(Buffer.from(own.sessionId), monday, 0)).toEqual(before.session)
})

test('§36 When a practice comes back to a cell, its audit trail passes the verification, also when records were shown during the freeze.', async () => {
  await using cells = await twoStores(newCells(store).store)
  const { a, b, s, newPractice } = cells
  const { practiceId, own } = await newPractice()
  const { ask } = Peer.prototype
  const asking = spyOn(Peer.prototype, 'ask').mockImplementation(async function (this: Peer, ...asked) {
    // The last copy does not contain this row, so the new cell adds it later as a row of its own.
    if (asked[0] === 'digests')
      await a.store.auditTrail.append(practiceId, act, [{ kind: 'read', patientId: own.patientId }])
    return ask.apply(this, asked) as never
  })
  await a.source.move(practiceId, 'b')
  asking.mockRestore()
  const [place, key] = [trailPlace(s.path), new TrailKey(readAuditKey(s.path)!)]
  const say = () => undefined
  // A server writes the heads of the trails at its start, every hour and at its stop.
  await keepHeads(place, a.store.auditTrail, key, { now: monday, say })
  await b.source.move(practiceId, 'a')
  expect((await verifyTrail(place, { only: practiceId, say })).findings).toEqual([])
})

test('§36 A practice moves to a further cell only when the present cell has the whole audit trail. So no row about records that were shown is lost.', async () => {
  await using cells = await twoStores(newCells(store).store)
  const { a, b, newPractice } = cells
  const { practiceId, own } = await newPractice()
  await new MoveSource({ ...a, lateMs: 5_000 }).move(practiceId, 'b')
  expect(a.source.isFinished(practiceId)).toBe(false)
  // The old server has not read the directory since the move, so it still adds a row.
  await a.store.auditTrail.append(practiceId, act, [{ kind: 'read', patientId: own.patientId }])
  let later = performance.now()
  const clock = spyOn(performance, 'now').mockImplementation(() => (later += 30_000))
  expect(await thrownBy(b.source.move(practiceId, 'a'))).toThrow('has not sent the rest of the audit trail')
  clock.mockRestore()
  // After a day, the move no longer waits for the old cell. It fails only because the cell c does not run.
  const nextDay = new MoveSource({ ...b, teller: { ...b.teller, now: () => monday + 86_400_001 } })
  expect(await thrownBy(nextDay.move(practiceId, 'c'))).toThrow('does not say where it listens')
  const reads = ({ store }: TestCell) =>
    store.transfer.trailBehind(practiceId, 0, 10_000).filter((line) => JSON.parse(line).kind === 'read')
      .length
  const before = reads(a)
  expect(before).toBeGreaterThan(0)
  await Promise.all([b.source.move(practiceId, 'a'), endLeftOver(a as never)])
  expect(reads(a)).toBe(before)
})
