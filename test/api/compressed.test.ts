/** JSON is sent compressed to clients that accept this, with the same content. */
import { expect, test } from 'bun:test'
import { gunzipSync } from 'node:zlib'
import { problem, success } from '../support/answers.ts'
import { type Clinic, clinic } from '../support/clinic.ts'
import { listening } from '../support/listening.ts'
import { operations, requestOf, type Schema, successOf } from '../support/openapi.ts'
import { newEntry, newNote, newPatient } from '../support/records.ts'
import { worldClinic } from '../support/world.ts'

const codings = ['zstd', 'gzip'] as const
const opened = { zstd: Bun.zstdDecompressSync, gzip: gunzipSync }
const long = 'Plaque on the molars, seen again in spring. '.repeat(100)
/** These headers refuse uncompressed answers. So a short answer is compressed too. */
const onlyGzip = { 'accept-encoding': 'gzip, identity;q=0' }

/** Sends a request as the owner, and returns the bytes of the answer before decompression. */
async function raw(c: Clinic, path: string, headers: Record<string, string>, method = 'GET', body?: unknown) {
  const sent = {
    method,
    headers: {
      authorization: `Bearer ${c.owner.token}`,
      ...(body !== undefined && { 'content-type': body instanceof Blob ? body.type : 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: body instanceof Blob ? body : JSON.stringify(body) }),
  }
  const response = await c.app.handle(new Request(`http://localhost${path}`, sent))
  const { status } = response
  return { status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
}

/** Makes a clinic with an entry of about 4,800 bytes. */
async function withLongEntry() {
  const c = await clinic({ allowedOrigins: ['https://desk.example.org'] })
  const { id } = await newEntry(c.owner.call, { notes: long })
  return { c, path: `/api/v1/appointments/${id}` }
}

test.each(codings)(
  '§1.3 JSON of more than 4,096 bytes is sent compressed to a client that accepts zstd or gzip. The header `Vary` names `Accept-Encoding`. %s',
  async (coding) => {
    const { c, path } = await withLongEntry()
    await using _ = c
    const plain = await c.owner.call('GET', path)
    const { headers, bytes } = await raw(c, path, { 'accept-encoding': coding })
    expect(headers.get('content-encoding')).toBe(coding)
    expect(headers.get('vary')).toBe('origin, accept-encoding')
    expect(headers.get('content-type')).toBe('application/json')
    expect(bytes.length).toBeLessThan(plain.text.length / 4)
    expect(JSON.parse(opened[coding](bytes).toString()).data).toEqual(plain.data)
    expect(plain.headers.get('vary')).toBe('origin, accept-encoding')
    expect(plain.headers.has('content-encoding')).toBe(false)
  },
)

test('an answer of 4,096 bytes is not compressed, and a longer answer is, also with letters of two bytes', async () => {
  await using c = await clinic()
  const { id } = await newEntry(c.owner.call, { notes: 'x' })
  const path = `/api/v1/appointments/${id}`
  const bytesOf = async () => Buffer.byteLength((await c.owner.call('GET', path)).text)
  const room = 4_096 - (await bytesOf()) + 1
  const odd = room % 2 === 1 ? 'x' : ''
  for (const notes of ['x'.repeat(room), odd + 'ü'.repeat((room - odd.length) / 2)]) {
    success(await c.owner.call('PATCH', path, { notes }))
    expect(await bytesOf()).toBe(4_096)
    const short = await raw(c, path, { 'accept-encoding': 'gzip' })
    expect(short.headers.has('content-encoding')).toBe(false)
    expect(short.headers.has('vary')).toBe(false)
    success(await c.owner.call('PATCH', path, { notes: `${notes}x` }))
    expect((await raw(c, path, { 'accept-encoding': 'gzip' })).headers.get('content-encoding')).toBe('gzip')
  }
})

test.each(codings)(
  '§1.3 The `ETag` of a compressed answer ends with its coding: `"3-zstd"`. In `If-Match` and `If-None-Match`, this tag stands for the version 3. %s',
  async (coding) => {
    const { c, path } = await withLongEntry()
    await using _ = c
    const accept = { 'accept-encoding': coding }
    const read = await raw(c, path, accept)
    const tag = read.headers.get('etag')!
    expect(tag).toBe(`"1-${coding}"`)
    for (const [known, answered] of [
      [tag, tag],
      [`W/${tag}`, tag],
      ['"1"', '"1"'],
      [`"7", ${tag}`, tag],
      ['*', '"1"'],
    ] as const) {
      const again = await raw(c, path, { ...accept, 'if-none-match': known })
      expect([again.status, again.headers.get('etag'), again.bytes.length]).toEqual([304, answered, 0])
      expect(again.headers.get('vary')).toBe('origin, accept-encoding')
    }
    const change = (title: string, condition: Record<string, string>) =>
      c.owner.call('PATCH', path, { title }, condition)
    problem(await change('No', { 'if-none-match': tag }), 412, 'precondition_failed', ['If-None-Match'])
    problem(await change('No', { 'if-match': `W/${tag}` }), 412, 'precondition_failed', ['If-Match'])
    expect(success(await change('Yes', { 'if-match': tag })).version).toBe(2)
    problem(await change('No', { 'if-match': tag }), 412, 'precondition_failed', ['If-Match'])
    const changed = await raw(c, path, { ...accept, 'if-none-match': tag })
    expect([changed.status, changed.headers.get('etag')]).toEqual([200, `"2-${coding}"`])
  },
)

test.each(codings)('a HEAD request that accepts %s gets the headers of GET and no body', async (coding) => {
  const { c, path } = await withLongEntry()
  await using _ = c
  await using server = listening(c)
  const headers = { authorization: `Bearer ${c.owner.token}`, 'accept-encoding': coding }
  const head = await fetch(server.url + path, { method: 'HEAD', headers })
  expect(head.headers.get('etag')).toBe(`"1-${coding}"`)
  expect(head.headers.get('content-encoding')).toBe(coding)
  expect(await head.text()).toBe('')
})

const unlike = () => Array.from({ length: 600 }, () => crypto.randomUUID()).join(' ')

test.each(codings)('a list that is sent in chunks is one complete %s text', async (coding) => {
  await using c = await clinic()
  await using server = listening(c)
  const { id } = await newPatient(c.owner.call)
  for (let i = 0; i < 12; i++) await newNote(c.owner.call, id, { body: unlike() })
  const path = `/api/v1/patients/${id}/notes`
  const plain = await c.owner.call('GET', path)
  expect(plain.text.length).toBeGreaterThan(4 * 65_536)
  const { headers, bytes } = await raw(c, path, { 'accept-encoding': coding })
  expect(headers.get('content-encoding')).toBe(coding)
  expect(headers.get('vary')).toBe('accept-encoding')
  expect(bytes.length).toBeLessThan(plain.text.length)
  expect(JSON.parse(opened[coding](bytes).toString()).data).toEqual(plain.data)
  // `fetch` can also decompress the answer.
  const accept = { authorization: `Bearer ${c.owner.token}`, 'accept-encoding': coding }
  const read = await fetch(server.url + path, { headers: accept })
  expect(((await read.json()) as { data: unknown }).data).toEqual(plain.data)
})

/** The operations whose answers contain a secret. They are not compressed. */
const secret = [
  ...['createToken', 'inviteMember', 'replaceMemberLink', 'beginPasskey', 'beginPasskeyCheck'],
  // The URL of a webhook may contain a key of its receiver.
  ...['listWebhooks', 'createWebhook', 'getWebhook', 'updateWebhook', 'replayWebhook'],
  'createCalendarFeed',
]

const namesIn = ({ properties = {}, items }: Schema): string[] => [
  ...Object.entries(properties).flatMap(([name, inner]) => [name, ...namesIn(inner)]),
  ...(items ? namesIn(items) : []),
]

for (const operation of operations) {
  const name = `${operation.method} ${operation.path}`
  const isSecret = secret.includes(operation.operationId!)

  test(`§1.3 Every answer may be compressed, except an answer that holds a token, a link or a challenge. ${name}`, async () => {
    await using c = await worldClinic({ signedIn: true })
    const { method, path, body } = requestOf(operation, c.world.own)
    const { status, headers, bytes } = await raw(c, path, onlyGzip, method, body)
    expect(status).toBe(successOf(operation))
    const isJson = operation.responses[status]!.content!['application/json'] !== undefined
    expect(headers.get('content-encoding')).toBe(isSecret || !isJson ? null : 'gzip')
    if (isJson) JSON.parse((isSecret ? bytes : gunzipSync(bytes)).toString())
    const { schema } = operation.responses[status]!.content!['application/json'] ?? { schema: {} }
    if (namesIn(schema).some((field) => /^(token|link|url|secret|ticket|challenge|options)$/.test(field)))
      expect(isSecret).toBe(true)
  })
}

test('§1.3 An answer of a path that needs no token is never compressed.', async () => {
  await using c = await clinic()
  for (const path of ['/auth/sign-in/options', '/auth/setup/open', '/visit/look']) {
    const { headers } = await raw(c, path, onlyGzip, 'POST', {})
    expect(headers.has('content-encoding')).toBe(false)
  }
})

test('§1.3 An answer that is kept for its `Idempotency-Key` is not compressed.', async () => {
  await using c = await clinic()
  const { id } = await newPatient(c.owner.call)
  const headers = { 'idempotency-key': 'one', ...onlyGzip }
  const send = () => raw(c, `/api/v1/patients/${id}/notes`, headers, 'POST', { body: long })
  const [first, second] = [await send(), await send()]
  expect(second.headers.get('idempotency-replayed')).toBe('true')
  expect(second.bytes.equals(first.bytes)).toBe(true)
  for (const { headers } of [first, second]) expect(headers.has('content-encoding')).toBe(false)
  JSON.parse(first.bytes.toString())
})

test('an event stream is never compressed', async () => {
  await using c = await clinic()
  const headers = { ...onlyGzip, accept: 'text/event-stream', authorization: `Bearer ${c.owner.token}` }
  const response = await c.app.handle(new Request('http://localhost/api/v1/changes', { headers }))
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  expect(response.headers.has('content-encoding')).toBe(false)
  await response.body!.cancel()
})
