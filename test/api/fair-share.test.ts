/** The limits of a credential over HTTP. `test/http/fair-share.test.ts` tests how requests are counted. */
import { expect, spyOn, test } from 'bun:test'
import { createToken } from '../../src/features/tokens/actions.ts'
import { largeBodies } from '../../src/http/large-bodies.ts'
import { Connection } from '../../src/store/engine/connection.ts'
import { problem, success } from '../support/answers.ts'
import { atOnce, statusCounts } from '../support/at-once.ts'
import type { Answer } from '../support/client.ts'
import { clinic, monday } from '../support/clinic.ts'
import { listening } from '../support/listening.ts'
import { operations, requestOf } from '../support/openapi.ts'
import { newPatient } from '../support/records.ts'
import { until } from '../support/until.ts'
import { newWorld } from '../support/world.ts'

const share = { perSecond: 1, burst: 5, inFlight: 2, waiting: 3 }
const roomy = { perSecond: 300, burst: 3_000, inFlight: 32, waiting: 256 }

/** Returns the answers that close their connection. */
const sentAway = (answers: readonly Answer[]) =>
  answers.filter(({ headers }) => headers.get('connection') === 'close')

test('§8 Every answer to a limited request says in `RateLimit-Policy` and `RateLimit` how much of the limit is left.', async () => {
  await using c = await clinic({ signedIn: true, rateLimit: { perMinute: 60, share: roomy } })
  await using server = listening(c)
  const { own } = await newWorld(c)
  // One of these requests may end the session. So the test uses an API token.
  const { token } = await createToken(c.practice, c.assistant.userId, 'sweep', 1, monday)
  for (const operation of operations) {
    const { method, path, body } = requestOf(operation, own)
    for (const sent of method === 'GET' ? ['GET', 'HEAD'] : [method]) {
      const { headers } = await server.as(token)(sent, path, body)
      expect(headers.get('ratelimit-policy'), `${sent} ${path}`).toStartWith('"credential";q=3000;w=10')
      expect(headers.get('ratelimit')).toMatch(/^"credential";r=\d+;t=\d+(,|$)/)
    }
  }
  const unknown = await server.as(token)('GET', '/api/v1/nowhere')
  expect(unknown.headers.get('ratelimit')).toStartWith('"credential";r=')
})

test('a credential with too many requests gets 429 with `retry-after`, and other credentials are not refused', async () => {
  await using c = await clinic({ rateLimit: { perMinute: 60, share } })
  const answers = await atOnce(9, () => c.owner.call('GET', '/api/v1/nowhere'))
  expect(statusCounts(answers)).toEqual({ 404: 5, 429: 4 })
  const refused = answers.find(({ status }) => status === 429)!
  problem(refused, 429, 'rate_limited')
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  expect(refused.headers.get('ratelimit')).toStartWith('"credential";r=0;')
  success(await c.assistant.call('GET', '/api/v1/me'))
  success(await c.stranger.call('GET', '/api/v1/me'))
})

test('a credential with slow requests may send fewer requests, and other credentials are not refused', async () => {
  await using c = await clinic({ rateLimit: { perMinute: 60, share: roomy } })
  const clock = { now: 0 }
  using _ = spyOn(performance, 'now').mockImplementation(() => clock.now)
  const list = () => c.owner.call('GET', '/api/v1/patients?tagId=x&offset=9999999')
  const prepared = Connection.prototype.prepared
  // Each statement of the list takes a second. The statements that check the token take no time.
  using __ = spyOn(Connection.prototype, 'prepared').mockImplementation(function (this: Connection, text) {
    if (text.includes('"patients"')) clock.now += 1_000
    return prepared.call(this, text) as never
  })
  const answers = []
  for (let i = 0; i < 10; i++) answers.push(await list())
  expect(statusCounts(answers)).toEqual({ 200: 4, 429: 6 })
  expect(Number(answers.at(-1)!.headers.get('retry-after'))).toBeWithin(1, 11)
  success(await c.assistant.call('GET', '/api/v1/me'))
  clock.now += 10_000
  success(await list())
})

test('the time to parse a body counts as work of its credential', async () => {
  await using c = await clinic({ rateLimit: { perMinute: 60, share: roomy } })
  const clock = { now: 0 }
  using _ = spyOn(performance, 'now').mockImplementation(() => clock.now)
  const parse = JSON.parse
  using __ = spyOn(JSON, 'parse').mockImplementation((text, revive) => {
    if (text.startsWith('{"much"')) clock.now += 5_000
    return parse(text, revive)
  })
  const send = () => c.owner.call('POST', '/api/v1/tags', { much: 'work' })
  const answers = [await send(), await send(), await send()]
  expect(statusCounts(answers)).toEqual({ 400: 2, 429: 1 })
})

