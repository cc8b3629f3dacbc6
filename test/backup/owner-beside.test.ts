/** Commands write beside the server. With FAILOVER=yes, they write only when no other machine owns the practices. */
import { expect, spyOn, test } from 'bun:test'
import { hostname } from 'node:os'
import { openDatabase } from '../../db/open.ts'
import { ownershipOf } from '../../db/ownership.ts'
import { verificationIn } from '../../db/verification.ts'
import { backUpNow, verifyNow } from '../../src/backup/commands.ts'
import { watchOwner } from '../../src/backup/owner/beside.ts'
import { withStore } from '../../src/cli/store.ts'
import type { Config } from '../../src/config.ts'
import { NotOwner } from '../../src/store/engine/trouble.ts'
import { createStore } from '../../src/store/store.ts'
import { freshDatabasePath, monday } from '../support/clinic.ts'
import { errorOf } from '../support/rejection.ts'
import { claimStore } from './claim-store.ts'

/** A database whose machine has owned its backup, and a store with the claim. */
async function claimed(change: object = {}, ago = 0) {
  const store = claimStore()
  const path = freshDatabasePath()
  const own = createStore(openDatabase(path))
  await own.installation.beginEpoch('e1', monday)
  await own.close()
  const replica = store.replicaAt(path)
  const owner = {
    databaseId: ownershipOf(path).databaseId,
    epoch: 'e1',
    machine: `${hostname()}:${path}`,
    failover: true,
    released: false,
    renewedAt: 0,
    ...change,
  }
  Object.assign(store.state, { text: JSON.stringify(owner), agoSeconds: ago })
  const config = { databasePath: path, replica, auditKey: 'x'.repeat(32) } as unknown as Config
  return { store, owner, replica, config }
}

const write = (config: Config) => withStore(config, (store) => store.installation.beat(monday))

test.each<[string, object, number]>([
  ['another machine took over', { machine: 'there', epoch: 'e2' }, 0],
  ['a copy of this machine took over', { epoch: 'e2' }, 0],
  ['its server has ended', { released: true }, 0],
  ['its server has not renewed the claim for 10 seconds', {}, 11],
])(
  '§12.4 A command changes nothing on a machine whose server does not own the practices. %s',
  async (_, change, ago) => {
    const { store, config } = await claimed(change, ago)
    using _store = store
    expect(await errorOf(write(config))).toMatchObject({ cause: expect.any(NotOwner) })
    // A command that only reads is allowed.
    expect(await withStore(config, async ({ identity }) => identity.practiceIds())).toEqual([])
  },
)

test('a command may write when the server of its machine owns the practices, and before the first start', async () => {
  const { store, config } = await claimed()
  using _ = store
  await write(config)
  store.state.text = null
  await write(config)
})

test('§12.4 When another machine takes over while a command runs, the command confirms no change.', async () => {
  const { store, config } = await claimed()
  using _ = store
  const clock = spyOn(performance, 'now')
  const end = withStore(config, async ({ installation }) => {
    await installation.beat(monday)
    // The process was frozen for a minute.
    const later = performance.now() + 60_000
    clock.mockImplementation(() => later)
  })
  expect(await errorOf(end)).toMatchObject({ cause: expect.any(NotOwner) })
  clock.mockRestore()
})

test('§12.4 On a machine whose server does not own the practices, a verification stores no result, and a copy writes nothing into the object store.', async () => {
  const { store, config } = await claimed({ machine: 'there', epoch: 'e2' })
  using _ = store
  const { text } = store.state
  let later = performance.now()
  const clock = spyOn(performance, 'now').mockImplementation(() => (later += 30_000))
  expect(await errorOf(verifyNow(config, Date.now))).toMatchObject({ cause: expect.any(NotOwner) })
  clock.mockRestore()
  expect(verificationIn(config.databasePath)).toMatchObject({ verifiedAt: null, fault: null })
  const said: string[] = []
  const how = { now: Date.now, say: (line: string) => said.push(line) }
  await backUpNow(config, `${config.databasePath}.copy`, how)
  expect(said).toEqual([expect.stringContaining('the database takes no writes')])
  expect(store.state.text).toBe(text)
})

test('without FAILOVER=yes, a command does not ask the object store for the owner', async () => {
  const { store, replica } = await claimed()
  store[Symbol.dispose]()
  expect(await watchOwner({ ...replica, failover: false }, Date.now)).toBeUndefined()
})

test('while the object store cannot be reached, this machine does not count as the owner', async () => {
  const { store, replica } = await claimed()
  store[Symbol.dispose]()
  using watch = await watchOwner(replica, Date.now)
  expect(watch!.owns()).toBe(false)
})
