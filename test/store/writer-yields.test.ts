/**
 * Other requests run between the writes of a transaction. They see no change of the transaction, and do not keep it
 * open.
 */

import { Database } from 'bun:sqlite'
import { afterEach, describe, expect, spyOn, test } from 'bun:test'
import { join } from 'node:path'
import { openDatabase } from '../../db/open.ts'
import { hashSecret } from '../../src/domain/secrets.ts'
import { revokeToken } from '../../src/store/access/api-tokens.ts'
import { createStore } from '../../src/store/store.ts'
import { byTest } from '../support/by-test.ts'
import { clinic, freshDatabasePath } from '../support/clinic.ts'
import { openWriter } from './written.ts'

const opened: Disposable[] = []
afterEach(() => {
  for (const one of opened.splice(0).reverse()) one[Symbol.dispose]()
})

/** A writer with a stopped clock. `write` moves the clock forward by `ms` milliseconds. */
function open() {
  const one = openWriter()
  const clock = { now: 0 }
  const stopped = spyOn(performance, 'now').mockImplementation(() => clock.now)
  opened.push(one, { [Symbol.dispose]: () => stopped.mockRestore() })
  const statements = spyOn(one.connection, 'prepared')
  const worked: number[] = []
  const write = (n: number, ms: number, also = () => {}, practiceId = 'a') =>
    one.writer.write(
      () => {
        clock.now += ms
        one.insert(n)
        also()
      },
      { practiceId, worked: (took, _, commitMs) => void worked.push(took + commitMs) },
    )
  return {
    ...one,
    clock,
    worked,
    write,
    seen: () =>
      one.reading
        .prepared<{ n: number }>('SELECT n FROM written ORDER BY n')
        .all()
        .map(({ n }) => n),
    commits: () => statements.mock.calls.filter(([text]) => text === 'commit').length,
  }
}

/** Runs `fn` as soon as the writer lets other work run. */
const between = (fn: () => void) => void setImmediate(fn)

