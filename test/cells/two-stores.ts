/** Two cells in the process of the tests. A practice moves between their databases, over their private listeners. */
import { readAuditKey } from '../../db/audit-key.ts'
import { forgetHead } from '../../src/backup/trail/heads.ts'
import { Directory } from '../../src/cells/directory.ts'
import type { Replica } from '../../src/config.ts'
import { webhookKeys } from '../../src/delivery/webhook-signature.ts'
import { keepLink, linkOf } from '../../src/move/links.ts'
import { listenForCells } from '../../src/move/listener.ts'
import { cellKeyOf } from '../../src/move/seal.ts'
import { MoveSource } from '../../src/move/source.ts'
import { MoveTarget } from '../../src/move/target.ts'
import { TrailKey } from '../../src/store/engine/chain/chain.ts'
import { updatePractice } from '../../src/store/practice/practice.ts'
import { newRecords, type Opened, openStore } from '../store/records.ts'
import { freePort } from '../support/free-port.ts'
import { elsewhere, teller } from '../transfer/practices.ts'

const program = '1.2.3'

/** A cell over a store that a test has opened. */
async function cellOver(
  name: string,
  { path, store }: Pick<Opened, 'path' | 'store'>,
  place: Replica,
  webhookSecret: number,
) {
  const key = cellKeyOf(path)
  const deps = {
    store,
    key,
    program,
    teller: teller(),
    config: { databasePath: path, replica: undefined } as never,
    cells: { store: place, name },
    webhookKeys: webhookKeys(new Uint8Array(32).fill(webhookSecret)),
    troubleOfTrail: async () => null,
    forgetHead: (practiceId: string) =>
      forgetHead(trailPlace(path), new TrailKey(readAuditKey(path)!), practiceId, () => undefined),
    isStored: async () => true,
    owns: () => true,
    lateMs: 0,
  }
  const source = new MoveSource(deps)
  const target = new MoveTarget(deps)
  const address = { hostname: '127.0.0.1', port: Number(await freePort()) }
  const server = listenForCells({
    address,
    cell: name,
    key,
    keyOf: async (other) => (await linkOf(place, other)).key,
    carryOut: (...asked) => target.carryOut(...asked),
    refusalOf: (error) => Bun.inspect(error),
  })
  await keepLink(place, name, { address: `127.0.0.1:${address.port}`, key: key.publicKey, version: program })
  return { ...deps, name, source, target, server, address }
}

/** The place of the audit trails' heads for a database of a test. */
export const trailPlace = (databasePath: string) => ({
  databasePath,
  replica: undefined,
  auditKey: undefined,
})

export type TestCell = Awaited<ReturnType<typeof cellOver>>

export async function twoStores(place: Replica) {
  const s = await openStore()
  const there = elsewhere()
  const [a, b] = [await cellOver('a', s, place, 1), await cellOver('b', there, place, 2)]
  const directory = new Directory(place)
  let count = 0
  return {
    s,
    there,
    a,
    b,
    directory,
    /** Makes a practice in the first cell, and its entry in the directory. */
    async newPractice() {
      const own = await newRecords(s.store)
      const host = `practice-${count++}-${crypto.randomUUID().slice(0, 8)}.example`
      await own.practice.write((tx) => {
        updatePractice(tx, { host })
        tx.record({ kind: 'settings' })
      })
      const { practiceId } = own
      // A delivery that has begun would delay each move by ten seconds.
      s.database.run(
        'update reminder_jobs set lease = null, lease_until = null, state = 2 where lease is not null',
      )
      await directory.change(null, { host, practiceId, cell: 'a', state: 'active', generation: 1 })
      return { own, host, practiceId }
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([a.server.stop(true), b.server.stop(true)])
      await s[Symbol.asyncDispose]()
      await there[Symbol.asyncDispose]()
    },
  }
}
