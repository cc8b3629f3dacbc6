import { expect, spyOn, test } from 'bun:test'
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Claim, ClaimLost, claimName } from '../../src/backup/owner/claim.ts'
import { folderObject } from '../../src/backup/owner/folder.ts'
import type { SmallObject } from '../../src/backup/owner/small-object.ts'
import { StoreAway } from '../../src/backup/owner/store-away.ts'
import { thrownBy } from '../support/rejection.ts'
import { scratch } from '../support/scratch.ts'
import { turns } from '../support/turns.ts'

const newFolder = () => mkdtempSync(join(scratch, 'claim-'))
const ownership = (epoch: string) => ({ databaseId: 'ours', epochs: [epoch] })

/** The claim of a machine. The machine has read the object of the claim once, as each start does. */
async function looking(object: SmallObject, machine: string, now = () => 1_000) {
  const claim = new Claim(
    object,
    { machine, boot: 'b1', publicUrl: 'https://ours.example', failover: false },
    now,
  )
  return { claim, found: await claim.look() }
}

test('a machine takes its claim on a backup, renews the claim, and releases it', async () => {
  const folder = newFolder()
  let now = 1_000
  const { claim, found } = await looking(folderObject(folder, claimName), 'here', () => now)
  expect(found).toBeNull()
  await claim.take(ownership('e1'))
  const there = () => JSON.parse(readFileSync(`${folder}/owner.json`, 'utf8'))
  expect(there()).toEqual({
    databaseId: 'ours',
    epoch: 'e1',
    machine: 'here',
    boot: 'b1',
    publicUrl: 'https://ours.example',
    failover: false,
    folder: null,
    earlier: [],
    renewedAt: 1_000,
    released: false,
  })
  now = 61_000
  expect(claim.unconfirmedMs).toBe(60_000)
  await claim.renew()
  expect(claim.unconfirmedMs).toBeLessThan(60_000)
  expect(there().renewedAt).toBe(61_000)
  await claim.release()
  expect(there().released).toBe(true)
  expect(readdirSync(folder)).toEqual(['owner.json'])
})

test('a machine cannot renew a claim that it never took or has released', async () => {
  const { claim } = await looking(folderObject(newFolder(), claimName), 'here')
  expect(await thrownBy(claim.renew())).toThrow('holds no claim')
  await claim.take(ownership('e1'))
  await claim.release()
  expect(await thrownBy(claim.renew())).toThrow('holds no claim')
})

test('when two machines start at the same time, only one of them gets the claim', async () => {
  const object = folderObject(newFolder(), claimName)
  const here = await looking(object, 'here')
  const there = await looking(object, 'there')
  await here.claim.take(ownership('e1'))
  expect(await thrownBy(there.claim.take(ownership('e2')))).toThrow(ClaimLost)
  await here.claim.renew()
})

test('when another machine has taken the claim, the next renewal of the first machine fails and names the new owner', async () => {
  const object = folderObject(newFolder(), claimName)
  const { claim } = await looking(object, 'here')
  await claim.take(ownership('e1'))
  const other = await looking(object, 'there')
  await other.claim.take(ownership('e2'))
  expect(await thrownBy(claim.renew())).toThrow('another machine, there, has taken over')
  expect(await thrownBy(claim.release())).toThrow(ClaimLost)
  await other.claim.renew()
})

test('when the answer to its own write was lost, a machine can still renew and release its claim', async () => {
  const object = folderObject(newFolder(), claimName)
  let lose = false
  const losing: SmallObject = {
    isConditional: false,
    read: object.read,
    async write(text, tag) {
      const written = await object.write(text, tag)
      if (lose) throw new StoreAway('the answer was lost')
      return written
    },
  }
  let now = 1_000
  const { claim } = await looking(losing, 'here', () => now++)
  lose = true
  expect(await thrownBy(claim.take(ownership('e1')))).toThrow(StoreAway)
  lose = false
  await claim.renew()
  lose = true
  expect(await thrownBy(claim.renew())).toThrow(StoreAway)
  lose = false
  await claim.renew()
  await claim.release()
})

test('an emptied store has no owner, so the next renewal takes the claim again', async () => {
  const folder = newFolder()
  const { claim } = await looking(folderObject(folder, claimName), 'here')
  await claim.take(ownership('e1'))
  rmSync(folder, { recursive: true })
  await claim.renew()
  expect(readdirSync(folder)).toEqual(['owner.json'])
})

test('a folder that cannot be written counts as a store that cannot be reached', async () => {
  const folder = newFolder()
  const { claim } = await looking(folderObject(folder, claimName), 'here')
  await claim.take(ownership('e1'))
  rmSync(folder, { recursive: true })
  writeFileSync(folder, 'in the way')
  expect(await thrownBy(claim.renew())).toThrow(StoreAway)
  expect(await thrownBy(claim.look())).toThrow(StoreAway)
})

test('a claim from an older version, without an address and a boot id, is read with null for both', async () => {
  const folder = newFolder()
  const { claim } = await looking(folderObject(folder, claimName), 'here')
  await claim.take(ownership('e1'))
  const { publicUrl, boot, ...before } = JSON.parse(readFileSync(`${folder}/owner.json`, 'utf8'))
  expect({ publicUrl, boot }).toEqual({ publicUrl: 'https://ours.example', boot: 'b1' })
  writeFileSync(`${folder}/owner.json`, JSON.stringify(before))
  expect(await claim.look()).toMatchObject({ ...before, publicUrl: null, boot: null })
})

