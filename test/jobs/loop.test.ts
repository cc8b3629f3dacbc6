import { expect, test } from 'bun:test'
import { startLoop } from '../../src/jobs/loop.ts'

test('rounds come one after another, and what one throws is reported and ends nothing', async () => {
  const errors: unknown[] = []
  let rounds = 0
  let running = 0
  const enough = Promise.withResolvers<void>()
  const loop = startLoop(
    1,
    async () => {
      expect(++running).toBe(1)
      await Bun.sleep(5)
      running--
      if (++rounds === 2) enough.resolve()
      throw new Error(`round ${rounds}`)
    },
    (error) => errors.push(error),
  )
  await enough.promise
  await loop.stop()
  expect(errors).toEqual([new Error('round 1'), new Error('round 2')])
}, 10_000)

test('stopping waits for the round that runs, tells it so, and begins no other', async () => {
  const begun = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  let rounds = 0
  let told = false
  const loop = startLoop(
    1,
    async (stopping) => {
      rounds++
      begun.resolve()
      await end.promise
      told = stopping.aborted
    },
    () => undefined,
  )
  await begun.promise
  let stopped = false
  const stop = loop.stop().then(() => {
    stopped = true
  })
  await Bun.sleep(20)
  expect(stopped).toBe(false)
  end.resolve()
  await stop
  expect([rounds, told]).toEqual([1, true])
}, 10_000)
