import { afterEach, expect, test } from 'bun:test'
import { conditionalObject } from '../../src/backup/owner/conditional.ts'
import { s3Object } from '../../src/backup/owner/s3.ts'
import type { SmallObject } from '../../src/backup/owner/small-object.ts'
import { StoreAway } from '../../src/backup/owner/store-away.ts'
import { thrownBy } from '../support/rejection.ts'

const servers: Bun.Server<undefined>[] = []
afterEach(() => {
  for (const server of servers.splice(0)) void server.stop(true)
})

/**
 * How a store treats the conditions If-Match and If-None-Match: it obeys them, ignores them and writes, or answers 501.
 */
type Conditions = 'obeyed' | 'ignored' | 'refused'

function oneObject({ conditions, status }: { conditions: Conditions; status?: number }) {
  let text: string | null = null
  let other: string | null = null
  const asked: string[] = []
  const tag = () => `"${Bun.hash(text ?? '')}"`
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const [match, none] = [request.headers.get('if-match'), request.headers.get('if-none-match')]
      asked.push(`${request.method} ${match ? 'match' : (none ?? '')}`.trim())
      if (status !== undefined) return new Response('', { status })
      if (request.method === 'GET')
        return text === null
          ? new Response('', { status: 404 })
          : new Response(text, { headers: { etag: tag() } })
      if ((match ?? none) !== null && conditions === 'refused') return new Response('', { status: 501 })
      const obeyed = conditions === 'obeyed'
      if (obeyed && none === '*' && text !== null) return new Response('', { status: 412 })
      if (obeyed && match !== null && match !== tag()) return new Response('', { status: 412 })
      text = await request.text()
      const written = tag()
      if ((match ?? none) === null && other !== null) text = other
      return new Response('', { headers: { etag: written } })
    },
  })
  servers.push(server)
  const open = (): SmallObject =>
    s3Object(
      {
        bucket: 'clinics',
        path: 'one',
        endpoint: `http://127.0.0.1:${server.port}`,
        region: 'us-east-1',
        accessKeyId: 'a',
        secretAccessKey: 'b',
        sessionToken: undefined,
      },
      'owner.json',
      { answerMs: 20_000, needs: 'best effort' },
    )
  const overwrite = (by: string) => {
    text = by
  }
  /** Somebody else writes `by` right after each write without a condition. */
  const overwriteAfterWrites = (by: string) => {
    other = by
  }
  return { open, asked, overwrite, overwriteAfterWrites, text: () => text }
}

test.each(['obeyed', 'ignored', 'refused'] as const)(
  'in a store where conditions are %s, a write with an outdated tag changes nothing',
  async (conditions) => {
    const store = oneObject({ conditions })
    const [one, other] = [store.open(), store.open()]
    expect(await one.read()).toBeNull()
    const first = await one.write('first', null)
    expect(first).not.toBeNull()
    expect(await other.write('other', null)).toBeNull()
    expect(await other.write('other', '"wrong"')).toBeNull()
    expect(await one.write('second', first)).not.toBeNull()
    expect(store.text()).toBe('second')
  },
)

test.each(['ignored', 'refused'] as const)(
  'in a store where conditions are %s, a writer notices when somebody else has written at the same time',
  async (conditions) => {
    const store = oneObject({ conditions })
    store.overwriteAfterWrites('other')
    expect(await store.open().write('first', null)).toBeNull()
    expect(store.text()).toBe('other')
  },
)

test('after a store has refused a conditional write, later writes have no condition', async () => {
  const store = oneObject({ conditions: 'refused' })
  const object = store.open()
  const tag = await object.write('first', null)
  await object.write('second', tag)
  expect(store.asked).toEqual(['GET', 'PUT *', ...['GET', 'PUT', 'GET'], ...['GET', 'PUT', 'GET']])
})

test('the first write detects a store that ignores conditions, and later writes have no condition', async () => {
  const store = oneObject({ conditions: 'ignored' })
  store.overwrite('before')
  const object = store.open()
  const tag = await object.write('first', (await object.read())!.tag)
  expect(store.text()).toBe('first')
  expect(store.asked).toEqual(['GET', 'GET', 'PUT *', 'GET', 'PUT', 'GET'])
  store.asked.splice(0)
  store.overwrite('other')
  expect(await object.write('second', tag)).toBeNull()
  expect(store.text()).toBe('other')
  expect(store.asked).toEqual(['GET'])
})

test('a store that obeys conditions is tested only once, and the test does not change the object', async () => {
  const store = oneObject({ conditions: 'obeyed' })
  store.overwrite('before')
  const object = store.open()
  const first = await object.write('first', (await object.read())!.tag)
  await object.write('second', first)
  expect(store.asked).toEqual(['GET', 'GET', 'PUT *', 'PUT match', 'PUT match'])
  store.overwrite('other')
  const late = store.open()
  expect(await late.write('late', first)).toBeNull()
  expect(store.text()).toBe('other')
})

test.each([401, 403, 500, 503])(
  'a store that answers %p counts as a store that cannot be reached, so no claim is lost',
  async (status) => {
    const object = oneObject({ conditions: 'obeyed', status }).open()
    expect(await thrownBy(object.read())).toThrow(StoreAway)
    expect(await thrownBy(object.write('first', null))).toThrow(StoreAway)
  },
)

const hour = 3_600_000
const instants: [string, Record<string, string>, number | null][] = [
  ['contain both times', { date: at(2 * hour), 'last-modified': at(2 * hour - 7_000) }, 7_000],
  ['lack the time of the write', { date: at(hour) }, null],
  ['have no time for the write but another text', { date: at(hour), 'last-modified': 'yesterday' }, null],
]

test.each(instants)(
  'the age of an object comes from the headers of the store, which %s',
  async (_, told, age) => {
    await using server = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: () => new Response('text', { headers: { etag: '"1"', ...told } }),
    })
    const object = conditionalObject(
      (method, headers) => fetch(server.url, { method, headers }),
      'best effort',
    )
    expect(await object.read()).toEqual({ text: 'text', tag: '"1"', ageMs: age })
  },
)

function at(ms: number): string {
  return new Date(ms).toUTCString()
}
