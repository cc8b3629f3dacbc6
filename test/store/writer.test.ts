import { afterEach, describe, expect, spyOn, test } from 'bun:test'
import type { Watch, Writer } from '../../src/store/engine/writer.ts'
import { thrownBy } from '../support/rejection.ts'
import { openWriter } from './written.ts'

const opened: Disposable[] = []
afterEach(() => {
  for (const one of opened.splice(0)) one[Symbol.dispose]()
})

function open(watch?: Watch) {
  const one = openWriter(watch)
  // The clock is stopped, so that a slow machine does not end a transaction early.
  const stopped = spyOn(performance, 'now').mockImplementation(() => 0)
  opened.push(one, { [Symbol.dispose]: () => stopped.mockRestore() })
  one.elsewhere.run('PRAGMA busy_timeout = 0')
  const statements = spyOn(one.connection, 'prepared')
  return {
    ...one,
    times: (text: string) => statements.mock.calls.filter(([ran]) => ran === text).length,
  }
}

const tick = () => new Promise<void>((resolve) => setImmediate(resolve))

test('each transaction reports whether it changed anything', async () => {
  const seen: boolean[] = []
  const { writer, insert } = open(({ changed }) => seen.push(changed))
  await writer.write(() => insert(1))
  await writer.write(() => undefined)
  await writer
    .write(() => {
      insert(1)
    })
    .catch(() => undefined)
  await Promise.all([writer.write(() => undefined), writer.write(() => insert(2))])
  expect(seen).toEqual([true, false, false, true])
})

test('a row that only a failed write changed does not count as a change', async () => {
  const seen: boolean[] = []
  const { writer, insert } = open(({ changed }) => seen.push(changed))
  const fail = () => {
    insert(1)
    throw new Error('a mishap')
  }
  await Promise.allSettled([writer.write(fail), writer.write(() => undefined)])
  await Promise.allSettled([writer.write(() => undefined), writer.write(fail)])
  await Promise.allSettled([writer.write(() => insert(1)), writer.write(fail)])
  expect(seen).toEqual([false, false, true])
})

test('after a failed commit, a write that changes nothing does not count as changed', async () => {
  const seen: { changed: boolean; failed: boolean }[] = []
  const { writer, database } = open(({ changed, error }) =>
    seen.push({ changed, failed: error !== undefined }),
  )
  // A deferred foreign key is checked only when the transaction commits.
  database.run('CREATE TABLE late (n INTEGER REFERENCES written (n) DEFERRABLE INITIALLY DEFERRED) STRICT')
  await Promise.allSettled([writer.write(() => void database.run('INSERT INTO late VALUES (99)'))])
  await writer.write(() => undefined)
  expect(seen).toEqual([
    { changed: false, failed: true },
    { changed: false, failed: false },
  ])
})

