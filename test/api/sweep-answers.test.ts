/** Each operation answers as the OpenAPI document describes. Other methods and routes get 404. */
import { expect, test } from 'bun:test'
import { notFound, problem, success } from '../support/answers.ts'
import { clinic } from '../support/clinic.ts'
import { listening } from '../support/listening.ts'
import { document, expectDocumented, operations, requestOf, successOf } from '../support/openapi.ts'
import { sharedWorld, worldClinic, worldsFor } from '../support/world.ts'

const worldFor = worldsFor(sharedWorld())

for (const operation of operations) {
  const name = `${operation.method} ${operation.path}`

  test(`§4 Every operation answers as the OpenAPI document says. No browser or proxy may store the answer: \`Cache-Control: no-store\`. ${name}`, async () => {
    await using c = await worldFor(operation)
    const { method, path, body } = requestOf(operation, c.world.own)
    const answer = await c.owner.call(method, path, body)
    success(answer, successOf(operation))
    expectDocumented(operation, answer)
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })
}

test('§1 Every success is `{ data, requestId }`, and the header `X-Request-Id` carries the same id.', async () => {
  for (const operation of operations) {
    await using c = await worldFor(operation)
    await using server = listening(c)
    const { method, path, body } = requestOf(operation, c.world.own)
    const answer = await server.as(c.owner.token)(method, path, body)
    success(answer, successOf(operation))
    expectDocumented(operation, answer)
  }
})

test('every answer has a request id of its own', async () => {
  await using c = await clinic({ signedIn: true })
  const names = new Set<string>()
  for (const call of [c.owner.call, c.anonymous])
    for (let i = 0; i < 20; i++) names.add((await call('GET', '/api/v1/me')).body.requestId)
  expect(names.size).toBe(40)
})

test('§1 A request with a method that its path does not have is 404 `not_found`.', async () => {
  await using c = await worldClinic({ signedIn: true })
  await using server = listening(c)
  const { own } = c.world
  for (const [path, item] of Object.entries(document.paths)) {
    const real = requestOf({ ...operations[0]!, parameters: [], path }, own).path
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']) {
      // The paths with `availability` and `options` also match a record with this word as a malformed id.
      if (method.toLowerCase() in item || /\/(availability|options)$/.test(path)) continue
      const body = ['GET', 'OPTIONS'].includes(method) ? undefined : {}
      notFound(await c.owner.call(method, real, body))
      notFound(await server.as(c.owner.token)(method, real, body))
      problem(await server.as()(method, real, body), 401, 'missing_authorization')
    }
  }
})

test('PATCH and DELETE of the availability route get 404', async () => {
  await using c = await clinic({ signedIn: true })
  for (const method of ['PATCH', 'DELETE'])
    notFound(await c.owner.call(method, '/api/v1/appointments/availability', {}))
})

test('§1 A `HEAD` request gets the same answer as a `GET`, without the body.', async () => {
  await using c = await worldClinic({ signedIn: true })
  await using server = listening(c)
  const { own } = c.world
  for (const operation of operations) {
    if (operation.method !== 'GET') continue
    const { path } = requestOf(operation, own)
    const send = (token?: string) =>
      fetch(server.url + path, {
        method: 'HEAD',
        headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      })
    for (const [answer, status] of [
      [await send(c.owner.token), 200],
      [await send(), 401],
      [await send('ck_wrong'), 401],
    ] as const) {
      expect(answer.status).toBe(status)
      expect(await answer.text()).toBe('')
      expect(answer.headers.get('x-request-id')).toStartWith('req_')
    }
  }
})

test('§9 The version is in the path, `/api/v1`. Other versions and unknown paths are not found, and without a token they are 401.', async () => {
  await using c = await clinic({ signedIn: true })
  await using server = listening(c)
  const paths = ['/nothing', '/api', '/api/v2/me', '/api/v10', '/package.json']
  for (const path of paths) {
    for (const call of [c.owner.call, server.as(c.owner.token)]) notFound(await call('GET', path))
    for (const call of [c.anonymous, server.as()])
      problem(await call('GET', path), 401, 'missing_authorization')
  }
  notFound(await c.owner.call('GET', '/docs/nothing'))
  problem(await c.anonymous('GET', '/docs/nothing'), 401, 'missing_authorization')
})
