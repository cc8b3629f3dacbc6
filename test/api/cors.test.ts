/** Pages of other sites may call the API only from listed origins. */
import { expect, test } from 'bun:test'
import type { Seen } from '../../src/http/observe.ts'
import { clinic } from '../support/clinic.ts'
import { listening } from '../support/listening.ts'
import { operations, requestOf } from '../support/openapi.ts'
import { worldClinic } from '../support/world.ts'

const desk = 'https://desk.example.org'
const allowedOrigins = [desk, 'http://localhost:5173']
const others = [
  'https://evil.example',
  'https://desk.example.org.evil.example',
  'null',
  `${desk}:444`,
  `${desk}/`,
]

const asks = (origin: string, method = 'PATCH') => ({
  origin,
  'access-control-request-method': method,
  'access-control-request-headers': 'authorization,content-type',
})

const corsHeaders = (headers: Headers) =>
  [...headers.keys()].filter((name) => name.startsWith('access-control-')).sort()

test('§5 Without `ALLOWED_ORIGINS`, no answer carries a CORS header.', async () => {
  await using c = await clinic()
  for (const answer of [
    await c.owner.call('GET', '/api/v1/me', undefined, { origin: desk }),
    await c.anonymous('OPTIONS', '/api/v1/me', undefined, asks(desk)),
  ]) {
    expect(corsHeaders(answer.headers)).toEqual([])
    expect(answer.headers.has('vary')).toBe(false)
  }
  expect((await c.anonymous('OPTIONS', '/api/v1/me', undefined, asks(desk))).status).toBe(401)
})

test('§5 A CORS preflight request from an origin in `ALLOWED_ORIGINS` is answered without a token: 204, without a body.', async () => {
  const seen: Seen[] = []
  await using c = await clinic({ allowedOrigins, observe: (one) => seen.push(one) })
  await using server = listening(c)
  for (const origin of allowedOrigins)
    for (const { method, path } of operations) {
      const { status, headers, text } = await server.as()('OPTIONS', path, undefined, asks(origin, method))
      expect([status, text]).toEqual([204, ''])
      expect(headers.get('access-control-allow-origin')).toBe(origin)
      expect(headers.get('access-control-allow-methods')!.split(', ')).toContain(method)
      expect(headers.get('access-control-allow-headers')).toBe(
        'authorization, content-type, idempotency-key, if-match, if-none-match, last-event-id',
      )
      expect(headers.get('access-control-max-age')).toBe('7200')
      expect(headers.get('vary')).toBe('origin')
      expect(headers.has('access-control-allow-credentials')).toBe(false)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('x-request-id')).toStartWith('req_')
    }
  expect(seen.length).toBe(allowedOrigins.length * operations.length)
  expect(seen[0]).toMatchObject({ route: 'preflight', status: 204 })
})

test('§5 Pages of an origin in `ALLOWED_ORIGINS` can read refusals as well as successes.', async () => {
  await using c = await worldClinic({ signedIn: true, allowedOrigins })
  const { own } = c.world
  for (const operation of operations) {
    const { method, path, body } = requestOf(operation, own)
    for (const call of [c.assistant.call, c.anonymous]) {
      const { headers } = await call(method, path, body, { origin: desk })
      expect(headers.get('access-control-allow-origin'), `${method} ${path}`).toBe(desk)
      expect(headers.get('access-control-expose-headers')).toBe(
        'x-request-id, retry-after, ratelimit, ratelimit-policy, etag, idempotency-replayed',
      )
      expect(headers.get('vary')).toBe('origin')
      expect(headers.has('access-control-allow-credentials')).toBe(false)
    }
  }
})

test('a page of an allowed origin can also read a 429 answer', async () => {
  const share = { perSecond: 1, burst: 1, inFlight: 1, waiting: 1 }
  await using c = await clinic({ allowedOrigins, rateLimit: { perMinute: 60, share } })
  const me = () => c.owner.call('GET', '/api/v1/me', undefined, { origin: desk })
  await me()
  const { status, headers } = await me()
  expect(status).toBe(429)
  expect(headers.get('access-control-allow-origin')).toBe(desk)
})

test('§5 Pages of another site may call the API only when `ALLOWED_ORIGINS` lists the origin of the site, to the letter.', async () => {
  await using c = await clinic({ allowedOrigins })
  for (const origin of others) {
    const answer = await c.owner.call('GET', '/api/v1/me', undefined, { origin })
    expect([answer.status, corsHeaders(answer.headers)]).toEqual([200, []])
    expect(answer.headers.get('vary')).toBe('origin')
    const preflight = await c.anonymous('OPTIONS', '/api/v1/me', undefined, asks(origin))
    expect([preflight.status, corsHeaders(preflight.headers)]).toEqual([401, []])
  }
})

test('§5 No page of another site can read the answer of a route that needs no token.', async () => {
  await using c = await clinic({ allowedOrigins })
  for (const [method, path] of [
    ['POST', '/auth/sign-in/options'],
    ['POST', '/visit/look'],
    ['GET', '/sign-in'],
    ['OPTIONS', '/auth/sign-in/options'],
  ] as const) {
    const { status, headers } = await c.anonymous(
      method,
      path,
      method === 'POST' ? {} : undefined,
      asks(desk),
    )
    expect(status).not.toBe(204)
    expect(corsHeaders(headers)).toEqual([])
  }
})

test('an OPTIONS request that is no CORS preflight gets 401 without a token and 404 with a token', async () => {
  await using c = await clinic({ allowedOrigins })
  expect((await c.anonymous('OPTIONS', '/api/v1/me', undefined, { origin: desk })).status).toBe(401)
  expect((await c.owner.call('OPTIONS', '/api/v1/me', undefined, { origin: desk })).status).toBe(404)
})
