/** Every route with a body refuses odd values in every place of the body, also the routes that need no token. */
import { expect, test } from 'bun:test'
import { problem } from '../support/answers.ts'
import type { Answer, Client } from '../support/client.ts'
import { type Clinic, clinic } from '../support/clinic.ts'
import { listening } from '../support/listening.ts'
import { bodySchema, operations, requestOf } from '../support/openapi.ts'
import { newWorld } from '../support/world.ts'

interface Target {
  readonly method: string
  readonly path: string
  readonly body: unknown
}

const response = { id: 'x', response: { clientDataJSON: 'eyJjaGFsbGVuZ2UiOiJ4In0' } }
const link = 'x'.repeat(43)
const hours = {
  mon: [{ start: '09:00', end: '17:00' }],
  tue: [],
  wed: [],
  thu: [],
  fri: [],
  sat: [],
  sun: [],
}

/** The routes that need no token, each with a valid body. */
const openTargets: readonly Target[] = Object.entries({
  '/auth/setup/open': { link },
  '/auth/setup/options': {
    link,
    practiceName: 'Praxis',
    timezone: 'Europe/Berlin',
    pack: 'dental',
    workingHours: hours,
    ownerName: 'Zoé',
    ownerEmail: 'zoe@example.org',
  },
  '/auth/setup': { response },
  '/auth/enrol/open': { link },
  '/auth/enrol/options': { link, name: 'Jonas' },
  '/auth/enrol': { response },
  '/auth/sign-in/options': {},
  '/auth/sign-in': { response },
  '/auth/session-end': { token: 'x', practiceId: '0194c6a0-0000-7000-8000-000000000000' },
  '/visit/look': { token: 'x' },
  '/visit/answer': { token: 'x', ticket: 'x', answer: 'confirmed' },
  '/visit/opt-out': { token: 'x', ticket: 'x' },
  '/visit/confirm': { token: 'x', ticket: 'x' },
  '/visit/opt-in': { token: 'x', ticket: 'x' },
}).map(([path, body]) => ({ method: 'POST', path, body }))

/** JSON objects with field names that have a meaning in JavaScript. No field accepts them. */
const oddObjects = [
  ...['toString', 'valueOf', 'toJSON', 'constructor', '__proto__', 'then', 'length'].flatMap((name) => [
    `{"${name}":1}`,
    `{"${name}":{"${name}":null}}`,
  ]),
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"__proto__":{"polluted":true}}',
  `${'{"a":'.repeat(25)}1${'}'.repeat(25)}`,
]

/** JSON values that few fields accept. For example, an empty list means a closed day. */
const oddValues = [
  ...['1e400', '-1e400', '1e-400', '-0.5', '12345678901234567890.5'],
  ...['[]', '[null]', '[[[]]]', '{}', `${'['.repeat(25)}${']'.repeat(25)}`],
]

const large = `[${Array(500_000).fill(1)}]`

interface Place {
  readonly path: readonly string[]
  /** Returns the body as JSON, with the given JSON in this place. */
  readonly with: (json: string) => string
}

const mark = 'the place'

/** Returns the place of every value inside a body, and of the whole body. */
function placesIn(body: unknown): Place[] {
  const places: Place[] = []
  const visit = (path: string[], value: unknown, put: (inner: unknown) => unknown): void => {
    const [before, after] = JSON.stringify(put(mark)).split(JSON.stringify(mark))
    places.push({ path, with: (json) => before + json + after })
    if (typeof value !== 'object' || value === null) return
    for (const [key, inner] of Object.entries(value))
      visit([...path, key], inner, (changed) =>
        put(Array.isArray(value) ? value.with(Number(key), changed) : { ...value, [key]: changed }),
      )
  }
  visit([], body, (inner) => inner)
  return places
}

/** Expects an answer in the usual JSON format, without a fault. It may repeat only little of the request. */
function expectSound(c: Clinic, answer: Answer, statuses: readonly number[], said: string): void {
  expect(c.faults.splice(0), said).toEqual([])
  expect(answer.status, `${said} → ${answer.text}`).toBeOneOf([...statuses])
  if (answer.status === 400) problem(answer, 400, 'validation_failed')
  expect(answer.text.length, said).toBeLessThan(100_000)
  expect({}, said).not.toHaveProperty('polluted')
}

