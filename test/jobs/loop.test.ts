import { expect, test } from 'bun:test'
import { startLoop } from '../../src/jobs/loop.ts'
import { turns } from '../support/turns.ts'

test('rounds run one after another, and an error in a round is reported and does not stop the next rounds', async () => {
  const errors: unknown[] = []
  let rounds = 0
  let running = 0
  const enough = Promise.withResolvers<void>()
  const loop = startLoop(
    1,
    async () => {
      expect(++running).toBe(1)
      await turns()
      running--
      if (++rounds === 2) enough.resolve()
      throw new Error(`round ${rounds}`)
    },
    (error) => errors.push(error),
  )
  await enough.promise
  await loop.stop()
  expect(errors).toEqual([new Error('round 1'), new Error('round 2')])
})

test('a loop that stops signals this to the current round, waits for the round, and begins no other', async () => {
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
  await turns()
  expect(stopped).toBe(false)
  end.resolve()
  await stop
  expect([rounds, told]).toEqual([1, true])
})

test.each([-86_400_000, 86_400_000])(
  'the rounds of a loop go on when the clock is changed by %d ms',
  async (jump) => {
    const RealDate = Date
    let ahead = 0
    class SetClock extends RealDate {
      constructor(...given: unknown[]) {
        super(...((given.length > 0 ? given : [RealDate.now() + ahead]) as []))
      }
      static override now = () => RealDate.now() + ahead
    }
    globalThis.Date = SetClock as DateConstructor
    try {
      let wanted = Promise.withResolvers<void>()
      const loop = startLoop(
        1,
        async () => wanted.resolve(),
        () => undefined,
      )
      await wanted.promise
      ahead = jump
      for (let i = 0; i < 2; i++) {
        wanted = Promise.withResolvers<void>()
        await wanted.promise
      }
      await loop.stop()
    } finally {
      globalThis.Date = RealDate
    }
  },
)
