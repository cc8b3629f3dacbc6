import { expect, spyOn, test } from 'bun:test'
import { Claim, ClaimLost } from '../../src/backup/owner/claim.ts'
import { foldersIn, takenTo } from '../../src/backup/owner/folders.ts'
import { judge, type StartState, takenFrom } from '../../src/backup/owner/judge.ts'
import { type SeenOwner, takeOverMs, timesOf } from '../../src/backup/owner/owner.ts'
import { openClaim } from '../../src/backup/owner/settle.ts'
import type { SmallObject } from '../../src/backup/owner/small-object.ts'
import { StoreAway } from '../../src/backup/owner/store-away.ts'
import { loadConfig } from '../../src/config.ts'
import { thrownBy } from '../support/rejection.ts'
import { claimStore } from './claim-store.ts'

const times = timesOf({ failover: true })

/** An object in memory, with the clock of its store. */
function memoryObject({ hasClock = true } = {}) {
  let held: { text: string; tag: string; at: number } | null = null
  let tags = 0
  const clock = { now: 0 }
  const object: SmallObject = {
    isConditional: true,
    read: async () => held && { ...held, ageMs: hasClock ? clock.now - held.at : null },
    async write(text, tag) {
      if ((held?.tag ?? null) !== tag) return null
      held = { text, tag: `t${++tags}`, at: clock.now }
      return held.tag
    },
  }
  return { object, clock, owner: () => held && JSON.parse(held.text) }
}

const claimOf = (object: SmallObject, machine: string, now: () => number) =>
  new Claim(object, { machine, boot: 'b1', publicUrl: null, failover: true }, now)
const claimAt = ({ replicaAt }: ReturnType<typeof claimStore>, databasePath: string) =>
  openClaim(replicaAt(databasePath), Date.now)!
const ownership = (epoch: string) => ({ databaseId: 'ours', epochs: [epoch] })

test('by the times of a claim with failover, two machines never own the claim at the same moment', () => {
  expect(times).toMatchObject({ renewMs: 5_000, safeMs: 10_000, lapseMs: 20_000 })
  // After two requests without an answer, with the pause between them, there is time for a third request.
  expect(times.renewMs + times.answerMs + times.renewMs / 6).toBeLessThan(times.safeMs)
  // A time in a header of HTTP has no milliseconds.
  expect(times.lapseMs - 1_000 - times.safeMs).toBeGreaterThan(0)
  expect(takeOverMs).toBe(10_000)
})

test.each(['wall clock', 'monotonic clock'])(
  'the time since a claim was confirmed is measured by the clock that ran further, here the %s',
  async (which) => {
    let now = 1_800_000_000_000
    const { object } = memoryObject()
    const claim = claimOf(object, 'here', () => now)
    await claim.look()
    await claim.take(ownership('e1'))
    expect(claim.unconfirmedMs).toBeLessThan(times.safeMs)
    const ran = spyOn(performance, 'now')
    if (which === 'wall clock') now += times.safeMs
    else ran.mockReturnValue(performance.now() + times.safeMs)
    expect(claim.unconfirmedMs).toBeGreaterThanOrEqual(times.safeMs)
    ran.mockRestore()
  },
)

test('a claim counts as confirmed from the start of its renewal, and not from the answer', async () => {
  let now = 1_800_000_000_000
  const { object } = memoryObject()
  const slow: SmallObject = {
    ...object,
    async write(text, tag) {
      now += 4_000
      return object.write(text, tag)
    },
  }
  const claim = claimOf(slow, 'here', () => now)
  await claim.look()
  await claim.take(ownership('e1'))
  expect(claim.unconfirmedMs).toBe(4_000)
})

test('a machine does not hold a claim any more that another machine has taken or that it has released', async () => {
  const { object } = memoryObject()
  const [here, there] = ['here', 'there'].map((machine) => claimOf(object, machine, () => 1_000))
  await here!.look()
  await here!.take(ownership('e1'))
  await there!.look()
  await there!.take(ownership('e2'), { from: null, next: 'anew-1' })
  expect(await thrownBy(here!.renew())).toThrow(ClaimLost)
  expect(here!.unconfirmedMs).toBe(Number.POSITIVE_INFINITY)
  await there!.release()
  expect(there!.unconfirmedMs).toBe(Number.POSITIVE_INFINITY)
})

test('a machine that takes over writes into a new folder, and its claim lists the earlier folder', async () => {
  const { object, owner } = memoryObject()
  const claim = claimOf(object, 'here', () => 1_000)
  await claim.look()
  await claim.take(ownership('e1'), { from: null, next: 'anew-1' })
  const earlier = [{ folder: null, until: 1_000 }]
  expect(owner()).toMatchObject({ machine: 'here', failover: true, folder: 'anew-1', earlier })
  await claim.renew()
  expect(claim.folder).toBe('anew-1')
})

test('when machines fail one after the other, the claim still lists the folder that has the whole copy', () => {
  let folders = foldersIn({ folder: 'anew-1', earlier: [{ folder: null, until: 1 }] })
  for (let n = 2; n < 40; n++) folders = takenTo(folders, { from: 'anew-1', next: `anew-${n}` }, n)
  const earlier = [
    { folder: null, until: 1 },
    { folder: 'anew-1', until: 2 },
  ]
  expect(folders).toEqual({ folder: 'anew-39', earlier })
})

