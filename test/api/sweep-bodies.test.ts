/** Each operation with a body accepts only strict JSON up to a limit of bytes. */
import { expect, test } from 'bun:test'
import { invalid, problem } from '../support/answers.ts'
import { type Answer, client } from '../support/client.ts'
import { type Clinic, clinic } from '../support/clinic.ts'
import { listening } from '../support/listening.ts'
import {
  bodySchema,
  expectDocumented,
  fileOf,
  type Operation,
  operations,
  requestOf,
} from '../support/openapi.ts'
import { sharedWorld, worldClinic } from '../support/world.ts'

const writing = operations.filter((operation) => bodySchema(operation) !== undefined)

/** Returns the most bytes of an operation's body. Operations with long texts, such as notes, have a larger limit. */
const limitOf = (operation: Operation): number =>
  JSON.stringify(bodySchema(operation)).includes('"maxLength":100000') ? 1024 * 1024 : 64 * 1024

/** Sends bytes as the owner. The media type is set only when `headers` contains it. */
const sendBytes =
  (c: Clinic, handle: (request: Request) => Promise<Response>, base?: string) =>
  (method: string, path: string, body: Bun.BodyInit, headers: Record<string, string>): Promise<Answer> => {
    const authorization = `Bearer ${c.owner.token}`
    const send = ({ url }: Request) =>
      handle(new Request(url, { method, body, headers: { authorization, ...headers } }))
    return client(send, undefined, base)(method, path)
  }

/**
 * Returns a copy of the value with one unknown field in each object, and the paths of these fields. The answer of an
 * authenticator stays unchanged, because it may contain unknown fields.
 */
function withStrangers(value: unknown, path = ''): { value: unknown; paths: string[] } {
  if (typeof value !== 'object' || value === null || path === 'response.') return { value, paths: [] }
  const inner = Object.entries(value).map(
    ([key, item]) => [key, withStrangers(item, `${path}${key}.`)] as const,
  )
  const paths = inner.flatMap(([, { paths }]) => paths)
  if (Array.isArray(value)) return { value: inner.map(([, { value }]) => value), paths }
  const copy = Object.fromEntries(inner.map(([key, { value }]) => [key, value]))
  return { value: { ...copy, unexpected: null }, paths: [...paths, `${path}unexpected`] }
}

/** A service for tests in which every request is refused. */
const unchanged = sharedWorld()

for (const operation of writing) {
  const name = `${operation.method} ${operation.path}`

  test(`§1 An unknown field at any depth of a body is refused, and the refusal has the path of the field. ${name}`, async () => {
    await using c = await unchanged()
    const { method, path, body } = requestOf(operation, c.world.own)
    const { value, paths } = withStrangers(body)
    const answer = await c.owner.call(method, path, value)
    invalid(answer, ...paths)
    expectDocumented(operation, answer)
    for (const key of [
      '__proto__',
      'constructor',
      'hasOwnProperty',
      'toString',
      'length',
      'a.b',
      'a/b',
      'a~b',
    ])
      invalid(
        await c.owner.call(method, path, JSON.stringify(body).replace(/\}$/, `,"${key}":{"x":1}}`)),
        key,
      )
  })

  test(`§1 A body is one JSON object in UTF-8. A body that is empty, malformed or not an object is \`validation_failed\` with the path \`""\`. ${name}`, async () => {
    await using c = await unchanged()
    const { method, path, body } = requestOf(operation, c.world.own)
    const good = JSON.stringify(body)
    for (const text of ['[]', 'null', '"x"', '1', 'true', '[{}]', `[${good}]`])
      invalid(await c.owner.call(method, path, text), '')
    for (const text of [
      '{',
      ' ',
      `${good}}`,
      good.slice(0, -1),
      "{'a':1}",
      '{"a":1,}',
      'NaN',
      '\ufeff\ufeff{}',
    ])
      invalid(await c.owner.call(method, path, text), '')
    const send = sendBytes(c, (request) => c.app.handle(request))
    const json = { 'content-type': 'application/json' }
    for (const bytes of [
      new Uint8Array(),
      Buffer.from('{"a":"\xff"}', 'latin1'),
      Buffer.from(good, 'utf16le'),
    ])
      invalid(await send(method, path, bytes, json), '')
  })

  test(`§7 415 \`unsupported_media_type\` is for a body that is not \`application/json\`. ${name}`, async () => {
    await using c = await worldClinic({ signedIn: true })
    const { method, path, body } = requestOf(operation, c.world.own)
    const bytes = Buffer.from(JSON.stringify(body))
    const send = sendBytes(c, (request) => c.app.handle(request))
    for (const type of [
      'text/plain',
      'text/json',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/xml',
      'application/octet-stream',
      'application/jsonx',
      'application/json-patch+json',
      'application/vnd.api+json',
      'nonsense',
    ]) {
      const answer = await send(method, path, bytes, { 'content-type': type })
      problem(answer, 415, 'unsupported_media_type')
      expectDocumented(operation, answer)
    }
    problem(await send(method, path, bytes, {}), 415, 'unsupported_media_type')
    const coded = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
    problem(await send(method, path, Bun.gzipSync(bytes), coded), 415, 'unsupported_media_type')
    const good = await send(method, path, bytes, { 'content-type': 'Application/JSON; charset=utf-8' })
    expect(good.status, good.text).toBeWithin(200, 202)
  })

  test(`§8 A body that may hold the text of a note has at most 1 MiB, every other body 64 KiB. A body holds at most 20,000 values and 32 levels. ${name}`, async () => {
    await using c = await worldClinic({ signedIn: true })
    const { method, path, body } = requestOf(operation, c.world.own)
    const fitting = JSON.stringify(body)
    const padding = ' '.repeat(limitOf(operation) - Buffer.byteLength(fitting))
    const send = sendBytes(c, (request) => c.app.handle(request))
    const large = Buffer.from(`${fitting}${padding} `)
    for (const length of [{}, { 'content-length': String(large.byteLength) }]) {
      const answer = await send(method, path, large, { 'content-type': 'application/json', ...length })
      problem(answer, 413, 'payload_too_large')
      expectDocumented(operation, answer)
    }
    const nested = (levels: number) => `{"x":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`
    for (const levels of [33, 20_000]) invalid(await c.owner.call(method, path, nested(levels)), '')
    const many = (values: number, value: string) => `{"x":[${Array(values - 2).fill(value)}]}`
    for (const value of ['0', '{}', '[]']) invalid(await c.owner.call(method, path, many(20_001, value)), '')
    const most = await c.owner.call(method, path, many(20_000, '0'))
    expect(most.body.error.details).toContainEqual(expect.objectContaining({ path: 'x' }))
    const deepest = await c.owner.call(method, path, nested(32))
    expect(deepest.status).toBe(400)
    expect(deepest.body.error.details).toContainEqual(expect.objectContaining({ path: 'x' }))
    expect((await c.owner.call(method, path, fitting + padding)).status).toBeWithin(200, 202)
  })
}

