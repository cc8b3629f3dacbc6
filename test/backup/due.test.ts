import { expect, test } from 'bun:test'
import { copied, streaming } from './streaming.ts'

const minute = 60_000

test('§12.1 A backup is verified five minutes after a start, and an hour after a problem.', async () => {
  await using one = await streaming()
  await copied(one)
  const { installation } = one.store
  const verifications = () => one.said.filter((line) => line.includes('found to be whole')).length
  const lookAfter = async (minutes: number) => {
    one.clock.aheadMs += minutes * minute
    await one.watch.verifyIfDue()
    return verifications()
  }
  expect(await lookAfter(4)).toBe(0)
  expect(await lookAfter(1)).toBe(1)
  // After a good verification, the next one is at night, and not after an hour.
  expect(await lookAfter(120)).toBe(1)
  await one.watch.verify()
  await installation.keepVerification(Date.now(), 'a problem of the night')
  expect(await lookAfter(59)).toBe(2)
  expect(await lookAfter(1)).toBe(3)
  expect(installation.verification().fault).toBeNull()
})
