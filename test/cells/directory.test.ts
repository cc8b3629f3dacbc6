import { afterAll, beforeAll, expect, test } from 'bun:test'
import { objectIn } from '../../src/backup/owner/place.ts'
import { overwrite } from '../../src/backup/owner/small-object.ts'
import { StoreAway } from '../../src/backup/owner/store-away.ts'
import { Directory, DirectoryChanged, directoryFolder } from '../../src/cells/directory.ts'
import { type Placement, shardOf } from '../../src/cells/placement.ts'
import { shardText } from '../../src/cells/shard.ts'
import { DirectoryWatch } from '../../src/cells/watch.ts'
import { loadConfig, type Replica } from '../../src/config.ts'
import { errorOf, thrownBy } from '../support/rejection.ts'
import type { ObjectStore } from '../support/replica.ts'
import { conditionalS3, conditionalStore, newCells, placed } from './support.ts'

let store: ObjectStore
beforeAll(async () => {
  store = await conditionalStore()
})
afterAll(() => store[Symbol.asyncDispose]())

/** The place of the cells' directory in an S3 store at this address. */
const placeAt = (address: string): Replica =>
  loadConfig(
    { databasePath: '' },
    {
      CELLS_URL: 's3://bucket/cells',
      REPLICA_ENDPOINT: address,
      AWS_ACCESS_KEY_ID: 'key',
      AWS_SECRET_ACCESS_KEY: 'secret',
    },
  ).cells!.store

function watching(place: Replica) {
  const told = { refused: [] as string[] }
  const watch = new DirectoryWatch(place, {
    looked: () => undefined,
    refused: (why) => told.refused.push(why),
    away: () => undefined,
  })
  return { watch, told }
}

function opened(on = store) {
  const cells = newCells(on)
  /** Replaces the object (the shard) that has the host's entry by this text. */
  const forge = (host: string, text: string) =>
    overwrite(objectIn(cells.store, `${directoryFolder}/${shardOf(host)}.json`)!, text)
  return { directory: new Directory(cells.store), ...watching(cells.store), forge, place: cells.store }
}

const moving = (from: Placement, to: string): Placement => ({
  ...from,
  state: 'moving',
  to,
  move: crypto.randomUUID(),
})
const arrived = ({ host, practiceId, to, generation }: Placement): Placement => ({
  host,
  practiceId,
  cell: to!,
  state: 'active',
  generation: generation + 1,
})
const stayed = ({ host, practiceId, cell, generation }: Placement): Placement => ({
  host,
  practiceId,
  cell,
  state: 'active',
  generation,
})

test('when two practices reserve one host at the same time, only one gets the host, and the directory then returns this one', async () => {
  const { directory } = opened()
  const [one, other] = [placed('mueller.app.example'), placed('mueller.app.example', { cell: 'b' })]
  const outcomes = await Promise.allSettled([directory.change(null, one), directory.change(null, other)])
  const won = outcomes.findIndex(({ status }) => status === 'fulfilled')
  expect(outcomes[1 - won]).toMatchObject({ status: 'rejected', reason: expect.any(DirectoryChanged) })
  expect(await directory.look('mueller.app.example')).toEqual([one, other][won]!)
  expect(await directory.look('nobody.app.example')).toBeNull()
})

test('one write moves a practice with all its hosts to another cell, and a watcher of the directory sees the move', async () => {
  const { directory, watch } = opened()
  const before = placed('first.app.example')
  await directory.change(null, before)
  await directory.addHost('second.app.example', before)
  await watch.look()
  expect(watch.picture.at('second.app.example')).toEqual(before)
  expect(watch.picture.hostsOf(before)).toEqual(['first.app.example', 'second.app.example'])
  const leaving = moving(before, 'b')
  await directory.change(before, leaving)
  await directory.change(leaving, arrived(leaving))
  expect(await watch.look()).toEqual([before.practiceId])
  expect(['b', 'x'].map((cell) => watch.picture.hasCell(cell))).toEqual([true, false])
  for (const host of ['first.app.example', 'second.app.example'])
    expect(watch.picture.at(host)).toMatchObject({ cell: 'b', generation: 2 })
  expect(watch.picture.find(before.practiceId)).toEqual((await directory.look('second.app.example'))!)
  await directory.removeHost({
    host: 'second.app.example',
    home: before.host,
    practiceId: before.practiceId,
  })
  await watch.look()
  expect(watch.picture.at('second.app.example')).toBeNull()
})

test('§36 A watcher of the directory sees that a practice moves, also when another practice in the same object has changed before.', async () => {
  const { directory, watch } = opened()
  const first = placed('first.app.example')
  // With ten thousand names, at least one name is in the same object.
  const names = Array.from({ length: 10_000 }, (_, n) => `other-${n}.app.example`)
  const other = placed(names.find((name) => shardOf(name) === shardOf(first.host))!)
  const change = async (from: Placement | null, to: Placement) => {
    await directory.change(from, to)
    return watch.look()
  }
  await change(null, first)
  await change(null, other)
  const leaving = moving(first, 'b')
  await change(first, leaving)
  await change(other, moving(other, 'c'))
  expect(await change(leaving, arrived(leaving))).toEqual([first.practiceId])
  expect(watch.picture.find(first.practiceId)).toEqual(arrived(leaving))
  expect(watch.picture.at(first.host)).toEqual(arrived(leaving))
})