describe('between two writes of a transaction', () => {
  test('other requests between two writes of a transaction read only committed rows', async () => {
    const { write, seen, database } = open()
    await write(1, 1)
    const looks: { rows: number[]; isOpen: boolean }[] = []
    const look = () => looks.push({ rows: seen(), isOpen: database.inTransaction })
    await Promise.all([write(2, 1, () => between(look)), write(3, 1, () => between(look)), write(4, 1)])
    expect(looks).toEqual([
      { rows: [1], isOpen: true },
      { rows: [1], isOpen: true },
    ])
    expect(seen()).toEqual([1, 2, 3, 4])
  })

  test('a short transaction runs without other requests between its writes', async () => {
    const { write, database } = open()
    const isOpen: boolean[] = []
    await Promise.all([
      write(1, 0.2, () => between(() => isOpen.push(database.inTransaction))),
      write(2, 0.2),
    ])
    await new Promise<void>((resolve) => between(resolve))
    expect(isOpen).toEqual([false])
  })

  test('other requests also run between many answers of a transaction', async () => {
    const { write } = open()
    const answered: number[] = []
    const numbers = Array.from({ length: 20 }, (_, n) => n)
    const all = Promise.all(numbers.map((n) => write(n, 0).then(() => answered.push(n))))
    const sums: number[] = [0]
    const look = () => {
      sums.push(answered.length)
      if (answered.length < numbers.length) between(look)
    }
    between(look)
    await all
    await new Promise<void>((resolve) => between(resolve))
    expect(answered).toEqual(numbers)
    expect(sums.at(-1)).toBe(20)
    expect(Math.max(...sums.slice(1).map((sum, i) => sum - sums[i]!))).toBeLessThanOrEqual(6)
  })

  test('the writing connection refuses statements between writes, and the reading connection within a write', async () => {
    const { write, connection, reading } = open()
    const refused: string[] = []
    const note = (run: () => unknown) => {
      try {
        run()
      } catch (error) {
        refused.push((error as Error).message)
      }
    }
    await Promise.all([
      write(1, 1, () => {
        note(() => reading.prepared('select 1'))
        between(() => note(() => connection.prepared('select 1')))
      }),
      write(2, 1),
    ])
    note(() => connection.prepared('select 1'))
    note(() => reading.prepared('insert into written (n) values (9)').run())
    expect(refused).toEqual([
      'A write must read through its own scope or connection.',
      'This write has ended. Start another with write().',
      'This write has ended. Start another with write().',
      'attempt to write a readonly database',
    ])
  })

  test('a write that fails is undone, and the writes before and after it stay', async () => {
    const { write, written } = open()
    const outcomes = await Promise.allSettled([
      write(1, 1),
      write(2, 1, () => {
        throw new Error('a mishap')
      }),
      write(3, 1),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(written()).toEqual([1, 3])
  })

  test('the time of other requests does not count for the writers of a transaction', async () => {
    const { write, clock, worked } = open()
    const others = () => {
      clock.now += 7
    }
    await Promise.all([write(1, 1, () => between(others)), write(2, 2, () => between(others)), write(3, 3)])
    expect(worked).toEqual([1, 2, 3])
  })

  test('a transaction is committed after 60 ms, also when other requests run, and the remaining writes wait', async () => {
    const { write, clock, seen, commits } = open()
    const others = () => {
      clock.now += 70
    }
    const first = [write(1, 1, () => between(others)), write(2, 1)]
    const rest = [write(3, 1), write(4, 1)]
    await Promise.all(first)
    expect([seen(), commits()]).toEqual([[1, 2], 1])
    await Promise.all(rest)
    expect([seen(), commits()]).toEqual([[1, 2, 3, 4], 2])
  })

  test('the first write of another practice during a transaction runs next and is committed with the transaction', async () => {
    const { write, seen, commits } = open()
    let other: Promise<unknown> | undefined
    const come = () => {
      other = write(9, 3, undefined, 'b').then(() => ({ seen: seen(), commits: commits() }))
      void write(10, 3, undefined, 'b')
    }
    const own = [write(1, 1, () => between(come)), write(2, 1), write(3, 1)]
    await Promise.all(own)
    expect(await other).toEqual({ seen: [1, 9], commits: 1 })
  })

  test('in one transaction, each practice has a turn, and after 4 ms no practice has a second turn', async () => {
    const { write, seen } = open()
    const nothing = () => {}
    const first = write(1, 3, nothing, 'a').then(seen)
    const rest = [write(2, 3, nothing, 'a'), write(3, 3, nothing, 'b'), write(4, 3, nothing, 'b')]
    expect(await first).toEqual([1, 3])
    await Promise.all(rest)
    expect(seen()).toEqual([1, 2, 3, 4])
  })

  test('the writer is not idle between two writes of a transaction', async () => {
    const { write, writer, written } = open()
    const writes = [write(1, 1), write(2, 1)]
    await new Promise<void>((resolve) => {
      void write(3, 1, () => between(() => void writer.idle().then(resolve)))
    })
    await Promise.all(writes)
    expect(written()).toEqual([1, 2, 3])
  })
})

/** A clock that only `work` moves. One step is longer than the writer works without a pause. */
function ownClock() {
  let now = performance.now()
  const stopped = spyOn(performance, 'now').mockImplementation(() => now)
  opened.push({ [Symbol.dispose]: () => stopped.mockRestore() })
  return {
    work: () => {
      now += 1
    },
  }
}

test('a store that is closed between two writes finishes the transaction', async () => {
  const path = freshDatabasePath()
  const store = createStore(openDatabase(path))
  const { work } = ownClock()
  let closed: Promise<void> | undefined
  const practice = store.practices.of('nobody', byTest)
  const slow = practice.write(() => {
    work()
    between(() => {
      closed = store.close()
    })
  })
  await Promise.all([slow, store.installation.beat(4)])
  await closed
  using file = new Database(path, { readonly: true })
  expect(file.query('select beat_at from installation').values()).toEqual([[4]])
})

test('a revoked token works until the commit of its revocation, and never afterwards', async () => {
  await using c = await clinic()
  const hash = hashSecret(c.assistant.token)
  const { id } = c.store.identity.knownToken(hash)!
  const isIn = () => c.store.identity.holderOfToken(hash, c.clock.now) !== null
  const looks: boolean[] = []
  const { work } = ownClock()
  const revoked = c.practice.write((tx) => {
    revokeToken(tx, id, c.clock.now)
    work()
    tx.record({ kind: 'access' })
    between(() => looks.push(isIn(), isIn()))
  })
  await Promise.all([revoked, c.practice.write(() => {})])
  expect([...looks, isIn()]).toEqual([true, true, false])
})

test('no change of a transaction stays when its process is killed between two writes, and the next process can write', async () => {
  const path = freshDatabasePath()
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'yield-writer.ts'), path], {
    stdout: 'pipe',
  })
  const told = await new Response(child.stdout).text()
  await child.exited
  expect([child.signalCode, told]).toEqual(['SIGKILL', '{"isOpen":true}\n'])
  using file = new Database(path)
  const beat = () => file.query('select beat_at from installation').values()
  expect(beat()).toEqual([[1]])
  const store = createStore(openDatabase(path))
  await store.installation.beat(9)
  await store.close()
  expect(beat()).toEqual([[9]])
  expect(file.query('pragma integrity_check').values()).toEqual([['ok']])
})
