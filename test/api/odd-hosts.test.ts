/**
 * Bun gives only a path as the request's URL when the Host header cannot be part of a URL. The check of the token must
 * still happen.
 */
import { expect, test } from 'bun:test'
import { clinic } from '../support/clinic.ts'
import { type Listening, listening } from '../support/listening.ts'

const hosts = [
  'a@b:c',
  'a b',
  '',
  'localhost:port',
  '[::1',
  '/',
  '//',
  '/docs/x',
  '?',
  '#',
  'ä',
  'localhost/docs/',
]

/** The heads of requests for a path: with each odd Host, in HTTP/1.0 without a Host, and with an absolute URL. */
const heads = (method: string, path: string) => [
  ...hosts.map((host) => [`${method} ${path} HTTP/1.1`, `Host: ${host}`]),
  [`${method} ${path} HTTP/1.0`],
  [`${method} ${path} HTTP/1.0`, 'Host: a@b:c'],
  [`${method} http://a@b:c${path} HTTP/1.1`, 'Host: a@b:c'],
]

const send = (server: Listening, head: string[], headers: string[], body = '') =>
  server.raw([...head, 'Connection: close', ...headers, '', body].join('\r\n'))

/** Bun's own parser refuses some requests with an empty answer before the service sees them. */
const refusedByBun = ({ status, text }: { status: number; text: string }) => status === 400 && text === ''

test('§5 No Host header changes which paths need a token.', async () => {
  await using c = await clinic()
  await using server = listening(c)
  let seen = 0
  for (const path of ['/api/v1/nope', '/api/v1', '/api/v1/patients', '/api/v1/patients?limit=1'])
    for (const head of heads('GET', path)) {
      const answer = await send(server, head, [])
      if (refusedByBun(answer)) continue
      seen++
      expect({ head, status: answer.status }).toEqual({ head, status: 401 })
    }
  expect(seen).toBeGreaterThan(20)
})

test('a request without a token is refused before its body is checked, also when its Host header is odd', async () => {
  await using c = await clinic()
  await using server = listening(c)
  for (const head of heads('POST', '/api/v1/patients')) {
    const answer = await send(server, head, ['Content-Type: application/json', 'Content-Length: 2'], '{}')
    if (refusedByBun(answer)) continue
    expect({ head, status: answer.status }).toEqual({ head, status: 401 })
    expect(answer.text).not.toContain('firstName')
  }
})

test('no path below an open route reaches the API without a token, whatever the Host header is', async () => {
  await using c = await clinic()
  await using server = listening(c)
  const short = ['a', 'ab', 'abc', 'abcd'].map((host) => ['HTTP/1.1', `Host: ${host}`])
  const bare = [['HTTP/1.1', 'Host: a@b:c'], ['HTTP/1.0']]
  let seen = 0
  for (const folder of ['pages', 'auth', 'docs', 'visit'])
    for (const between of ['', ...Array.from({ length: 10 }, (_, i) => `/${'x'.repeat(i + 1)}`)])
      for (const [version, ...host] of [...short, ...bare])
        for (const type of ['application/json', 'text/plain']) {
          const head = [`POST /${folder}${between}/api/v1/patients ${version}`, ...host]
          const answer = await send(server, head, [`Content-Type: ${type}`, 'Content-Length: 2'], '{]')
          if (refusedByBun(answer)) continue
          seen++
          expect({ head, status: answer.status }).toEqual({ head, status: 401 })
        }
  expect(seen).toBeGreaterThan(400)
})

test('a request with a valid token is answered according to its query, also when its Host header is odd', async () => {
  await using c = await clinic()
  await using server = listening(c)
  let seen = 0
  for (const head of heads('GET', '/api/v1/patients?limit=7')) {
    const answer = await send(server, head, [`Authorization: Bearer ${c.owner.token}`])
    if (refusedByBun(answer)) continue
    seen++
    expect({ head, status: answer.status }).toEqual({ head, status: 200 })
    expect(JSON.parse(answer.text).data.limit).toBe(7)
  }
  expect(seen).toBeGreaterThan(5)
})

test('§5 Outside `/api/v1`, every path needs a token, except the exact paths of the routes that are open to everybody.', async () => {
  await using c = await clinic()
  const below = ['/pages/nope', '/docs/nope', '/auth/nope', '/visit/nope', '/docs/guide/nope']
  for (const path of ['/nope', '/admin', '/authentic', '/docsx', '/api', '/api/v2/patients', ...below]) {
    expect((await c.anonymous('GET', path)).status).toBe(401)
    expect((await c.owner.call('GET', path)).status).toBe(404)
  }
  for (const path of [
    '/',
    '/docs',
    '/openapi.json',
    '/sign-in',
    '/setup',
    '/enrol',
    '/account',
    '/pages/style.css',
  ])
    expect([200, 303]).toContain((await c.anonymous('GET', path)).status)
})
