import { expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Claim, ClaimLost, claimName } from '../../src/backup/owner/claim.ts'
import { folderObject } from '../../src/backup/owner/folder.ts'
import type { SmallObject } from '../../src/backup/owner/small-object.ts'
import { StoreAway } from '../../src/backup/owner/store-away.ts'
import { scratch } from '../support/scratch.ts'

const newFolder = () => mkdtempSync(join(scratch, 'claim-'))
const ownership = (epoch: string) => ({ databaseId: 'ours', epochs: [epoch] })

/** A claim of a machine on the folder, which has looked at it, as each start does. */
async function looking(object: SmallObject, machine: string, now = () => 1_000) {
  const claim = new Claim(object, { machine, boot: 'b1', publicUrl: 'https://ours.example' }, now)
  return { claim, found: await claim.look() }
}

test('a claim is taken, renewed and given free', async () => {
  const folder = newFolder()
  let now = 1_000
  const { claim, found } = await looking(folderObject(folder, claimName), 'here', () => now)
  expect(found).toBeNull()
  await claim.take(ownership('e1'))
  const there = () => JSON.parse(readFileSync(`${folder}/owner.json`, 'utf8'))
  expect(there()).toEqual({
    ...{ databaseId: 'ours', epoch: 'e1', machine: 'here', boot: 'b1', publicUrl: 'https://ours.example' },
    ...{ renewedAt: 1_000, released: false },
  })
  now = 61_000
  expect(claim.unconfirmedMs).toBe(60_000)
  await claim.renew()
  expect(claim.unconfirmedMs).toBe(0)
  expect(there().renewedAt).toBe(61_000)
  await claim.release()
  expect(there().released).toBe(true)
  expect(readdirSync(folder)).toEqual(['owner.json'])
})

test('a claim that was never taken, or was given free, cannot be renewed', async () => {
  const { claim } = await looking(folderObject(newFolder(), claimName), 'here')
  await expect(claim.renew()).rejects.toThrow('holds no claim')
  await claim.take(ownership('e1'))
  await claim.release()
  await expect(claim.renew()).rejects.toThrow('holds no claim')
})

test('of two machines that begin at once, one gets the claim', async () => {
  const object = folderObject(newFolder(), claimName)
  const here = await looking(object, 'here')
  const there = await looking(object, 'there')
  await here.claim.take(ownership('e1'))
  await expect(there.claim.take(ownership('e2'))).rejects.toThrow(ClaimLost)
  await here.claim.renew()
})

test('a machine that lost its claim is told at its next renewal, and by whom', async () => {
  const object = folderObject(newFolder(), claimName)
  const { claim } = await looking(object, 'here')
  await claim.take(ownership('e1'))
  const other = await looking(object, 'there')
  await other.claim.take(ownership('e2'))
  await expect(claim.renew()).rejects.toThrow('another machine, there, has taken over')
  await expect(claim.release()).rejects.toThrow(ClaimLost)
  await other.claim.renew()
})

test('a write whose answer was lost is not mistaken for another machine', async () => {
  const object = folderObject(newFolder(), claimName)
  let lose = false
  const losing: SmallObject = {
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
  await expect(claim.take(ownership('e1'))).rejects.toThrow(StoreAway)
  lose = false
  await claim.renew()
  lose = true
  await expect(claim.renew()).rejects.toThrow(StoreAway)
  lose = false
  await claim.renew()
  await claim.release()
})

test('an emptied store has no owner, so the claim is taken anew', async () => {
  const folder = newFolder()
  const { claim } = await looking(folderObject(folder, claimName), 'here')
  await claim.take(ownership('e1'))
  rmSync(folder, { recursive: true })
  await claim.renew()
  expect(readdirSync(folder)).toEqual(['owner.json'])
})

test('a folder that cannot be written counts as a store that is away', async () => {
  const folder = newFolder()
  const { claim } = await looking(folderObject(folder, claimName), 'here')
  await claim.take(ownership('e1'))
  rmSync(folder, { recursive: true })
  writeFileSync(folder, 'in the way')
  await expect(claim.renew()).rejects.toThrow(StoreAway)
  await expect(claim.look()).rejects.toThrow(StoreAway)
})

test('an object from before addresses and boots tells none', async () => {
  const folder = newFolder()
  const { claim } = await looking(folderObject(folder, claimName), 'here')
  await claim.take(ownership('e1'))
  const { publicUrl, boot, ...before } = JSON.parse(readFileSync(`${folder}/owner.json`, 'utf8'))
  expect({ publicUrl, boot }).toEqual({ publicUrl: 'https://ours.example', boot: 'b1' })
  writeFileSync(`${folder}/owner.json`, JSON.stringify(before))
  expect(await claim.look()).toEqual({ ...before, publicUrl: null, boot: null })
})

test('an object that this program did not write is never overwritten', async () => {
  const folder = newFolder()
  writeFileSync(`${folder}/owner.json`, '{}')
  const claim = new Claim(
    folderObject(folder, claimName),
    { machine: 'here', boot: null, publicUrl: null },
    () => 1_000,
  )
  await expect(claim.look()).rejects.toThrow('cannot be read')
})
