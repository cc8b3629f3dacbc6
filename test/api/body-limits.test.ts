/** Limits of bodies: the size, the time to arrive, and the number of large bodies at a time (RULES §8). */
import { expect, jest, test } from 'bun:test'
import { arrivalPatience } from '../../src/http/body.ts'
import { largeBodies } from '../../src/http/large-bodies.ts'
import { invalid, problem, success } from '../support/answers.ts'
import { client } from '../support/client.ts'
import { clinic } from '../support/clinic.ts'
import { listening } from '../support/listening.ts'
import { newPatient } from '../support/records.ts'
import { until } from '../support/until.ts'

const KiB = 1024

const open: [path: string, mostBytes: number][] = [
  ...['setup/open', 'setup/options', 'setup', 'enrol/open', 'enrol/options', 'enrol'].map(
    (path): [string, number] => [`/auth/${path}`, 64 * KiB],
  ),
  ...['sign-in/options', 'sign-in', 'session-end'].map((path): [string, number] => [
    `/auth/${path}`,
    64 * KiB,
  ]),
  ...['look', 'answer', 'opt-out', 'confirm', 'opt-in'].map((path): [string, number] => [
    `/visit/${path}`,
    16 * KiB,
  ]),
]

test.each(open)(
  'a body of a stranger to %s is refused with 413 when it is longer than the limit',
  async (path, mostBytes) => {
    await using c = await clinic()
    const send = (bytes: number) => c.anonymous('POST', path, `{}${' '.repeat(bytes - 2)}`)
    problem(await send(mostBytes + 1), 413, 'payload_too_large')
    expect([200, 400]).toContain((await send(mostBytes)).status)
  },
)

test('every route without a token that takes a JSON body is in the list of limits', async () => {
  await using c = await clinic()
  const posts = c.app.routes.filter(({ method, path }) => method === 'POST' && !path.startsWith('/api/'))
  expect(posts.map(({ path }) => path).sort()).toEqual(
    [...open.map(([path]) => path), '/book/:slug', '/unsubscribe/:token'].sort(),
  )
})

/** Makes a body that begins to arrive and never ends. */
const endless = () =>
  new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(Buffer.from('{"name":')) })

for (const [how, length] of [
  ['without a length', {}],
  ['with a length', { 'content-length': '100' }],
] as const)
  test(`§8 A body that does not arrive within 30 seconds is refused: 400 with the path \`""\`. ${how}`, async () => {
    await using c = await clinic()
    const form = { 'content-type': 'application/x-www-form-urlencoded', ...length }
    const json = { 'content-type': 'application/json', authorization: `Bearer ${c.owner.token}`, ...length }
    jest.useFakeTimers()
    try {
      const send = (path: string, headers: Record<string, string>) =>
        client(({ url }) => c.app.handle(new Request(url, { method: 'POST', headers, body: endless() })))(
          'POST',
          path,
        )
      const answers = [send('/api/v1/tags', json), send('/visit/look', json), send('/unsubscribe/x', form)]
      const settled = Promise.all(answers)
      const first = Promise.race([...answers, turns(200)])
      expect(await first).toBe('nothing yet')
      jest.advanceTimersByTime(arrivalPatience - 1)
      expect(await Promise.race([...answers, turns(200)])).toBe('nothing yet')
      jest.advanceTimersByTime(1)
      for (const answer of await settled) {
        invalid(answer, '')
        expect(answer.body.error.details[0].message).toContain('within 30 seconds')
      }
    } finally {
      jest.useRealTimers()
    }
  })

/** Waits until the queue of promises has run this number of times. It uses no clock. */
async function turns(count: number): Promise<'nothing yet'> {
  for (let i = 0; i < count; i++) await Promise.resolve()
  return 'nothing yet'
}

/** Sends the head of a request with a large body, and no byte of the body. `status` is the status of the answer. */
async function announce(port: number, token: string, path: string) {
  const { promise, resolve } = Promise.withResolvers<number>()
  const socket = await Bun.connect({
    hostname: '127.0.0.1',
    port,
    socket: { data: (_, chunk) => resolve(Number(chunk.toString().split(' ')[1])) },
  })
  const head = [`POST ${path} HTTP/1.1`, 'Host: localhost', 'Content-Type: application/json']
  const rest = [`Authorization: Bearer ${token}`, `Content-Length: ${KiB * KiB}`]
  socket.write(`${[...head, ...rest].join('\r\n')}\r\n\r\n`)
  return { status: promise, socket }
}

test('a credential may send at most 16 of the largest bodies at a time, and those of clients that leave do not count', async () => {
  await using c = await clinic()
  await using server = listening(c)
  const port = Number(new URL(server.url).port)
  const patient = await newPatient(c.owner.call)
  const path = `/api/v1/patients/${patient.id}/notes`
  const others = await Promise.all(Array.from({ length: 16 }, () => announce(port, c.owner.token, path)))
  // When the service answers this later request, it has read the heads of the earlier requests.
  success(await server.as(c.owner.token)('GET', '/api/v1/me'))
  expect(await (await announce(port, c.owner.token, path)).status).toBe(429)
  const text = 'x'.repeat(99_000)
  problem(await server.as(c.owner.token)('POST', path, { body: text }), 429, 'rate_limited')
  success(await server.as(c.owner.token)('POST', path, { body: 'small' }), 201)
  success(await server.as(c.assistant.token)('POST', path, { body: text }), 201)
  for (const { socket } of others) socket.end()
  await until('the end of the turn', () => largeBodies.remembered === 0)
  success(await server.as(c.owner.token)('POST', path, { body: text }), 201)
})

test('a large body that waits is refused when its token is revoked meanwhile', async () => {
  await using c = await clinic()
  const patient = await newPatient(c.owner.call)
  const gone = Promise.withResolvers<void>()
  const { id } = success(await c.owner.call('GET', '/api/v1/me/tokens')).tokens[0]
  const busy = largeBodies.inTurn(id, c.owner.practiceId, () => gone.promise)
  const path = `/api/v1/patients/${patient.id}/notes`
  const waiting = c.owner.call('POST', path, { body: 'x'.repeat(99_000) })
  await until('two turns', () => largeBodies.remembered === 2)
  success(await c.owner.call('DELETE', `/api/v1/me/tokens/${id}`))
  gone.resolve()
  await busy
  problem(await waiting, 401, 'invalid_authorization')
  expect(success(await c.assistant.call('GET', path)).notes).toEqual([])
})
