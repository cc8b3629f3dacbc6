import { afterEach, expect, test } from 'bun:test'
import { hostname } from 'node:os'
import { putLast, untilSilent } from '../../src/backup/owner/silence.ts'
import { until } from '../support/until.ts'
import { claimStore } from './claim-store.ts'

const stores: Disposable[] = []
afterEach(() => {
  for (const store of stores.splice(0)) store[Symbol.dispose]()
})

/** A server whose claim was renewed this number of seconds ago. With null for `change`, there is no claim. */
function watched(name: string, change: object | null, agoSeconds = 0) {
  const store = claimStore()
  stores.push(store)
  const set = (next: object, ago: number) => {
    const owner = { databaseId: 'ours', epoch: 'e1', machine: `machine of ${name}`, renewedAt: 0, ...next }
    Object.assign(store.state, { text: JSON.stringify(owner), agoSeconds: ago })
  }
  if (change !== null) set(change, agoSeconds)
  return { name, set, store, replica: store.replicaAt('/x.db') }
}

const failover = { failover: true, released: false }

test('§12.4 A spare takes over only a server with failover that no longer renews its claim. A server that has ended in order is not taken over.', async () => {
  const said: string[] = []
  const stopping = new AbortController()
  const alive = watched('alive', failover)
  const all = [
    alive,
    watched('new', null),
    watched('ended', { ...failover, released: true }, 3_600),
    watched('alone', { ...failover, failover: false }, 3_600),
    watched('odd', {}, 3_600),
  ]
  all[4]!.store.state.text = 'odd'
  const silent = untilSilent(all, {
    now: Date.now,
    say: (line) => said.push(line),
    stopping: stopping.signal,
  })
  await until('a look at each', () => said.length === 5)
  expect(said).toEqual([
    'alive: it is served by machine of alive',
    'new: no server has begun yet',
    'ended: its server has ended in order, and is not taken over',
    'alone: its server runs without FAILOVER=yes, and is not taken over',
    expect.stringContaining('odd: the object owner.json in the object store cannot be read'),
  ])
  alive.set(failover, 25)
  expect((await silent)?.name).toBe('alive')
  expect(said.slice(5)).toEqual(['alive: its server is silent: this machine takes over'])
})

test('a spare that is stopped takes over from nobody', async () => {
  const stopping = new AbortController()
  const said: string[] = []
  const watch = untilSilent([watched('alive', failover)], {
    now: Date.now,
    say: (line) => said.push(line),
    stopping: stopping.signal,
  })
  await until('a look', () => said.length === 1)
  stopping.abort()
  expect(await watch).toBeNull()
})

test("§12.4 A spare serves again after the server of its own machine has ended in order. It does not do so for another machine's server.", async () => {
  const said: string[] = []
  const released = { ...failover, released: true }
  const own = watched('own', { ...released, machine: `${hostname()}:/x.db` }, 3_600)
  const silent = untilSilent([watched('ended', released, 3_600), own], {
    now: Date.now,
    say: (line) => said.push(line),
    stopping: new AbortController().signal,
  })
  expect((await silent)?.name).toBe('own')
  expect(said).toEqual([
    'ended: its server has ended in order, and is not taken over',
    'own: its last server was one of this machine and has ended in order: this machine serves again',
  ])
})

test('§12.4 When several servers are silent, a spare tries first the server that it has not tried for the longest time.', async () => {
  const all = ['a', 'b', 'c'].map((name) => watched(name, failover, name === 'c' ? 0 : 25))
  const options = { now: Date.now, say: () => {}, stopping: new AbortController().signal }
  const tried: string[] = []
  const list = [...all]
  for (let i = 0; i < 4; i++) {
    const cell = (await untilSilent(list, options))!
    putLast(list, cell)
    tried.push(cell.name)
  }
  expect(tried).toEqual(['a', 'b', 'a', 'b'])
})