test('an object with other content than a claim is refused, and so it is never overwritten', async () => {
  const folder = newFolder()
  writeFileSync(`${folder}/owner.json`, '{}')
  const claim = new Claim(
    folderObject(folder, claimName),
    { machine: 'here', boot: null, publicUrl: null, failover: false },
    () => 1_000,
  )
  expect(await thrownBy(claim.look())).toThrow('cannot be read')
})

test('a claim that has moved to another folder keeps this folder in renewals, and lists the earlier folders', async () => {
  const folder = newFolder()
  let now = 1_000
  const { claim } = await looking(folderObject(folder, claimName), 'here', () => now)
  expect(await thrownBy(claim.moveTo('anew-1'))).toThrow('holds no claim')
  await claim.take(ownership('e1'))
  expect(claim.folder).toBeNull()
  now = 2_000
  // The claim moves and is renewed at the same time, as when a renewal falls due during the move.
  await Promise.all([claim.moveTo('anew-1'), claim.renew()])
  await claim.moveTo('anew-2')
  await claim.renew()
  const owner = JSON.parse(readFileSync(`${folder}/owner.json`, 'utf8'))
  const earlier = [
    { folder: null, until: 2_000 },
    { folder: 'anew-1', until: 2_000 },
  ]
  expect(owner).toMatchObject({ folder: 'anew-2', earlier })
  rmSync(`${folder}/owner.json`)
  await claim.renew()
  const next = await looking(folderObject(folder, claimName), 'there')
  await next.claim.take(ownership('e2'))
  expect(next.claim.folder).toBe('anew-2')
  expect(await next.claim.look()).toMatchObject({ folder: 'anew-2', earlier })
})

test('a renewal that the store answers late does not undo the move of a claim to another folder', async () => {
  const object = folderObject(newFolder(), claimName)
  let late: Promise<void> | undefined
  const { claim } = await looking(
    {
      isConditional: false,
      read: object.read,
      async write(text, tag) {
        await late
        return object.write(text, tag)
      },
    },
    'here',
  )
  await claim.take(ownership('e1'))
  const answered = Promise.withResolvers<void>()
  late = answered.promise
  const renewed = claim.renew()
  // By now, the renewal has reached the store.
  await turns()
  late = undefined
  const moved = claim.moveTo('anew-1')
  await turns()
  answered.resolve()
  await Promise.all([renewed, moved])
  expect(JSON.parse((await object.read())!.text).folder).toBe('anew-1')
})

test('when the store does not accept the move of a claim, the claim keeps its earlier folder', async () => {
  const object = folderObject(newFolder(), claimName)
  let away = false
  const { claim } = await looking(
    {
      isConditional: false,
      read: object.read,
      async write(text, tag) {
        if (away) throw new StoreAway('it is away')
        return object.write(text, tag)
      },
    },
    'here',
  )
  await claim.take(ownership('e1'))
  away = true
  expect(await thrownBy(claim.moveTo('anew-1'))).toThrow(StoreAway)
  away = false
  await claim.renew()
  expect(claim.folder).toBeNull()
  expect(JSON.parse((await object.read())!.text)).toMatchObject({ folder: null, earlier: [] })
})

test('a claim with an unknown form of folder name is refused, because the name becomes a part of an address', async () => {
  const folder = newFolder()
  const { claim } = await looking(folderObject(folder, claimName), 'here')
  await claim.take(ownership('e1'))
  const owner = JSON.parse(readFileSync(`${folder}/owner.json`, 'utf8'))
  for (const odd of [
    { folder: '../elsewhere' },
    { folder: 7 },
    { earlier: [{ folder: 'a?b' }] },
    { earlier: 1 },
  ]) {
    writeFileSync(`${folder}/owner.json`, JSON.stringify({ ...owner, ...odd }))
    expect(await thrownBy(claim.look())).toThrow('cannot be read')
  }
})

test('when the clock of the machine is set back, a claim without a renewal still counts as unconfirmed', async () => {
  let now = 3_600_000
  const { claim } = await looking(folderObject(newFolder(), claimName), 'here', () => now)
  await claim.take(ownership('e1'))
  now = 0
  const ran = spyOn(performance, 'now').mockReturnValue(performance.now() + 120_000)
  expect(claim.unconfirmedMs).toBeGreaterThanOrEqual(120_000)
  ran.mockRestore()
})

const wrongClocks = [-4, 0, 4].map((minutes) => minutes * 60_000)

test.each(wrongClocks)(
  'the age of a claim does not depend on the clocks of the machines, which are wrong by %p ms',
  async (off) => {
    const folder = newFolder()
    const [owner, other] = [() => Date.now() - off, () => Date.now() + off]
    const { claim } = await looking(folderObject(folder, claimName), 'here', owner)
    await claim.take(ownership('e1'))
    const age = async () => (await looking(folderObject(folder, claimName), 'there', other)).found!.ageMs
    expect(await age()).toBeWithin(0, 30_000)
    const then = Date.now() / 1_000 - 200
    utimesSync(`${folder}/owner.json`, then, then)
    expect(await age()).toBeWithin(199_000, 230_000)
    expect(readdirSync(folder)).toEqual(['owner.json'])
  },
)