test.each(['ignored', 'refused'] as const)(
  'a start with failover is refused with the reason in a store where conditions are %s',
  async (conditions) => {
    using store = claimStore()
    store.state.conditions = conditions
    const claim = claimAt(store, '/here.db')
    await claim.look()
    expect(await thrownBy(claim.take(ownership('e1')))).toThrow(
      'FAILOVER=yes needs an object store that obeys',
    )
    expect(claim.unconfirmedMs).toBe(Number.POSITIVE_INFINITY)
  },
)

test('§12.4 A machine that wakes after a pause does not overwrite the claim of another machine, also after the object store once answered 501.', async () => {
  using store = claimStore()
  const [here, there] = [claimAt(store, '/here.db'), claimAt(store, '/there.db')]
  await here.look()
  await here.take(ownership('e1'))
  store.state.conditions = 'refused'
  expect(await thrownBy(here.renew())).toThrow(StoreAway)
  store.state.conditions = 'obeyed'
  await here.renew()
  store.state.conditions = 'refused'
  expect(await thrownBy(here.renew())).toThrow(StoreAway)
  store.state.conditions = 'obeyed'
  await there.look()
  await there.take(ownership('e2'))
  expect(await thrownBy(here.renew())).toThrow(ClaimLost)
  expect(JSON.parse(store.state.text!)).toMatchObject({ epoch: 'e2' })
})

test('when the store has no clock, the claim of an owner with failover never lapses', async () => {
  const { object } = memoryObject({ hasClock: false })
  const claim = claimOf(object, 'here', () => 1_000)
  await claim.look()
  await claim.take(ownership('e1'))
  expect(await claimOf(object, 'there', () => 9_000_000).look()).toMatchObject({ failover: true, ageMs: 0 })
})

const owner = (change: Partial<SeenOwner> = {}): SeenOwner => ({
  databaseId: 'ours',
  epoch: 'e2',
  machine: 'there',
  boot: 'b1',
  publicUrl: null,
  failover: true,
  renewedAt: 0,
  released: false,
  folder: null,
  earlier: [],
  ageMs: times.lapseMs,
  ...change,
})
const disk = { ownership: { databaseId: 'ours', epochs: ['e2'] }, noted: 7n }
const self = { machine: 'here', boot: 'b1', publicUrl: null, failover: true }
const started = (change: Partial<SeenOwner>, more: Partial<StartState> = {}): StartState => ({
  disk: null,
  self,
  watchedMs: 0,
  wins: null,
  store: { owner: owner(change), folder: null, backup: null, newest: 7n, hasCopy: true },
  ...more,
})

test.each<[string, StartState, string, boolean]>([
  ['the claim lapsed', started({}), 'restore', true],
  ['the claim has not lapsed', started({ ageMs: times.lapseMs - 1 }), 'wait', true],
  ['the owner ended in order', started({ released: true }), 'restore', false],
  ['the owner has no failover, and 20 seconds are not enough', started({ failover: false }), 'wait', false],
  ['this machine was killed', started({ machine: 'here', ageMs: 0 }, { disk }), 'serve disk', false],
  ['this machine was killed and has lost its disk', started({ machine: 'here', ageMs: 0 }), 'wait', true],
  [
    'a copy of this machine may run, and a renewal did not come',
    started({ machine: 'here', boot: 'b0', ageMs: 15_000 }, { disk, watchedMs: 15_000 }),
    'wait',
    true,
  ],
  [
    'a copy of this machine is silent',
    started({ machine: 'here', boot: 'b0' }, { disk }),
    'serve disk',
    true,
  ],
])('a start decides what to do when the owner of its backup has failover: %s', (_, found, does, takes) => {
  expect(judge(found).do).toBe(does as never)
  expect(takenFrom(found)).toEqual(takes ? found.store.owner : null)
})

test.each<[Record<string, string>, string]>([
  [{ FAILOVER: 'maybe', REPLICA_URL: 's3://b/c' }, 'FAILOVER must be yes or no'],
  [{ FAILOVER: 'yes' }, 'FAILOVER=yes needs REPLICA_URL'],
  [{ FAILOVER: 'yes', REPLICA_URL: 'file:///store' }, 'conditional writes'],
  [{ FAILOVER: 'yes', REPLICA_URL: 'sftp://user@host/path' }, 'conditional writes'],
  [{ FAILOVER: 'yes', REPLICA_URL: 's3://b/c' }, 'with its keys in the environment'],
])('settings of failover with which two machines could own one backup are refused: %p', (env, words) => {
  expect(() => loadConfig({ databasePath: 'x.db' }, env)).toThrow(words)
})

test('FAILOVER=yes is accepted with an object store and its keys', () => {
  const keys = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' }
  const env = { FAILOVER: 'yes', REPLICA_URL: 's3://b/c', ...keys }
  expect(loadConfig({ databasePath: 'x.db' }, env).replica).toMatchObject({ failover: true })
  expect(loadConfig({ databasePath: 'x.db' }, { ...env, FAILOVER: '' }).replica).toMatchObject({
    failover: false,
  })
})