describe('writes', () => {
  test('writes that wait together share one commit and run in the order of their requests', async () => {
    const { writer, insert, written, times } = open()
    const order: number[] = []
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        writer.write(() => {
          order.push(n)
          insert(n)
          return n * 2
        }),
      ),
    )
    expect(answers).toEqual(Array.from({ length: 50 }, (_, n) => n * 2))
    expect(order).toEqual(Array.from({ length: 50 }, (_, n) => n))
    expect(written()).toHaveLength(50)
    expect([times('begin immediate'), times('commit')]).toEqual([1, 1])
  })

  test('writes that are requested one after another have one commit each', async () => {
    const { writer, insert, times } = open()
    for (const n of [1, 2, 3]) await writer.write(() => insert(n))
    expect(times('commit')).toBe(3)
  })

  test('failed writes are undone, and the other writes of the batch stay', async () => {
    const { writer, insert, written, times } = open()
    const mishap = new Error('a mishap')
    const outcomes = await Promise.allSettled([
      writer.write(() => insert(1)),
      writer.write(() => {
        insert(2)
        throw mishap
      }),
      writer.write(() => insert(1)),
      writer.write(() => insert(4)),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled'])
    expect(outcomes[1]).toEqual({ status: 'rejected', reason: mishap })
    expect(outcomes[2]).toMatchObject({ reason: { code: 'SQLITE_CONSTRAINT_PRIMARYKEY' } })
    expect(written()).toEqual([1, 4])
    expect(times('commit')).toBe(1)
  })

  test('a write sees the earlier writes of its batch', async () => {
    const { writer, insert, database } = open()
    const count = () => database.query<{ n: number }, []>('SELECT count(*) AS n FROM written').get()!.n
    const counts = await Promise.all([
      writer.write(count),
      writer.write(() => insert(1)),
      writer.write(count),
    ])
    expect(counts).toEqual([0, undefined, 1])
  })

  test('a write that returns a promise is refused and undone', async () => {
    const { writer, insert, written } = open()
    const later = async () => insert(1)
    // The type also refuses a promise. So this cast hides the promise from the compiler.
    const refused = writer.write(later as unknown as () => undefined)
    expect(await thrownBy(refused)).toThrow('returned a promise')
    await tick()
    expect(written()).toEqual([])
  })

  test('a write that returns anything that can be awaited is refused like a promise', async () => {
    const { writer, insert, written } = open()
    const thenable = () => {
      insert(1)
      // biome-ignore lint/suspicious/noThenProperty: this is what is tested
      return { then: (done: () => void) => done() } as unknown as undefined
    }
    expect(await thrownBy(writer.write(thenable))).toThrow('returned a promise')
    expect(written()).toEqual([])
  })

  test('a write is invisible to other connections before its commit, and visible after its answer', async () => {
    const { writer, insert, written } = open()
    const during: number[][] = []
    const first = writer.write(() => insert(1))
    const second = writer.write(() => void during.push(written()))
    await first
    expect(during).toEqual([[]])
    expect(written()).toEqual([1])
    await second
  })

  test('a write that is requested inside another write is committed later', async () => {
    const { writer, insert, written, times } = open()
    const inner: Promise<void>[] = []
    await writer.write(() => {
      insert(1)
      inner.push(writer.write(() => insert(2)))
    })
    expect(written()).toEqual([1])
    await Promise.all(inner)
    expect(written()).toEqual([1, 2])
    expect(times('commit')).toBe(2)
  })
})

describe('the time of a transaction', () => {
  /** A stopped clock, and writes that move this clock forward by `ms` milliseconds. */
  function slow(writer: Writer) {
    const clock = { now: 0 }
    const stopped = spyOn(performance, 'now').mockImplementation(() => clock.now)
    opened.push({ [Symbol.dispose]: () => stopped.mockRestore() })
    const order: string[] = []
    const worked: string[] = []
    const ownerOf = (practiceId: string) => ({
      practiceId,
      worked: (ms: number, _: number, commitMs: number) =>
        void worked.push(`${practiceId} ${ms} ${commitMs}`),
    })
    const write = (practiceId: string, ms: number) =>
      writer.write(() => {
        clock.now += ms
        order.push(practiceId)
      }, ownerOf(practiceId))
    return { clock, order, worked, ownerOf, write }
  }

  test('the time of a transaction is limited, and later writes wait for the next transaction', async () => {
    const { writer, times } = open()
    const { order, write } = slow(writer)
    await Promise.all([8, 8, 8, 30, 1].map((ms) => write('a', ms)))
    expect(order).toHaveLength(5)
    expect(times('begin immediate')).toBe(3)
  })

  test('practices take turns in a transaction, and the writes of each practice keep their order', async () => {
    const { writer, insert } = open()
    const { order, write } = slow(writer)
    const service = writer.write(() => {
      order.push('service')
      insert(1)
    })
    await Promise.all([service, ...['a', 'a', 'a', 'b', 'a', 'b'].map((practice) => write(practice, 15))])
    expect(order).toEqual(['service', 'a', 'b', 'a', 'b', 'a', 'a'])
  })

  test('the time of a transaction is reported to each writer, with a part of the time of the commit', async () => {
    const one = openWriter()
    opened.push(one)
    const { writer, connection } = one
    const { clock, worked, ownerOf, write } = slow(writer)
    const prepared = connection.prepared.bind(connection)
    using _ = spyOn(connection, 'prepared').mockImplementation((text) => {
      if (text === 'commit') clock.now += 4
      return prepared(text) as never
    })
    const failing = writer.write(() => {
      clock.now += 3
      throw new Error('a mishap')
    }, ownerOf('c'))
    await Promise.allSettled([write('a', 1), write('b', 2), failing, writer.write(() => undefined)])
    expect(worked.sort()).toEqual(['a 1 1', 'b 2 1', 'c 3 1'])
  })
})

test('the writer is idle only when no write waits', async () => {
  const { writer, insert, written } = open()
  await writer.idle()
  const write = writer.write(() => insert(1))
  await writer.idle()
  expect(written()).toEqual([1])
  await write
})
