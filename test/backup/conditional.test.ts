import { afterEach, expect, test } from 'bun:test'
import type { ClaimObject } from '../../src/backup/owner/claim-object.ts'
import { s3Claim } from '../../src/backup/owner/s3.ts'
import { StoreAway } from '../../src/backup/owner/store-away.ts'

const servers: Bun.Server<undefined>[] = []
afterEach(() => {
  for (const server of servers.splice(0)) void server.stop(true)
})

/** A store of one object. `conditions`: it knows If-Match and If-None-Match, else it answers 501 to them. */
function oneObject({ conditions, status }: { conditions: boolean; status?: number }) {
  let text: string | null = null
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
      if ((match ?? none) !== null && !conditions) return new Response('', { status: 501 })
      if (none === '*' && text !== null) return new Response('', { status: 412 })
      if (match !== null && match !== tag()) return new Response('', { status: 412 })
      text = await request.text()
      return new Response('', { headers: { etag: tag() } })
    },
  })
  servers.push(server)
  const open = (): ClaimObject =>
    s3Claim({
      bucket: 'clinics',
      path: 'one',
      endpoint: `http://127.0.0.1:${server.port}`,
      region: 'us-east-1',
      accessKeyId: 'a',
      secretAccessKey: 'b',
      sessionToken: undefined,
    })
  const overwrite = (by: string) => {
    text = by
  }
  return { open, asked, overwrite, text: () => text }
}

test.each([true, false])(
  'two writers are told apart, with conditional writes: %p',
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
  20_000,
)

test('where a store knows no conditions, the first of two writers at once notices the other one', async () => {
  const store = oneObject({ conditions: false })
  const writing = store.open().write('first', null)
  while (store.text() === null) await Bun.sleep(5)
  store.overwrite('other')
  expect(await writing).toBeNull()
  expect(store.text()).toBe('other')
})

test('a store that refuses conditions is asked without them from then on', async () => {
  const store = oneObject({ conditions: false })
  const object = store.open()
  const tag = await object.write('first', null)
  await object.write('second', tag)
  expect(store.asked).toEqual(['PUT *', ...['GET', 'PUT', 'GET'], ...['GET', 'PUT', 'GET']])
})

test.each([401, 403, 500, 503])(
  'a store that answers %p is away, and nobody loses their claim',
  async (status) => {
    const object = oneObject({ conditions: true, status }).open()
    await expect(object.read()).rejects.toThrow(StoreAway)
    await expect(object.write('first', null)).rejects.toThrow(StoreAway)
  },
)