test('a watcher reads the directory every half second while a practice moves, and otherwise every two seconds', async () => {
  const { directory, watch } = opened()
  const before = placed('hurried.app.example')
  const pauses: number[] = []
  const look = async (from: Placement | null, to: Placement) => {
    await directory.change(from, to)
    await watch.look()
    pauses.push(watch.pauseMs)
  }
  await look(null, before)
  const leaving = moving(before, 'b')
  await look(before, leaving)
  await look(leaving, arrived(leaving))
  expect(pauses).toEqual([2_000, 500, 2_000])
})

test('after a move was aborted, its late commit fails, also when another move of the practice has begun', async () => {
  const { directory } = opened()
  const before = placed('late.app.example')
  await directory.change(null, before)
  const first = moving(before, 'b')
  await directory.change(before, first)
  await directory.change(first, stayed(first))
  const second = moving(before, 'b')
  await directory.change(before, second)
  expect(await errorOf(directory.change(first, arrived(first)))).toBeInstanceOf(DirectoryChanged)
  expect(await directory.look('late.app.example')).toEqual(second)
})

test('a change of the directory can be repeated when its answer was lost', async () => {
  const { directory } = opened()
  const before = placed('again.app.example')
  await directory.change(null, before)
  const leaving = moving(before, 'b')
  await directory.change(before, leaving)
  await directory.change(before, leaving)
  await directory.change(leaving, arrived(leaving))
  await directory.change(leaving, arrived(leaving))
  expect(await directory.look('again.app.example')).toEqual(arrived(leaving))
})

test('when several hosts in one object of the directory are written at the same time, every host is kept', async () => {
  const { directory, watch } = opened()
  // All these hosts are in one object (a shard).
  const hosts: string[] = []
  for (let n = 0; hosts.length < 6; n++)
    if (shardOf(`n${n}.app.example`) === '00') hosts.push(`n${n}.app.example`)
  await Promise.all(hosts.map((host) => directory.change(null, placed(host))))
  await watch.look()
  expect(hosts.map((host) => watch.picture.at(host)?.host)).toEqual(hosts)
})

test('the directory refuses a change to another cell in the same generation, to a smaller generation, or to another practice', async () => {
  const { directory } = opened()
  const before = placed('steady.app.example')
  await directory.change(null, before)
  for (const next of [
    { ...before, cell: 'b' },
    { ...before, generation: 0 },
    { ...before, practiceId: crypto.randomUUID(), generation: 2 },
  ])
    expect(await thrownBy(directory.change(before, next))).toThrow()
  expect(await directory.look('steady.app.example')).toEqual(before)
})

test('a watcher refuses forged, cut and older content of the directory, with the reason, and keeps the last good content', async () => {
  const { directory, watch, told, forge } = opened()
  const host = 'good.app.example'
  const one = placed(host)
  await directory.change(null, one)
  const two = { ...one, cell: 'b', generation: 2 }
  await directory.change(one, two)
  await watch.look()
  const records = (...all: Placement[]) => new Map(all.map((record) => [record.host, record]))
  const whole = shardText({ version: 9, records: records(two) })
  for (const [text, why] of [
    [whole.slice(0, -20), 'it is cut, or it is not JSON'],
    ['\n', 'it is cut, or it is not JSON'],
    ['{"version":9}', 'it is not of the form {"version", "hosts"}'],
    [whole.replace('"version":9', '"version":9,"more":1'), 'it is not of the form {"version", "hosts"}'],
    [whole.replace('"active"', '"open"'), 'the entry 1 is no entry of ours'],
    [whole.replace('"cell":"b"', '"cell":"b","to":"c"'), 'the entry 1 is no entry of ours'],
    [whole.replace('"cell":"b"', '"cell":"b\\nuse_backend"'), 'the entry 1 is no entry of ours'],
    [whole.replaceAll(host, 'other.app.example'), 'the host other.app.example belongs to another object'],
    [shardText({ version: 1, records: records(one) }), 'it is older than what was there before: 1 after 2'],
    [
      shardText({ version: 2, records: records({ ...two, cell: 'c' }) }),
      'somebody changed it without counting it up from 2',
    ],
    [
      shardText({ version: 9, records: records({ ...two, generation: 1 }) }),
      `the generation of the practice ${one.practiceId} is smaller than before: 1 after 2`,
    ],
    [' '.repeat((1 << 20) + 1), 'it is larger than 1048576 bytes'],
  ] as const) {
    told.refused.length = 0
    await forge(host, text)
    await watch.look()
    // The same content is reported only once.
    await watch.look()
    expect(told.refused).toEqual([
      `directory/${shardOf(host)}.json cannot be used, and what it said before still counts: ${why}`,
    ])
    expect(watch.picture.at(host)).toEqual(two)
    expect([...watch.unusable.values()]).toEqual([why])
  }
  await forge(host, shardText({ version: 10, records: records({ ...two, cell: 'c', generation: 3 }) }))
  await watch.look()
  expect(watch.picture.at(host)).toMatchObject({ cell: 'c' })
  expect(watch.unusable.size).toBe(0)
})