/** Puts odd values in every place of a valid body. The answer of an authenticator may contain unknown fields. */
async function sweep(c: Clinic, call: Client, { method, path, body }: Target): Promise<void> {
  for (const place of placesIn(body)) {
    const said = `${method} ${path} at ${place.path.join('.')}: `
    const known = place.path[0] !== 'response' || place.path.length === 1
    for (const json of oddObjects) {
      const answer = await call(method, path, place.with(json))
      expectSound(c, answer, known ? [400] : [200, 201, 400, 401], said + json)
    }
    // 409: an odd value can be valid, for example as a name. An earlier request may have used the name.
    for (const json of oddValues)
      expectSound(c, await call(method, path, place.with(json)), [200, 201, 400, 401, 409], said + json)
  }
}

/** Puts a list of 1 MB in every field of a valid body, and also sends it instead of the body. */
async function sweepLarge(c: Clinic, call: Client, { method, path, body }: Target): Promise<void> {
  for (const place of placesIn(body)) {
    if (place.path.length > 1) continue
    const answer = await call(method, path, place.with(large))
    // 413: most routes accept no body of this size.
    expectSound(c, answer, [400, 413], `${method} ${path} at ${place.path}`)
  }
}

const apiTargets = async (c: Clinic): Promise<Target[]> => {
  const { own } = await newWorld(c)
  return operations
    .filter((operation) => bodySchema(operation) !== undefined)
    .map((operation) => ({ body: undefined, ...requestOf(operation, own) }))
}

const allTargets = async (c: Clinic) => [
  ...(await apiTargets(c)).map((target) => ({ call: c.owner.call, target })),
  ...openTargets.map((target) => ({ call: c.anonymous, target })),
]

test('the test with odd values covers every route that needs no token', async () => {
  await using c = await clinic()
  const paths = c.app.routes.map(({ path }) => path).filter((path) => /^\/(auth|visit)\//.test(path))
  expect(openTargets.map(({ path }) => path).sort()).toEqual(paths.sort())
})

test('§7 No request makes the service answer 500, whatever values its body holds.', async () => {
  await using c = await clinic({ signedIn: true })
  for (const { call, target } of await allTargets(c)) await sweep(c, call, target)
})

test('a list of 1 MB in a field for another type is refused with a JSON error', async () => {
  await using c = await clinic({ signedIn: true })
  for (const { call, target } of await allTargets(c)) await sweepLarge(c, call, target)
})

test('no route repeats an unknown field name of 15 KB completely in its error', async () => {
  await using c = await clinic({ signedIn: true })
  for (const { call, target } of await allTargets(c)) {
    const answer = await call(target.method, target.path, { ['x'.repeat(15_000)]: 1 })
    expectSound(c, answer, [400], target.path)
    expect(answer.text.length).toBeLessThan(5_000)
  }
})

test('the error for 250 unknown fields with long names names 200 of them in less than 100 KB', async () => {
  await using c = await clinic({ signedIn: true })
  const body = Object.fromEntries(Array.from({ length: 250 }, (_, i) => [`${i}${'é'.repeat(100)}`, 1]))
  const answer = await c.owner.call('POST', '/api/v1/patients', body)
  expectSound(c, answer, [400], 'long names')
  expect(answer.body.error.details).toHaveLength(200)
})

test('over a port, a value with its own `toString` is refused, with and without a token', async () => {
  await using c = await clinic({ signedIn: true })
  await using server = listening(c)
  for (const path of ['/auth/setup/open', '/auth/enrol/open', '/visit/look'])
    for (const field of ['link', 'token'])
      expectSound(c, await server.as()('POST', path, `{"${field}":{"toString":1}}`), [400], path)
  const patient = '{"firstName":{"toString":1},"lastName":"x"}'
  expectSound(c, await server.as(c.owner.token)('POST', '/api/v1/patients', patient), [400], patient)
})
