/** Paths that `fetch` would normalize. No such path may reach data without a token. */
import { expect, test } from 'bun:test'
import { type Clinic, clinic } from '../support/clinic.ts'
import { type Listening, listening, type RawAnswer } from '../support/listening.ts'
import { newPatient } from '../support/records.ts'

const odd = [
  '//api/v1/patients',
  '///api/v1/patients',
  '/api//v1/patients',
  '/api/v1//patients',
  '/api/v1/patients/',
  '/api/v1/patients//',
  '/./api/v1/patients',
  '/docs/../api/v1/patients',
  '/api/v1/../v1/patients',
  '/api/v1/./patients',
  '/%61pi/v1/patients',
  '/api/v%31/patients',
  '/api%2Fv1%2Fpatients',
  '/api%2fv1/patients',
  '/api/v1%2Fpatients',
  '/api/v1/%70atients',
  '/%2Fapi/v1/patients',
  '/%2e/api/v1/patients',
  '/API/V1/patients',
  '/api/v1/PATIENTS',
  '/api/v1;/patients',
  '/api/v1/patients;x=1',
  '/api/v1/patients%00',
  '/api/v1/patients%20',
  '/api/v1/patients%0d%0a',
  '/api/v1/patients/%',
  '/api/v1/patients/%zz',
  '/api/v1/patients/%ff',
  '/api/v1/patients/%c0%ae',
  '/%ff/api/v1/patients',
  '\\api\\v1\\patients',
  '/\\api/v1/patients',
  '/api/v1\\patients',
  '/?/api/v1/patients',
  '/api/v1?/patients',
  '/api/v1#/patients',
  '/api/v1/patients#x',
  '/docs#/../api/v1/patients',
  'http://localhost/api/v1/patients',
  'http://localhost//api/v1/patients',
  'http://elsewhere.example/api/v1/patients',
  'http://localhost?/api/v1/patients',
  'api/v1/patients',
  '*',
]

const ask = (server: Listening, path: string, ...headers: string[]) =>
  server.raw(
    [`GET ${path} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...headers, '', ''].join('\r\n'),
  )

async function withSecret(c: Clinic) {
  await newPatient(c.owner.call, { firstName: 'Geheim', lastName: 'Geheimnis' })
}

/** Expects the usual JSON format. Two answers may be empty: Bun's 400 for malformed HTTP, and the 303 for `/`. */
function expectEnveloped({ status, head, text }: RawAnswer, path: string): void {
  if ((status === 400 || status === 303) && text === '') return
  expect(head, path).toContain('content-type: application/json')
  const body = JSON.parse(text)
  expect(head, path).toContain(`x-request-id: ${body.requestId}`)
  expect('data' in body || body.error.status === status, path).toBe(true)
}

test.each(odd)('the path %s reaches no data without a token', async (path) => {
  await using c = await clinic()
  await using server = listening(c)
  await withSecret(c)
  for (const headers of [
    [],
    ['Authorization: Bearer ck_wrong'],
    ['Authorization: '],
    ['Authorization : Bearer x'],
  ]) {
    const answer = await ask(server, path, ...headers)
    expect([303, 400, 401, 404], `${path} ${answer.status} ${answer.text}`).toContain(answer.status)
    expect(answer.text).not.toContain('Geheim')
    expectEnveloped(answer, path)
  }
})

test('with a token, odd paths get JSON answers and show only data of the caller’s practice', async () => {
  await using c = await clinic()
  await using server = listening(c)
  await withSecret(c)
  for (const path of odd) {
    const own = await ask(server, path, `Authorization: Bearer ${c.owner.token}`)
    expect([200, 303, 400, 404], `${path} ${own.status} ${own.text}`).toContain(own.status)
    expectEnveloped(own, path)
    const foreign = await ask(server, path, `Authorization: Bearer ${c.stranger.token}`)
    expect(foreign.text).not.toContain('Geheim')
  }
})

test('a request with two Authorization headers is refused', async () => {
  await using c = await clinic()
  await using server = listening(c)
  const good = `Authorization: Bearer ${c.owner.token}`
  for (const headers of [
    [good, 'Authorization: Bearer ck_wrong'],
    ['Authorization: Bearer ck_wrong', good],
  ])
    expect((await ask(server, '/api/v1/me', ...headers)).status).toBe(401)
})

test('a header cannot replace the method or the path of a request', async () => {
  await using c = await clinic()
  await using server = listening(c)
  await withSecret(c)
  const answer = await ask(
    server,
    '/api/v1/patients',
    `Authorization: Bearer ${c.owner.token}`,
    'X-HTTP-Method-Override: DELETE',
    'X-Original-URL: /api/v1/me',
  )
  expect(JSON.parse(answer.text).data.patients).toHaveLength(1)
})
