import { expect, test } from 'bun:test'
import { FairShare, ordinaryShare } from '../../src/http/fair-share.ts'
import { PracticeShare, placesOfPractice } from '../../src/http/practice-share.ts'
import { Turn } from '../../src/http/turn.ts'
import { WriteShare } from '../../src/http/write-share.ts'

const share = { perSecond: 10, burst: 20, inFlight: 2, waiting: 3 }
const together = { inFlight: 5, waiting: 6 }

function started() {
  const clock = { now: 0 }
  const next: (() => void)[] = []
  let timers: { readonly at: number; readonly run: () => void }[] = []
  const now = () => clock.now
  const practices = new PracticeShare(
    share,
    now,
    (run) => next.push(run),
    (run, ms) => timers.push({ at: clock.now + ms, run }),
    together,
  )
  const credentials = new FairShare(share, now)
  /** Waits until all started promises have continued. */
  const settle = async () => {
    for (let i = 0; i < 20; i++) await Promise.resolve()
  }
  /** Lets the event loop turn this number of times. */
  const turn = async (times = 1) => {
    await settle()
    for (let i = 0; i < times; i++) {
      const due = [...next.splice(0), ...timers.filter(({ at }) => at <= clock.now).map(({ run }) => run)]
      timers = timers.filter(({ at }) => at > clock.now)
      for (const run of due) run()
      await settle()
    }
  }
  const turnOf = (credential: string, practiceId = 'practice') =>
    new Turn({ credentials, practices, writes: new WriteShare(now) }, { practiceId, credential })
  /** Starts parts of work of `ms` milliseconds each. Returns a list that gets the end time of each finished part. */
  const work = (credential: string, pieces: number, ms: number, practiceId = 'practice') => {
    const done: number[] = []
    const one = turnOf(credential, practiceId)
    const piece = async () => {
      await one.step()
      clock.now += ms
      one.worked(ms)
      done.push(clock.now)
    }
    void Promise.all(Array.from({ length: pieces }, piece))
    return done
  }
  return { clock, practices, credentials, turn, turnOf, work }
}

test('§8 At most 32 requests of a credential are worked on at a time. At most 256 more requests wait in a queue.', async () => {
  expect(ordinaryShare).toMatchObject({ inFlight: 32, waiting: 256 })
  const { turn, turnOf } = started()
  const order: number[] = []
  const turns = Array.from({ length: 4 }, () => turnOf('a'))
  const begun = turns.map(async (one, i) => {
    await one.begin()
    order.push(i)
  })
  await turn()
  expect(order).toEqual([0, 1])
  turns[1]!.end()
  await turn()
  expect(order).toEqual([0, 1, 2])
  turns[0]!.end()
  await Promise.all(begun)
  expect(order).toEqual([0, 1, 2, 3])
})

test('§8 At most 64 requests of a practice are worked on at a time, and its credentials take turns.', async () => {
  expect(placesOfPractice.inFlight).toBe(64)
  const { turn, turnOf } = started()
  const order: string[] = []
  const all = ['a', 'a', 'b', 'b', 'c', 'c', 'c', 'd'].map((name) => {
    const one = turnOf(name)
    void (async () => {
      await one.begin()
      order.push(name)
    })()
    return one
  })
  await turn()
  expect(order.join('')).toBe('aabbc')
  expect(turnOf('a', 'neighbour').begin()).toBeUndefined()
  for (const one of all) {
    one.end()
    await turn()
  }
  expect(order.join('')).toBe('aabbccdc')
})

test('the number of waiting requests has a limit for a credential and for a practice', () => {
  const { turnOf } = started()
  const begin = (credential: string) => {
    try {
      return turnOf(credential).begin() === undefined ? 'begins' : 'waits'
    } catch (error) {
      return (error as Error).message.slice(0, 17)
    }
  }
  const six = (credential: string) => Array.from({ length: 6 }, () => begin(credential))
  const tooMany = 'Too many requests'
  expect(six('a')).toEqual(['begins', 'begins', 'waits', 'waits', 'waits', tooMany])
  expect(six('b')).toEqual(['begins', 'begins', 'waits', 'waits', 'waits', tooMany])
  expect(six('c')).toEqual(['begins', tooMany, tooMany, tooMany, tooMany, tooMany])
})

test('a credential without running requests is forgotten', async () => {
  const { practices, turnOf } = started()
  const turns = Array.from({ length: 3 }, () => turnOf('a'))
  const begun = turns.map((one) => one.begin())
  expect(practices.remembered).toBe(1)
  for (const one of turns) one.end()
  await Promise.all(begun)
  for (const one of turns) one.end()
  expect(practices.remembered).toBe(0)
})

test('a request frees its place only once, and only after its whole answer is sent', async () => {
  const { turn, turnOf } = started()
  const [first, second, third] = [turnOf('a'), turnOf('a'), turnOf('a')]
  first.begin()
  second.begin()
  const sent = first.keepOpen()
  first.end()
  let begun = false
  const waiting = third.begin()!.then(() => {
    begun = true
  })
  await turn()
  expect(begun).toBe(false)
  sent()
  first.end()
  await waiting
  expect(turnOf('a').begin()).toBeInstanceOf(Promise)
})

