/**
 * Every answer has the same security headers. The tests use a port, because Bun's own answers and streams do not pass
 * through `app.handle`.
 */
import { expect, test } from 'bun:test'
import type { Answer } from '../support/client.ts'
import { clinic } from '../support/clinic.ts'
import { listening } from '../support/listening.ts'
import { absentId } from '../support/records.ts'
import { serving } from '../support/serving.ts'

const always = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

function expectHeaders(answer: Answer, said: string, https = false): void {
  for (const [name, value] of Object.entries(always))
    expect({ said, name, value: answer.headers.get(name) }).toEqual({ said, name, value })
  const permissions = answer.headers.get('permissions-policy')
  expect(permissions, said).toContain('publickey-credentials-create=(self), publickey-credentials-get=(self)')
  expect(answer.headers.get('strict-transport-security'), said).toBe(https ? 'max-age=31536000' : null)
}

test('§1 Every answer has the same security headers, with a token and without one, whatever the method.', async () => {
  await using c = await clinic()
  await using server = listening(c)
  expect(c.app.routes.length).toBeGreaterThan(60)
  const statuses = new Set<number>()
  for (const { method, path } of c.app.routes) {
    const real = path.replaceAll(/:\w+/g, absentId)
    for (const call of [server.as(c.owner.token), server.as()])
      for (const sent of method === 'GET' ? ['GET', 'HEAD'] : [method]) {
        const answer = await call(sent, real, sent === 'GET' || sent === 'HEAD' ? undefined : {})
        expectHeaders(answer, `${sent} ${real} ${answer.status}`)
        statuses.add(answer.status)
      }
  }
  for (const status of [200, 400, 401, 403, 404]) expect([...statuses]).toContain(status)
})

test('error answers, streams and answers without a route have the same security headers', async () => {
  await using c = await clinic({ rateLimit: { perMinute: 1 } })
  await using server = listening(c)
  const [mine, anybody] = [server.as(c.owner.token), server.as()]
  const etag = (await anybody('GET', '/sign-in')).headers.get('etag')!
  const week = 'from=2026-03-02T00:00:00Z&to=2026-03-09T00:00:00Z'
  const expected: [status: number, answer: Promise<Answer>][] = [
    [201, mine('POST', '/api/v1/tags', { name: 'Recall' })],
    [404, mine('GET', '/nowhere')],
    [404, mine('OPTIONS', '/api/v1/me')],
    [401, anybody('GET', '/docs/nothing')],
    [401, anybody('GET', '/api/v1/nowhere')],
    [200, mine('GET', `/api/v1/appointments?${week}`)],
    [304, anybody('GET', '/sign-in', undefined, { 'if-none-match': etag })],
    [413, mine('POST', '/api/v1/tags', ' '.repeat(2 ** 20 + 1))],
    [415, mine('POST', '/api/v1/tags', '{}', { 'content-type': 'text/plain' })],
  ]
  for (const [status, answered] of expected) {
    const answer = await answered
    expect(answer.status).toBe(status)
    expectHeaders(answer, String(status))
  }
  await anybody('POST', '/auth/sign-in/options', {})
  const tooMany = await anybody('POST', '/auth/sign-in/options', {})
  expect(tooMany.status).toBe(429)
  expectHeaders(tooMany, '429')
})

test('§1 When `PUBLIC_URL` is https, every answer tells browsers to use only https for a year (`Strict-Transport-Security`).', async () => {
  await using c = await clinic({ https: true })
  for (const path of ['/', '/sign-in', '/docs', '/openapi.json', '/api/v1/me', '/nowhere'])
    expectHeaders(await c.anonymous('GET', path), path, true)
})

test('answers to health checks have the security headers', async () => {
  await using server = await serving()
  for (const path of ['/livez', '/readyz']) expectHeaders(await server.as()('GET', path), path)
})
