import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { nextPiece } from '../../src/http/exchange.ts'
import { jsonChunks, Pages } from '../../src/http/pages.ts'
import { streamed } from '../../src/http/stream.ts'
import { thrownBy } from '../support/rejection.ts'
import { turns } from '../support/turns.ts'

const pagesOf = <T>(...pages: T[][]) => new Pages(() => pages)

test('a list that is read in pages is written as one list, at any place in the answer', () => {
  const value = {
    data: {
      notes: pagesOf([{ id: 1, revisions: pagesOf(['a'], ['b']) }], [], [{ id: 2, revisions: [] }]),
      none: pagesOf(),
    },
    requestId: 'req_"1"',
  }
  expect(JSON.parse([...jsonChunks(value)].join(''))).toEqual({
    data: {
      notes: [
        { id: 1, revisions: ['a', 'b'] },
        { id: 2, revisions: [] },
      ],
      none: [],
    },
    requestId: 'req_"1"',
  })
})

test('an answer with a list in pages is the same as the answer with a plain list', () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.jsonValue(), { maxLength: 5 }), { maxLength: 5 }), (pages) => {
      const text = [...jsonChunks({ data: { rows: new Pages(() => pages) } })].join('')
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify({ data: { rows: pages.flat() } })))
    }),
  )
})

test('a long list in memory is written in parts, at any place in the answer', () => {
  const rows = Array.from({ length: 250 }, (_, i) => ({ i, text: 'x'.repeat(10_000) }))
  const value = { data: { rows, more: { rows }, short: [1, 2], none: [] } }
  const chunks = [...jsonChunks(value)]
  expect(Math.max(...chunks.map(({ length }) => length))).toBeLessThan(300_000)
  expect(chunks.join('')).toBe(JSON.stringify(value))
})

/** A list of endless pages, and the number of pages that were read. */
function endless() {
  const seen = { pages: 0 }
  const pages = new Pages(function* () {
    for (;;) {
      seen.pages++
      yield Array.from({ length: 100 }, (_, i) => ({ i, text: 'x'.repeat(1000) }))
    }
  })
  return { seen, pages }
}

const untold = {
  status: 200,
  ended: () => {},
  failed: () => {},
  next: () => nextPiece(new Request('http://localhost')),
  count: <T>(work: () => T) => work(),
  reading: <T>(read: () => T) => read(),
}

test('the service reads few pages ahead of the client and stops when the client leaves', async () => {
  const { seen, pages } = endless()
  let ended = 0
  const response = streamed({ rows: pages }, { ...untold, ended: () => ended++ })
  const reader = (response as Response).body!.getReader()
  await reader.read()
  await turns()
  expect(seen.pages).toBeLessThan(10)
  expect(ended).toBe(0)
  await reader.cancel()
  const { pages: read } = seen
  await turns()
  expect(seen.pages).toBe(read)
  expect(ended).toBe(1)
})

test('only the first chunk is read before the client asks for more', async () => {
  const { seen, pages } = endless()
  const response = streamed({ rows: pages }, untold) as Response
  expect(seen.pages).toBe(1)
  await response.body!.cancel()
})

test('an answer that fits into one chunk is sent as a text, and a longer answer is sent in chunks', async () => {
  let ended = 0
  const told = { ...untold, ended: () => ended++ }
  const short = streamed({ rows: pagesOf(['x']) }, told)
  expect([short, ended]).toEqual(['{"rows":["x"]}', 1])
  for (const length of [65_500, 65_536, 70_000, 200_000]) {
    const value = { rows: pagesOf(['x'.repeat(length)]) }
    const answer = streamed(value, told)
    const text = typeof answer === 'string' ? answer : await answer.text()
    expect(JSON.parse(text).rows[0]).toHaveLength(length)
  }
  expect(ended).toBe(5)
})

test('the event loop does other work between two chunks of an answer', async () => {
  let turns = 0
  let over = false
  const count = () => {
    turns++
    if (!over) setImmediate(count)
  }
  setImmediate(count)
  const page = Array.from({ length: 100 }, () => 'x'.repeat(1000))
  await (streamed({ rows: pagesOf(...Array<string[]>(40).fill(page)) }, untold) as Response).text()
  over = true
  expect(turns).toBeGreaterThan(20)
})

test('the time for turning parts of an answer into bytes is counted as work, also for the end of the answer', async () => {
  let isCounted = false
  const counted: boolean[] = []
  const count = <T>(work: () => T): T => {
    isCounted = true
    try {
      return work()
    } finally {
      isCounted = false
    }
  }
  const note = (text: string) => {
    counted.push(isCounted)
    return new TextEncoder().encode(text)
  }
  const writer = () => ({ piece: note, end: () => note('!') })
  const rows = pagesOf(['x'.repeat(70_000)], ['y'.repeat(70_000)])
  const text = await (streamed({ rows }, { ...untold, count, writer }) as Response).text()
  expect(text).toHaveLength(140_017)
  expect(text).toEndWith(']}!')
  expect(counted).toEqual([true, true, true, true])
})

test('an answer is cut off and reported when reading its list fails half-way', async () => {
  const failures: unknown[] = []
  let ended = 0
  const broken = new Pages(function* () {
    for (let i = 0; i < 3; i++) yield Array.from({ length: 100 }, () => 'x'.repeat(1000))
    throw new Error('disk I/O error')
  })
  const response = streamed(
    { rows: broken },
    { ...untold, ended: () => ended++, failed: (error) => failures.push(error) },
  )
  expect(await thrownBy((response as Response).text())).toThrow('disk I/O error')
  expect(failures).toEqual([new Error('disk I/O error')])
  expect(ended).toBe(1)
})

test('a request ends its turn when reading its list fails at once', () => {
  let ended = 0
  const broken = new Pages(() => {
    throw new Error('locked')
  })
  expect(() => streamed({ rows: broken }, { ...untold, ended: () => ended++ })).toThrow('locked')
  expect(ended).toBe(1)
})
