/** Tests of a stream of changes on a network that fails. The test controls the clock, and the server is real. */
import { afterAll, beforeAll, expect, jest, test } from 'bun:test'
import { event } from '../../src/http/event-stream.ts'

/**
 * A server that opens a stream, and then neither sends an event nor ends the stream. After `die()`, it answers no
 * request.
 */
function dyingServer() {
  const asked: string[] = []
  let isDead = false
  const server = Bun.serve({
    port: 0,
    idleTimeout: 0,
    fetch(request) {
      const { pathname } = new URL(request.url)
      if (pathname === '/wait') return new Response()
      const cursor = request.headers.get('last-event-id')
      asked.push(cursor === null ? 'look' : `stream from ${cursor}`)
      if (isDead) return new Promise<Response>(() => {})
      if (cursor === null) return Response.json({ data: { changes: [], next: 'e.1' }, requestId: 'req_1' })
      const events = new ReadableStream({
        start: (to) => to.enqueue(new TextEncoder().encode('id: e.1\ndata: {}\n\n')),
      })
      return new Response(events, { headers: { 'content-type': 'text/event-stream' } })
    },
  })
  const url = server.url.origin
  return {
    url,
    asked,
    /** Waits for a condition by real requests, because the test's clock is stopped. */
    async until(holds: () => boolean) {
      while (!holds()) await fetch(`${url}/wait`)
    },
    die() {
      isDead = true
    },
    [Symbol.dispose]: () => void server.stop(true),
  }
}

const server = dyingServer()
const own = {
  location: { origin: server.url },
  sessionStorage: { getItem: () => 'cs_1' },
  document: { addEventListener: () => undefined },
}

beforeAll(() => {
  jest.useFakeTimers()
  Object.assign(globalThis, own)
})
afterAll(() => {
  jest.useRealTimers()
  for (const name of Object.keys(own)) Reflect.deleteProperty(globalThis, name)
  server[Symbol.dispose]()
})

test('the desk checks a silent stream of changes, and notices a dead network within 40 seconds', async () => {
  const [{ hearChanges }, { online }] = await Promise.all([
    import('../../src/desk/live/stream.ts'),
    import('../../src/desk/api/online.ts'),
  ])
  const heard: string[] = []
  const end = new AbortController()
  const done = hearChanges('e.0', ({ cursor }) => heard.push(cursor), end.signal)
  await server.until(() => heard.length === 1)
  jest.advanceTimersByTime(29_000)
  expect(server.asked).toEqual(['stream from e.0'])

  // The server answers, so only the stream was lost. The stream is opened again from its last cursor.
  jest.advanceTimersByTime(1_000)
  await server.until(() => server.asked.length === 2)
  expect(server.asked[1]).toBe('look')
  while (server.asked.length === 2) await passing(100)
  expect(server.asked[2]).toBe('stream from e.1')
  expect(online.value).toBe(true)

  server.die()
  await server.until(() => heard.length === 2)
  await passing(30_000)
  await server.until(() => server.asked.length === 4)
  expect([server.asked[3], online.value]).toEqual(['look', true])
  await passing(5_000)
  await server.until(() => !online.value)

  end.abort()
  await done
})

test('the events of a stream are read from chunks of any size', async () => {
  const { eventReader } = await import('../../src/desk/live/stream.ts')
  const text = [
    event('begin', 'e.1', {}),
    ': ping\n\n',
    event('change', 'e.2', { kind: 'tag', id: 'ä: "x"\n\ndata: y' }),
  ].join('')
  for (let size = 1; size <= text.length; size++) {
    const read = eventReader()
    const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, i) =>
      text.slice(i * size, (i + 1) * size),
    )
    const found = pieces.flatMap(read).map(({ id, data }) => [id, JSON.parse(data)])
    expect(found).toEqual([
      ['e.1', {}],
      ['e.2', { kind: 'tag', id: 'ä: "x"\n\ndata: y' }],
    ])
  }
})

/** Moves the clock forward, and lets the waiting work run. */
async function passing(ms: number): Promise<void> {
  jest.advanceTimersByTime(ms)
  await fetch(`${server.url}/wait`)
}
