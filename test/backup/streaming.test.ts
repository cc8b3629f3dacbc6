import { expect, test } from 'bun:test'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { newestStored } from '../../src/backup/litestream.ts'
import { verifyBackup } from '../../src/backup/verify.ts'
import { streaming, until } from './streaming.ts'

const hasCopy = async ({ replica }: Awaited<ReturnType<typeof streaming>>) =>
  (await newestStored(replica))?.hasCopy ?? false

test('a store that is emptied while the server runs gets a whole copy', async () => {
  await using one = await streaming()
  await until('the first copy', () => hasCopy(one))
  await one.watch.look()
  expect(one.watch.state().lagMs).toBe(0)
  rmSync(one.folder, { recursive: true })
  // The first look finds no copy. It must not wait as long as after a start.
  await one.watch.look()
  expect(one.said).toContain('the object store holds no whole copy of the database: Litestream sends one now')
  await until('another copy', () => hasCopy(one))
  expect(await verifyBackup(one.replica, one.store.installation, Date.now)).toMatchObject({
    rows: expect.any(Number),
  })
}, 60_000)

test('an emptied store is claimed anew, and the server goes on', async () => {
  await using one = await streaming(undefined, { renewEveryMs: 300 })
  rmSync(one.folder, { recursive: true, force: true })
  await until('the claim', () => readdirSync(one.folder).includes('owner.json'))
  expect(one.losses).toEqual([])
}, 60_000)

test('a machine that took the backup over ends this one within a renewal', async () => {
  await using one = await streaming(undefined, { renewEveryMs: 300 })
  const file = `${one.folder}/owner.json`
  await until('the claim', () => readdirSync(one.folder).includes('owner.json'))
  const owner = JSON.parse(readFileSync(file, 'utf8'))
  writeFileSync(file, JSON.stringify({ ...owner, epoch: 'of the other', machine: 'the other one' }))
  await until('the loss', () => one.losses.length > 0)
  expect(one.losses[0]!.message).toContain('another machine, the other one, has taken over')
}, 60_000)

test('while the store confirms no claim, nothing is sent, and afterwards the stream goes on', async () => {
  await using one = await streaming(undefined, { renewEveryMs: 300 })
  await until('the first copy', () => hasCopy(one))
  rmSync(one.folder, { recursive: true })
  writeFileSync(one.folder, 'in the way')
  one.clock.aheadMs = 120_000
  await until('the end of the stream', () => one.said.some((line) => line.includes('nothing is sent')))
  expect(one.losses).toEqual([])
  rmSync(one.folder)
  await until('the claim', () => readdirSync(one.folder).includes('owner.json'))
  expect(one.losses).toEqual([])
}, 60_000)

test('a verification finds that another machine has continued the backup', async () => {
  await using one = await streaming()
  await until('the first copy', () => hasCopy(one))
  // The file no longer knows the epoch that the backup tells, as after another machine has streamed.
  const { databaseId } = await one.store.installation.beginEpoch('e', Date.now())
  expect(databaseId).toBeString()
  expect(await verifyBackup(one.replica, one.store.installation, Date.now)).toBeObject()
}, 60_000)