test('§7 413 `payload_too_large` is for a body that is too large.', async () => {
  await using c = await worldClinic({ signedIn: true })
  await using server = listening(c)
  const { own } = c.world
  const send = sendBytes(c, (request) => fetch(request), server.url)
  for (const operation of writing) {
    const { method, path, body } = requestOf(operation, own)
    const large = Buffer.from(JSON.stringify(body) + ' '.repeat(limitOf(operation)))
    const chunked = new ReadableStream({
      start(controller) {
        for (let at = 0; at < large.length; at += 100_000)
          controller.enqueue(large.subarray(at, at + 100_000))
        controller.close()
      },
    })
    for (const bytes of [large, chunked])
      problem(
        await send(method, path, bytes, { 'content-type': 'application/json' }),
        413,
        'payload_too_large',
      )
  }
})

test('over a port, an empty body is refused by every route, also by the routes without a token', async () => {
  await using c = await worldClinic({ signedIn: true })
  await using server = listening(c)
  const { own } = c.world
  const open = [
    '/auth/setup/open',
    '/auth/enrol/open',
    '/auth/sign-in/options',
    '/auth/sign-in',
    '/visit/look',
  ]
  const requests = [
    ...writing.map((operation) => requestOf(operation, own)),
    ...open.map((path) => ({ method: 'POST', path })),
  ]
  const bodies = [
    ['Content-Length: 0', '', ''],
    ['', ''],
    ['Transfer-Encoding: chunked', '', '0', '', ''],
  ]
  for (const { method, path } of requests) {
    const head = [`${method} ${path} HTTP/1.1`, 'Host: localhost', 'Connection: close']
    const authorization = `Authorization: Bearer ${c.owner.token}`
    for (const body of bodies)
      for (const type of ['application/json', 'Application/JSON; charset=utf-8']) {
        const answer = await server.raw(
          [...head, authorization, `Content-Type: ${type}`, ...body].join('\r\n'),
        )
        expect(answer.status, `${method} ${path} ${body}`).toBe(400)
        expect(JSON.parse(answer.text).error.details).toEqual([
          { path: '', message: 'is empty; send a JSON object' },
        ])
      }
    expect(
      (await server.raw([...head, authorization, 'Content-Length: 0', '', ''].join('\r\n'))).status,
    ).toBe(415)
  }
})

test('§8 When a request gives the length of its body, a body that is too large is refused before it is read.', async () => {
  await using c = await clinic({ signedIn: true })
  await using server = listening(c)
  const head = ['POST /api/v1/patients HTTP/1.1', 'Host: localhost', 'Content-Type: application/json']
  const huge = ['Content-Length: 10000000000', 'Connection: close', '', '']
  const authorization = `Authorization: Bearer ${c.owner.token}`
  for (const [status, headers] of [
    [413, [...head, authorization, ...huge]],
    [401, [...head, ...huge]],
  ] as const) {
    const answer = await server.raw(headers.join('\r\n'))
    expect(answer.status, answer.head).toBe(status)
    expect(JSON.parse(answer.text).error.status).toBe(status)
  }
})

test('§1 An operation without a body ignores a body that is sent.', async () => {
  for (const operation of operations) {
    if (bodySchema(operation) !== undefined || operation.method === 'GET') continue
    if (fileOf(operation)) continue
    for (const body of ['{', '[]', '{"unexpected":1}', 'x'.repeat(10_000)]) {
      await using c = await worldClinic({ signedIn: true })
      const { method, path } = requestOf(operation, c.world.own)
      expect((await c.owner.call(method, path, body)).status, `${method} ${path}`).toBe(200)
    }
  }
})