test('refusals of large bodies are delayed, up to 32 at a time, and further refusals close the connection at once', async () => {
  await using c = await clinic({ rateLimit: { perMinute: 60, share: { ...roomy, perSecond: 1, burst: 1 } } })
  await c.owner.call('GET', '/api/v1/me')
  const large = { 'content-length': String(1024 ** 2) }
  const answers = await atOnce(40, () => c.owner.call('POST', '/api/v1/tags', {}, large))
  expect(statusCounts(answers)).toEqual({ 429: 40 })
  // There is room to read bodies of 16 MiB, and room for another 16 MiB until their refusals.
  expect(sentAway(answers)).toHaveLength(8)
  await until('the end of the requests', () => largeBodies.remembered === 0)
})

test('a large body with a mistake is answered after a delay, but no longer counts as a large body during the delay', async () => {
  await using c = await clinic({ rateLimit: { perMinute: 60, share: roomy } })
  const { id } = await newPatient(c.owner.call)
  const { resolve: goOn, promise: held } = Promise.withResolvers<void>()
  using sleep = spyOn(Bun, 'sleep').mockImplementation((ms) =>
    ms === 250 ? held : new Promise((resolve) => setTimeout(resolve, Number(ms))),
  )
  const large = { 'content-length': String(1024 ** 2) }
  const asked = c.owner.call('POST', `/api/v1/patients/${id}/notes`, { body: 1 }, large)
  await until('a refusal that is held back', () => sleep.mock.calls.some(([ms]) => ms === 250))
  expect(largeBodies.remembered).toBe(0)
  goOn()
  problem(await asked, 400, 'validation_failed')
})

test('when too many requests of a credential wait, the next request gets 429 with `retry-after`', async () => {
  await using c = await clinic({ rateLimit: { perMinute: 60, share: { ...share, burst: 100 } } })
  const answers = await atOnce(12, (n) => c.owner.call('POST', '/api/v1/tags', { name: `tag ${n}` }))
  expect(statusCounts(answers)).toEqual({ 201: 5, 429: 7 })
  expect(sentAway(answers)).toHaveLength(0)
  for (const answer of answers.filter(({ status }) => status === 429)) {
    problem(answer, 429, 'rate_limited')
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  }
})

test('§8 With `RATE_LIMIT=off` no requests are counted, and nobody waits.', async () => {
  await using c = await clinic()
  const answers = await atOnce(400, () => c.owner.call('GET', '/api/v1/me'))
  expect(statusCounts(answers)).toEqual({ 200: 400 })
  expect(answers[0]!.headers.has('ratelimit')).toBe(false)
})

test('a request whose client leaves no longer counts as a running request, at any moment of the request', async () => {
  await using c = await clinic({
    rateLimit: { perMinute: 60, share: { ...roomy, inFlight: 1, waiting: 10 } },
  })
  await using server = listening(c)
  const headers = { authorization: `Bearer ${c.owner.token}`, 'content-type': 'application/json' }
  const opened = Promise.withResolvers<void>()
  const leaving = Array.from({ length: 5 }, () => new AbortController())
  // Each request sends only half of its body. The first request runs, and the others wait for it.
  const sent = leaving.map(({ signal }) =>
    fetch(`${server.url}/api/v1/tags`, {
      method: 'POST',
      headers,
      signal,
      body: new ReadableStream({
        start: (controller) => {
          controller.enqueue(new TextEncoder().encode('{"na'))
          opened.resolve()
        },
      }),
    }).catch(() => undefined),
  )
  await opened.promise
  for (const client of leaving) client.abort()
  await Promise.all(sent)
  success(await server.as(c.owner.token)('GET', '/api/v1/me'))
  success(await server.as(c.owner.token)('POST', '/api/v1/tags', { name: 'Recall' }), 201)
})

test('a HEAD request of a long list no longer counts as a running request after its answer', async () => {
  await using c = await clinic({ rateLimit: { perMinute: 60, share: { ...roomy, inFlight: 1 } } })
  await using server = listening(c)
  for (let i = 0; i < 300; i++)
    success(await c.owner.call('POST', '/api/v1/tags', { name: `${'x'.repeat(190)} ${i}` }), 201)
  for (const path of [
    '/api/v1/tags',
    '/api/v1/appointments?from=2026-01-01T00:00:00Z&to=2027-01-01T00:00:00Z',
  ])
    for (const method of ['HEAD', 'GET'])
      expect((await server.as(c.owner.token)(method, path)).status).toBe(200)
})
