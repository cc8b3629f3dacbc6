/** Every route refuses query parameters that it does not know, also the routes that need no token. */
import { expect, test } from 'bun:test'
import { invalid, pathsOf, success } from '../support/answers.ts'
import { type Clinic, clinic } from '../support/clinic.ts'
import { listening } from '../support/listening.ts'
import { expectDocumented, type Operation, operations, requestOf } from '../support/openapi.ts'
import { sharedWorld, worldClinic, worldsFor } from '../support/world.ts'

const isLenient = ({ method, path }: Operation) => method === 'GET' && path === '/api/v1/patients'

/** Odd parameter names, which query parsers or JavaScript objects may treat in a special way. */
const oddNames = [
  ...['unexpected', '__proto__', 'constructor', 'hasOwnProperty', 'toString', 'toJSON', 'length'],
  ...['a[b]', 'a[]', 'a.b', 'a/b', 'a~b', '0', ' ', '\0', 'é', '%', 'From', 'from ', 'date.'],
]

const withQuery = (path: string, query: string) => `${path}${path.includes('?') ? '&' : '?'}${query}`

/** Returns the paths of the routes that need no token. Each of them takes a body and no query. */
const openRoutes = ({ app }: Clinic) =>
  app.routes.map(({ path }) => path).filter((path) => /^\/(auth|visit)\//.test(path))

const unchanged = sharedWorld()
const worldFor = worldsFor(unchanged)

for (const operation of operations) {
  if (isLenient(operation)) continue
  const name = `${operation.method} ${operation.path}`

  test(`§1 An unknown query parameter is refused, and the refusal names the parameter. An operation without parameters refuses every parameter. ${name}`, async () => {
    await using c = await worldFor(operation)
    const { method, path, body } = requestOf(operation, c.world.own)
    const sent = (query: string) => c.owner.call(method, withQuery(path, query), body)
    for (const odd of oddNames)
      for (const value of ['', '=', '=1', '=%5B1%5D', '=%7B%22a%22%3A1%7D']) {
        const answer = await sent(encodeURIComponent(odd) + value)
        invalid(answer, odd)
        expectDocumented(operation, answer)
      }
    invalid(await sent('=1'), '')
    invalid(await sent('one=1&two&one=2'), 'one', 'two')
    const many = Array.from({ length: 1_000 }, (_, i) => `x${i}`).join('&')
    expect(pathsOf(await sent(many))).toHaveLength(200)
    expect((await sent('&&')).status).toBeWithin(200, 202)
  })

  test(`§1 A query parameter that is sent twice is refused, and the refusal names the parameter. ${name}`, async () => {
    await using c = await unchanged()
    const { own } = c.world
    const { method, path, body } = requestOf(operation, own)
    for (const { name, example, in: place } of operation.parameters) {
      if (place !== 'query') continue
      const value = encodeURIComponent(String(own[name as keyof typeof own] ?? example))
      for (const pair of [
        `${name}=${value}&${name}=${value}`,
        `${name}=${value}&${name}=`,
        `${name}&${name}`,
      ])
        invalid(
          await c.owner.call(method, withQuery(path.replace(/\?.*/, `?${others(path, name)}`), pair), body),
          name,
        )
    }
  })
}

/** Returns the query of a path without one of its parameters. */
function others(path: string, name: string): string {
  const query = new URLSearchParams(path.split('?')[1])
  query.delete(name)
  return query.toString()
}

test('every route without a token refuses a query parameter, and the error names the parameter', async () => {
  await using c = await clinic()
  const paths = openRoutes(c)
  expect(paths.length).toBeGreaterThan(9)
  for (const path of paths)
    for (const odd of oddNames)
      invalid(await c.anonymous('POST', `${path}?${encodeURIComponent(odd)}=1`, {}), odd)
})

test('over a port, every route names the unknown query parameters exactly as they were sent', async () => {
  await using c = await worldClinic({ signedIn: true })
  await using server = listening(c)
  const { own } = c.world
  for (const operation of operations) {
    if (isLenient(operation)) continue
    const { method, path, body } = requestOf(operation, own)
    const answer = await server.as(c.owner.token)(method, withQuery(path, '__proto__=1&a%5Bb%5D=2'), body)
    invalid(answer, '__proto__', 'a[b]')
  }
  const head = ['GET /api/v1/me?x=1#y=2 HTTP/1.1', 'Host: a?b=1', 'Connection: close']
  const { status, text } = await server.raw(
    [...head, `Authorization: Bearer ${c.owner.token}`, '', ''].join('\r\n'),
  )
  expect(status).toBe(400)
  expect(JSON.parse(text).error.details.map(({ path }: { path: string }) => path)).toEqual(['x'])
})

test('§4.1 The list of patients ignores unknown query parameters. When a parameter is sent several times, its first value counts.', async () => {
  await using c = await clinic()
  const page = async (query: string) => success(await c.owner.call('GET', `/api/v1/patients?${query}`))
  for (const odd of oddNames) await page(`${encodeURIComponent(odd)}=1`)
  expect(await page('limit=7&limit=9&offset=3&offset=x')).toMatchObject({ limit: 7, offset: 3 })
  expect(await page('limit=&limit=9')).toMatchObject({ limit: 50 })
})
