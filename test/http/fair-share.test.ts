import { expect, test } from 'bun:test'
import { FairShare, Turn } from '../../src/http/fair-share.ts'

const share = { perSecond: 10, burst: 20, inFlight: 2, waiting: 3 }

function started() {
  const clock = { now: 0 }
  const next: (() => void)[] = []
  const fair = new FairShare(
    share,
    () => clock.now,
    (run) => next.push(run),
  )
  /** Lets the event loop turn, as often as is asked for. */
  const turn = async (times = 1) => {
    for (let i = 0; i < times; i++) {
      for (const run of next.splice(0)) run()
      await Promise.resolve()
    }
  }
  const take = (credential = 'a') => {
    const headers: Record<string, string | number> = {}
    return { taken: fair.take(credential, headers), headers }
  }
  return { clock, fair, take, turn }
}

test('a credential may send its burst at once and is refused after that', () => {
  const { take } = started()
  const answers = Array.from({ length: 25 }, () => take().taken)
  expect(answers.filter(Boolean)).toHaveLength(20)
  expect(answers.slice(0, 20).every(Boolean)).toBe(true)
})

test('a burst is taken whole at any moment, however moments are rounded', () => {
  for (let n = 0; n < 2_000; n++) {
    const { clock, take } = started()
    clock.now = n * 137.3 + 1 / (n + 3)
    expect(Array.from({ length: 21 }, () => take().taken).filter(Boolean)).toHaveLength(20)
  }
})

test('an empty bucket fills at its rate and never beyond its burst', () => {
  const { clock, take } = started()
  for (let i = 0; i < 20; i++) take()
  clock.now += 300
  expect([take().taken, take().taken, take().taken, take().taken]).toEqual([true, true, true, false])
  clock.now += 3_600_000
  expect(Array.from({ length: 25 }, () => take().taken).filter(Boolean)).toHaveLength(20)
})

test('a refused request costs nothing', () => {
  const { clock, take } = started()
  for (let i = 0; i < 1000; i++) take()
  clock.now += 100
  expect(take().taken).toBe(true)
})

test('work costs four times its time, and no more than a full bucket', () => {
  const { clock, fair, take } = started()
  const left = () => {
    const taken = Array.from({ length: 25 }, () => take().taken).filter(Boolean).length
    clock.now += 3_600_000
    return taken
  }
  // A request pays for 25 ms of work with its own place in the bucket.
  fair.charge('a', 25)
  expect(left()).toBe(20)
  fair.charge('a', 125)
  expect(left()).toBe(16)
  for (let i = 0; i < 3; i++) fair.charge('a', 75)
  expect(left()).toBe(14)
  fair.charge('a', 60_000)
  expect(take().taken).toBe(true)
  expect(take().taken).toBe(false)
  expect(take('modest').taken).toBe(true)
  clock.now += 2_000
  expect(left()).toBe(20)
})

test('one credential does not use up the share of another', () => {
  const { take } = started()
  for (let i = 0; i < 100; i++) take('greedy')
  expect(take('modest').taken).toBe(true)
})

test('the headers say the policy, what is left, and when to come back', () => {
  const { clock, take } = started()
  expect(take().headers).toEqual({
    'ratelimit-policy': '"credential";q=20;w=2',
    ratelimit: '"credential";r=19;t=1',
  })
  for (let i = 0; i < 19; i++) take()
  const refused = take()
  expect(refused.headers.ratelimit).toBe('"credential";r=0;t=3')
  expect(refused.headers['retry-after']).toBe(1)
  clock.now += 1_000
  expect(take().taken).toBe(true)
})

test('the limiter forgets credentials that send no more requests', () => {
  const { clock, fair, take } = started()
  for (let i = 0; i < 50_000; i++) {
    clock.now += 10
    take(`credential ${i}`)
  }
  expect(fair.remembered).toBeLessThan(2_500)
})

test('a credential begins one request in each turn of the event loop, in order', async () => {
  const { fair, turn } = started()
  const order: string[] = []
  const begin = async (credential: string, i: number) => {
    const mine = new Turn(fair, credential)
    await mine.begin()
    order.push(`${credential}${i}`)
    mine.end()
  }
  const all = [begin('a', 0), begin('a', 1), begin('a', 2), begin('b', 0)]
  await Promise.resolve()
  expect(order).toEqual(['a0', 'b0'])
  await turn()
  expect(order).toEqual(['a0', 'b0', 'a1'])
  await turn()
  await Promise.all(all)
  expect(order).toEqual(['a0', 'b0', 'a1', 'a2'])
})

test('a credential has two requests in progress, and the next ones wait in turn', async () => {
  const { fair, turn } = started()
  const order: number[] = []
  const turns = Array.from({ length: 4 }, () => new Turn(fair, 'a'))
  const begun = turns.map(async (one, i) => {
    await one.begin()
    order.push(i)
  })
  await turn(9)
  expect(order).toEqual([0, 1])
  turns[1]!.end()
  await turn(9)
  expect(order).toEqual([0, 1, 2])
  turns[0]!.end()
  await Promise.all(begun)
  expect(order).toEqual([0, 1, 2, 3])
})

test('the number of waiting requests has a bound', () => {
  const { fair } = started()
  const begin = (credential: string) => {
    try {
      return new Turn(fair, credential).begin() === undefined ? 'begins' : 'waits'
    } catch (error) {
      return (error as Error).message.slice(0, 17)
    }
  }
  const all = Array.from({ length: 5 }, () => begin('a'))
  expect(all).toEqual(['begins', 'waits', 'waits', 'waits', 'Too many requests'])
  expect(begin('b')).toBe('begins')
})

test('no more than a bounded number of refusals are held back', () => {
  const { fair } = started()
  const held = Array.from({ length: 5 }, () => fair.hold('a'))
  expect(held.map((one) => one !== undefined)).toEqual([true, true, true, false, false])
  expect(fair.hold('b')).toBeInstanceOf(Promise)
})

test('a credential with nothing going on is forgotten', async () => {
  const { fair, turn } = started()
  const turns = Array.from({ length: 3 }, () => new Turn(fair, 'a'))
  const begun = turns.map((one) => one.begin())
  expect(fair.remembered).toBe(1)
  await turn(3)
  for (const one of turns) one.end()
  await Promise.all(begun)
  for (const one of turns) one.end()
  await turn(3)
  expect(fair.remembered).toBe(0)
  await fair.hold('b')
  expect(fair.remembered).toBe(0)
})

test('a turn ends only once, and a turn that is kept open ends when its answer is sent', async () => {
  const { fair, turn } = started()
  const [first, second, third] = [new Turn(fair, 'a'), new Turn(fair, 'a'), new Turn(fair, 'a')]
  first.begin()
  void second.begin()
  await turn(3)
  const sent = first.keepOpen()
  first.end()
  let begun = false
  const waiting = third.begin()!.then(() => {
    begun = true
  })
  await turn(3)
  expect(begun).toBe(false)
  sent()
  first.end()
  await turn(3)
  await waiting
  await turn(3)
  expect(new Turn(fair, 'a').begin()).toBeInstanceOf(Promise)
})
