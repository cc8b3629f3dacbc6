import { expect, test } from 'bun:test'
import { FairShare, Turn } from '../../src/http/fair-share.ts'

const share = { perSecond: 10, burst: 20, inFlight: 2, waiting: 3 }

function started() {
  const clock = { now: 0 }
  const fair = new FairShare(share, () => clock.now)
  const take = (credential = 'a') => {
    const headers: Record<string, string | number> = {}
    try {
      fair.take(credential, headers)
      return { taken: true, headers }
    } catch {
      return { taken: false, headers }
    }
  }
  return { clock, fair, take }
}

test('a credential may send its burst at once and is refused after that', () => {
  const { take } = started()
  const answers = Array.from({ length: 25 }, () => take().taken)
  expect(answers.filter(Boolean)).toHaveLength(20)
  expect(answers.slice(0, 20).every(Boolean)).toBe(true)
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

test('credentials that ask no more are forgotten', () => {
  const { clock, fair, take } = started()
  for (let i = 0; i < 50_000; i++) {
    clock.now += 10
    take(`credential ${i}`)
  }
  expect(fair.remembered).toBeLessThan(2_500)
})

test('a credential has two requests in progress, and the next ones wait in turn', async () => {
  const { fair } = started()
  const order: number[] = []
  const turns = Array.from({ length: 5 }, () => new Turn(fair, 'a'))
  const begun = turns.map(async (turn, i) => {
    await turn.begin()
    order.push(i)
  })
  await Bun.sleep(1)
  expect(order).toEqual([0, 1])
  turns[1]!.end()
  await Bun.sleep(1)
  expect(order).toEqual([0, 1, 2])
  for (const turn of turns) turn.end()
  await Promise.all(begun)
  expect(order).toEqual([0, 1, 2, 3, 4])
})

test('the number of waiting requests has a bound', () => {
  const { fair } = started()
  for (let i = 0; i < 5; i++) new Turn(fair, 'a').begin()
  expect(() => new Turn(fair, 'a').begin()).toThrow('Too many requests')
  expect(new Turn(fair, 'b').begin()).toBeUndefined()
})

test('a turn ends only once, and a turn that is kept open ends when its answer is sent', async () => {
  const { fair } = started()
  const [first, second, third] = [new Turn(fair, 'a'), new Turn(fair, 'a'), new Turn(fair, 'a')]
  first.begin()
  second.begin()
  const sent = first.keepOpen()
  first.end()
  let begun = false
  const waiting = third.begin()!.then(() => {
    begun = true
  })
  await Bun.sleep(1)
  expect(begun).toBe(false)
  sent()
  first.end()
  await waiting
  expect(new Turn(fair, 'a').begin()).toBeInstanceOf(Promise)
})