test('each turn of the event loop does about 4 ms of work for a practice, and its credentials take turns', async () => {
  const { turn, work } = started()
  const [greedy, modest] = [work('greedy', 9, 2), work('modest', 2, 2)]
  const done = () => [greedy.length, modest.length]
  await turn(0)
  expect(done()).toEqual([2, 0])
  await turn()
  expect(done()).toEqual([3, 1])
  await turn()
  expect(done()).toEqual([4, 2])
})

test('a part of work that is never counted holds up its practice for only one turn of the event loop', async () => {
  const { turn, turnOf } = started()
  expect(turnOf('a').step()).toBeUndefined()
  let begun = false
  void turnOf('a')
    .step()!
    .then(() => {
      begun = true
    })
  await Promise.resolve()
  expect(begun).toBe(false)
  await turn()
  expect(begun).toBe(true)
})

test('a practice may use all the working time when no other practice has requests', async () => {
  const { clock, practices, turn, work } = started()
  practices.asks('practice')
  const done = work('a', 50, 10)
  await turn(50)
  expect(done).toHaveLength(50)
  expect(clock.now).toBe(500)
})

test('§8 While requests of another practice wait, a practice gets at most half of the working time, however many credentials it has.', async () => {
  const { clock, practices, turn, work } = started()
  const done = Array.from({ length: 50 }, (_, i) => work(`credential ${i}`, 10, 10))
  for (let n = 0; n < 2_000; n++) {
    practices.asks('practice')
    practices.asks('neighbour')
    await turn()
    // The event loop spends a millisecond on other work.
    clock.now += 1
  }
  const worked = done.flat().length * 10
  expect(worked / clock.now).toBeWithin(0.45, 0.52)
  // Each credential of the practice gets the same share.
  const each = done.map(({ length }) => length)
  expect(Math.max(...each) - Math.min(...each)).toBeLessThanOrEqual(2)
})

test('a practice with many requests at once has 20 ms of work before it must wait', async () => {
  const { practices, turn, work } = started()
  practices.asks('practice')
  practices.asks('neighbour')
  const done = work('a', 50, 1)
  await turn(50)
  expect(done.length).toBeWithin(19, 30)
})

test('the estimated time that Bun needs for a request and for a large body counts as work, but not for each part of an answer', async () => {
  const begunAfter = async (turns: number, begin: (turn: Turn) => Promise<void> | undefined) => {
    const { practices, turn, turnOf } = started()
    practices.asks('practice')
    practices.asks('neighbour')
    let begun = 0
    const request = async () => {
      const one = turnOf('a')
      await begin(one)
      begun++
      one.worked(0)
    }
    void Promise.all(Array.from({ length: 30 }, request))
    await turn(turns)
    return begun
  }
  expect(await begunAfter(0, (one) => one.step())).toBeWithin(15, 18)
  expect(await begunAfter(0, (one) => one.step(1024 ** 2))).toBeWithin(2, 5)
  expect(await begunAfter(1, (one) => one.nextStep())).toBeGreaterThan(18)
})

test('a practice does not wait longer when no other practice has sent a request for a second', async () => {
  const { clock, practices, turn, work } = started()
  practices.asks('neighbour')
  practices.asks('practice')
  const done = work('a', 3, 900)
  await turn(3)
  expect(done).toHaveLength(1)
  clock.now += 1_000
  await turn(3)
  expect(done).toHaveLength(3)
})

test('after the machine stood still during a request, its practice waits at most a second', async () => {
  const { clock, practices, turn, turnOf, work } = started()
  practices.asks('practice')
  practices.asks('neighbour')
  turnOf('a').worked(3_600_000)
  const done = work('a', 1, 1)
  await turn(3)
  expect(done).toHaveLength(0)
  clock.now += 981
  practices.asks('neighbour')
  await turn(3)
  expect(done).toHaveLength(1)
})

test('the first 25 ms of work of a request cost no further allowance, in any number of parts', () => {
  const { credentials, turnOf } = started()
  const left = () => {
    const headers: Record<string, string | number> = {}
    credentials.take('a', headers)
    return headers.ratelimit
  }
  const one = turnOf('a')
  for (const ms of [10, 10, 5]) one.worked(ms)
  expect(left()).toStartWith('"credential";r=19;')
  for (const ms of [10, 15]) one.worked(ms)
  expect(left()).toStartWith('"credential";r=17;')
})

test('work that is counted inside other counted work is counted once', () => {
  const { credentials, turnOf } = started()
  const charged: number[] = []
  credentials.charge = (_, ms) => void charged.push(ms)
  const one = turnOf('a')
  expect(one.count(() => one.count(() => 'done'))).toBe('done')
  expect(charged).toHaveLength(1)
})
