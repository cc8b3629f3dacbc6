/** Each operation answers as the OpenAPI document says, in the envelope. Other methods and routes are not found. */
import { expect, test } from 'bun:test'
import { notFound, problem, success } from '../support/answers.ts'
import { clinic } from '../support/clinic.ts'
import { listening } from '../support/listening.ts'
import { document, expectDocumented, operations, requestOf, successOf } from '../support/openapi.ts'
import { worldClinic } from '../support/world.ts'

for (const operation of operations) {
  const name = `${operation.method} ${operation.path}`

  test(`${name} succeeds in the envelope with an answer that fits its schema`, async () => {
    await using c = await worldClinic({ signedIn: true })
    const { method, path, body } = requestOf(operation, c.world.own)
    const answer = await c.owner.call(method, path, body)
    success(answer, successOf(operation))
    expectDocumented(operation, answer)
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })
}

test('every operation also succeeds over a port', async () => {
  for (const operation of operations) {
    await using c = await worldClinic({ signedIn: true })
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

test('a method that a path does not have is answered with 404 in the envelope', async () => {
  await using c = await worldClinic({ signedIn: true })
  await using server = listening(c)
  const { own } = c.world
  for (const [path, item] of Object.entries(document.paths)) {
    const real = requestOf({ ...operations[0]!, parameters: [], path }, own).path
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']) {
      // `availability` and `options` also match the path of a record with that malformed id.
      if (method.toLowerCase() in item || /\/(availability|options)$/.test(path)) continue
      const body = ['GET', 'OPTIONS'].includes(method) ? undefined : {}
      notFound(await c.owner.call(method, real, body))
      notFound(await server.as(c.owner.token)(method, real, body))
      problem(await server.as()(method, real, body), 401, 'missing_authorization')
    }
  }
})

test('no entry can be reached under the name of the availability route', async () => {
  await using c = await clinic({ signedIn: true })
  for (const method of ['PATCH', 'DELETE'])
    notFound(await c.owner.call(method, '/api/v1/appointments/availability', {}))
})

test('HEAD answers like GET without a body, and needs a token too', async () => {
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

test('an unknown route is not found for members, and closed to everybody else', async () => {
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
