import { expect, test } from 'bun:test'
import { FairShare, ordinaryShare } from '../../src/http/fair-share.ts'

const share = { perSecond: 10, burst: 20, inFlight: 2, waiting: 3 }

function started() {
  const clock = { now: 0 }
  const fair = new FairShare(share, () => clock.now)
  const take = (credential = 'a') => {
    const headers: Record<string, string | number> = {}
    return { taken: fair.take(credential, headers), headers }
  }
  return { clock, fair, take }
}

test('§8 One credential may send 3,000 requests in a burst, and 300 a second on average.', () => {
  expect(ordinaryShare).toMatchObject({ perSecond: 300, burst: 3_000 })
  const { take } = started()
  const answers = Array.from({ length: 25 }, () => take().taken)
  expect(answers.filter(Boolean)).toHaveLength(20)
  expect(answers.slice(0, 20).every(Boolean)).toBe(true)
})

test('a full burst of requests is accepted at any moment, also when times are rounded', () => {
  for (let n = 0; n < 2_000; n++) {
    const { clock, take } = started()
    clock.now = n * 137.3 + 1 / (n + 3)
    expect(Array.from({ length: 21 }, () => take().taken).filter(Boolean)).toHaveLength(20)
  }
})

test('the allowance of a credential grows again at its rate, and never above its burst', () => {
  const { clock, take } = started()
  for (let i = 0; i < 20; i++) take()
  clock.now += 300
  expect([take().taken, take().taken, take().taken, take().taken]).toEqual([true, true, true, false])
  clock.now += 3_600_000
  expect(Array.from({ length: 25 }, () => take().taken).filter(Boolean)).toHaveLength(20)
})

test('a refused request does not use up the allowance of its credential', () => {
  const { clock, take } = started()
  for (let i = 0; i < 1000; i++) take()
  clock.now += 100
  expect(take().taken).toBe(true)
})

test('§8 One millisecond of work counts as four milliseconds of waiting. So one credential takes at most a quarter of a processor core on average.', () => {
  const { clock, fair, take } = started()
  const left = () => {
    const taken = Array.from({ length: 25 }, () => take().taken).filter(Boolean).length
    clock.now += 3_600_000
    return taken
  }
  fair.charge('a', -1)
  expect(left()).toBe(20)
  fair.charge('a', 100)
  expect(left()).toBe(16)
  for (let i = 0; i < 3; i++) fair.charge('a', 50)
  expect(left()).toBe(14)
  fair.charge('a', 60_000)
  expect(take().taken).toBe(true)
  expect(take().taken).toBe(false)
  expect(take('modest').taken).toBe(true)
  clock.now += 2_000
  expect(left()).toBe(20)
})

test('one credential does not use up the allowance of another credential', () => {
  const { take } = started()
  for (let i = 0; i < 100; i++) take('greedy')
  expect(take('modest').taken).toBe(true)
})

test('the headers of an answer contain the rate limit, the rest of the allowance, and when to try again', () => {
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