test('a watcher refuses a second first host for a practice, and keeps the earlier one', async () => {
  const { directory, watch, told } = opened()
  const one = placed('one-home.app.example')
  await directory.change(null, one)
  await watch.look()
  await directory.change(null, { ...one, host: 'two-homes.app.example' })
  await watch.look()
  expect(told.refused.join()).toContain('has a first host already: one-home.app.example')
  expect(watch.picture.find(one.practiceId)).toEqual(one)
})

test('while the object store cannot be reached, a watcher keeps the last content of the directory, and changes fail', async () => {
  const own = await conditionalStore()
  try {
    const { directory, watch } = opened(own)
    const one = placed('kept.app.example')
    await directory.change(null, one)
    await watch.look()
    own.cut()
    expect(await errorOf(watch.look())).toBeInstanceOf(StoreAway)
    expect(await errorOf(directory.change(one, moving(one, 'b')))).toBeInstanceOf(StoreAway)
    expect(watch.picture.at('kept.app.example')).toEqual(one)
  } finally {
    await own[Symbol.asyncDispose]()
  }
})

const s3 = await conditionalS3()
afterAll(() => s3?.[Symbol.asyncDispose]())

test.skipIf(s3 === undefined)(
  'a real S3 server lists the directory, and refuses a second practice at a host, as Azure does (skipped without a versitygw that obeys conditions)',
  async () => {
    const { directory, watch } = opened(s3)
    const one = placed('s3.app.example')
    await directory.change(null, one)
    expect(await errorOf(directory.change(null, placed(one.host)))).toBeInstanceOf(DirectoryChanged)
    await watch.look()
    expect(watch.picture.at(one.host)).toEqual(one)
    const leaving = moving(one, 'b')
    await directory.change(one, leaving)
    expect(await watch.look()).toEqual([one.practiceId])
    expect(watch.picture.at(one.host)).toEqual(leaving)
  },
)

test('§36 A watcher of the directory sees a change, also when the store lists the new tag a moment before the new content.', async () => {
  const one = placed('late-content.app.example')
  const two = { ...one, cell: 'b', generation: 2 }
  const text = (version: number, record: Placement) =>
    shardText({ version, records: new Map([[record.host, record]]) })
  const object = { text: text(1, one), tag: '1', reads: 0 }
  const gateway = Bun.serve({
    port: 0,
    fetch({ url }) {
      if (url.includes('list-type=2'))
        return new Response(
          `<Contents><Key>cells/directory/${shardOf(one.host)}.json</Key><ETag>"${object.tag}"</ETag><Size>1</Size></Contents>`,
        )
      object.reads++
      return new Response(object.text, { headers: { etag: `"${object.tag}"` } })
    },
  })
  try {
    const place = placeAt(`http://127.0.0.1:${gateway.port}`)
    const { watch: early } = watching(place)
    for (let look = 0; look < 3; look++) await early.look()
    object.tag = '2'
    expect(await early.look()).toEqual([])
    // This watcher has never seen an earlier tag.
    const { watch: late } = watching(place)
    expect(await late.look()).toEqual([one.practiceId])
    object.text = text(2, two)
    for (const watch of [early, late]) {
      expect(await watch.look()).toEqual([one.practiceId])
      expect(watch.picture.at(one.host)).toEqual(two)
      await watch.look()
      const { reads } = object
      await watch.look()
      expect(object.reads).toBe(reads)
    }
  } finally {
    await gateway.stop(true)
  }
})

test('the directory refuses every change in a store that ignores conditional writes', async () => {
  const kept = new Map<string, string>()
  const ignoring = Bun.serve({
    port: 0,
    async fetch(request) {
      const { pathname } = new URL(request.url)
      if (request.method === 'PUT') kept.set(pathname, await request.text())
      const text = kept.get(pathname)
      return text === undefined
        ? new Response('', { status: 404 })
        : new Response(text, { headers: { etag: `"${Bun.hash(text)}"` } })
    },
  })
  try {
    const directory = new Directory(placeAt(`http://127.0.0.1:${ignoring.port}`))
    const one = placed('ignored.app.example')
    expect(await thrownBy(directory.change(null, one))).toThrow('it obeys no conditional writes')
    expect(await thrownBy(directory.change(one, moving(one, 'b')))).toThrow('it obeys no conditional writes')
    expect(await directory.look(one.host)).toEqual(one)
  } finally {
    await ignoring.stop(true)
  }
})
