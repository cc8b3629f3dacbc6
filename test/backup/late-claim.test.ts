import { expect, spyOn, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { ownershipOf } from '../../db/ownership.ts'
import { goBack } from '../../src/backup/go-back.ts'
import { Claim } from '../../src/backup/owner/claim.ts'
import { StoreAway } from '../../src/backup/owner/store-away.ts'
import { folderReplica } from '../support/replica.ts'
import { until } from '../support/until.ts'
import { copied, streaming } from './streaming.ts'

const ownerIn = ({ folder }: { folder: string }) => JSON.parse(readFileSync(`${folder}/owner.json`, 'utf8'))

/** A database with a whole copy in its store. Its server has stopped in order. */
async function stopped() {
  const settings = folderReplica()
  await using one = await streaming(settings)
  await copied(one)
  return { settings, replica: one.replica }
}

test('a start on a full disk sends nothing to the backup until it has the claim', async () => {
  const { settings, replica } = await stopped()
  await goBack(replica, { at: undefined, say: () => {} })
  let room = false
  let asked = 0
  const hasRoom = () => {
    asked++
    return room
  }
  await using one = await streaming(settings, { renewEveryMs: 600, hasRoom })
  await until('three tries', () => asked >= 3)
  expect(one.replication.streams).toBe(false)
  room = true
  await until('the stream', () => one.replication.streams)
  const { epochs } = ownershipOf(one.path)
  expect(ownerIn(one)).toMatchObject({ epoch: epochs[0], released: false })
  expect(existsSync(`${one.path}.went-back`)).toBe(false)
  expect(one.losses).toEqual([])
})

test('a start that gets its claim only after several tries begins only one epoch', async () => {
  const { settings } = await stopped()
  const before = ownershipOf(settings.DATABASE_PATH!).epochs
  const take = spyOn(Claim.prototype, 'take')
  for (let i = 0; i < 3; i++) take.mockRejectedValueOnce(new StoreAway('the disk of the store is full'))
  await using one = await streaming(settings, { renewEveryMs: 600 })
  await until('the stream', () => one.replication.streams)
  expect(take).toHaveBeenCalledTimes(4)
  take.mockRestore()
  const { epochs } = ownershipOf(one.path)
  expect(epochs).toHaveLength(before.length + 1)
  expect(ownerIn(one).epoch).toBe(epochs[0])
})

test('§12.2 A start sends nothing to the backup while the object store does not answer.', async () => {
  const { settings } = await stopped()
  const away = new StoreAway('the network is down')
  const look = spyOn(Claim.prototype, 'look').mockRejectedValue(away)
  try {
    await using one = await streaming(settings, { renewEveryMs: 600 })
    await until('three looks', () => look.mock.calls.length >= 3)
    expect(one.replication.streams).toBe(false)
    look.mockRestore()
    await until('the stream', () => one.replication.streams)
    expect(ownerIn(one)).toMatchObject({ epoch: ownershipOf(one.path).epochs[0], released: false })
  } finally {
    look.mockRestore()
  }
})
