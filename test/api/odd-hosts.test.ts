/** Bun gives a bare path as the request's URL when the Host header cannot stand in one. The gate must not care. */
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

/** The heads of a request for a path: with each odd Host, without one in HTTP/1.0, and with an absolute address. */
const heads = (method: string, path: string) => [
  ...hosts.map((host) => [`${method} ${path} HTTP/1.1`, `Host: ${host}`]),
  [`${method} ${path} HTTP/1.0`],
  [`${method} ${path} HTTP/1.0`, 'Host: a@b:c'],
  [`${method} http://a@b:c${path} HTTP/1.1`, 'Host: a@b:c'],
]

const send = (server: Listening, head: string[], headers: string[], body = '') =>
  server.raw([...head, 'Connection: close', ...headers, '', body].join('\r\n'))

/** Bun's own parser turns some requests away with an empty answer before we see them. */
const refusedByBun = ({ status, text }: { status: number; text: string }) => status === 400 && text === ''

test('whatever the Host header says, an unknown route of the API needs a token', async () => {
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

test('whatever the Host header says, nothing is told about a body without a token', async () => {
  await using c = await clinic()
  await using server = listening(c)
  for (const head of heads('POST', '/api/v1/patients')) {
    const answer = await send(server, head, ['Content-Type: application/json', 'Content-Length: 2'], '{}')
    if (refusedByBun(answer)) continue
    expect({ head, status: answer.status }).toEqual({ head, status: 401 })
    expect(answer.text).not.toContain('firstName')
  }
})

test('whatever the Host header says, a good token is let in and its query is read', async () => {
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

test('what is not known to be open needs a token', async () => {
  await using c = await clinic()
  for (const path of ['/nope', '/admin', '/authentic', '/docsx', '/api', '/api/v2/patients', '/visits']) {
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
