/** Random requests over every route, most of them nonsense. */
import { expect } from 'bun:test'
import fc from 'fast-check'
import { createToken } from '../../src/features/tokens/actions.ts'
import { type Answer, type Client, client } from './client.ts'
import { type Clinic, monday } from './clinic.ts'
import { inviteMember } from './members.ts'
import { bodySchema, operations } from './openapi.ts'
import { absentId } from './records.ts'
import { secretOf } from './sign-in.ts'
import { newWorld } from './world.ts'

export const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'PROPFIND', 'SEARCH']

const encoded = fc.string({ unit: 'binary' }).map((text) => encodeURIComponent(text.toWellFormed()))
const percents = fc
  .array(fc.integer({ min: 0, max: 255 }))
  .map((bytes) => bytes.map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''))
const raw = fc.string({ unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)) })
export const segment = fc.oneof(
  encoded,
  percents,
  raw,
  fc.constantFrom(absentId, '.', '..', '', '%', '%2F', '%00', '__proto__', '*', 'availability'),
)

const json = fc.jsonValue({ noUnicodeString: false }) as fc.Arbitrary<unknown>

/** An authenticator's answer whose client data are any JSON value. */
const oddPasskey = fc
  .oneof(json, fc.record({ challenge: json, type: json, origin: json }, { requiredKeys: [] }))
  .map((data) => Buffer.from(JSON.stringify(data)).toString('base64url'))
  .map((clientDataJSON) => ({ id: 'AAAA', response: { clientDataJSON } }))

/** Fields of the routes that need no token. The OpenAPI document does not list these routes. */
const openFields = ['link', 'token', 'answer', 'response', 'practiceName', 'ownerName', 'ownerEmail']
const fieldNames = [
  ...openFields,
  ...operations.flatMap((operation) => Object.keys(bodySchema(operation)?.properties ?? {})),
]
const parameterNames = operations.flatMap(({ parameters }) => parameters.map(({ name }) => name))
export const value = fc.oneof(
  json,
  fc.string({ unit: 'binary' }),
  fc.constantFrom<unknown>(
    null,
    -0,
    1e308,
    '2026-03-10T09:00:00Z',
    '9999-12-31T23:59:59.999Z',
    '0000-01-01T00:00:00Z',
    '2026-03-10',
    absentId,
    'appointment',
    'Europe/Berlin',
    'new',
  ),
)
const body = fc.oneof(
  fc
    .dictionary(fc.constantFrom(...fieldNames), value, { maxKeys: 8 })
    .map((fields) => JSON.stringify(fields)),
  fc.dictionary(fc.string(), value).map((fields) => JSON.stringify(fields)),
  fc.json(),
  fc.string({ unit: 'binary' }),
  fc.constant(undefined),
)
const condition = fc.constantFrom('*', '"1"', 'W/"1"', '"1", "2"', '1', '"', ',')
export const headers = fc
  .record(
    {
      'content-type': fc.constantFrom('application/json', 'text/plain', 'multipart/form-data', ';', 'x'),
      accept: fc.constantFrom('text/html', '*/*', 'x'),
      'content-encoding': fc.constantFrom('gzip', 'x'),
      range: fc.constant('bytes=0-1'),
      cookie: fc.constantFrom('a=b', '=;=', '%ff=%'),
      'x-request-id': fc.constant('mine'),
      'if-none-match': condition,
      'if-match': condition,
    },
    { requiredKeys: [] },
  )
  .map((headers) => ({ ...headers }) as Record<string, string>)
export const query = fc
  .array(fc.tuple(fc.oneof(fc.constantFrom(...parameterNames), encoded), fc.oneof(encoded, percents, raw)), {
    maxLength: 5,
  })
  .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join('&'))

/** The path of a route, with ids of the owner's records or random segments in it; or a random path. */
const pathOf = (known: Readonly<Record<string, unknown>>, routes: readonly string[]) => {
  const ofRoute = fc
    .tuple(fc.constantFrom(...routes), fc.array(segment, { minLength: 2, maxLength: 2 }), fc.nat(3))
    .map(([path, segments, own]) => {
      let i = 0
      return path.replace(/:(\w+)/g, (_, name: string) =>
        (own >> i) & 1 ? String(known[name]) : segments[i++ % 2]!,
      )
    })
  const any = fc
    .tuple(fc.constantFrom('', '/api', '/api/v1', '//api/v1', '/docs'), fc.array(segment, { maxLength: 4 }))
    .map(([start, segments]) => `${start}/${segments.join('/')}`)
  return fc.oneof({ weight: 3, arbitrary: ofRoute }, { weight: 1, arbitrary: any })
}

export function expectSound(answer: Answer, method: string, said: string): void {
  expect(answer.status, said).toBeLessThan(500)
  if (answer.status === 304) {
    expect(answer.text, said).toBe('')
    expect(answer.headers.get('etag'), said).toMatch(/^(?:W\/)?".+"$/)
    expect(answer.headers.get('x-request-id'), said).toStartWith('req_')
    return
  }
  if (method === 'HEAD' || !/^application\/json/.test(answer.headers.get('content-type') ?? '')) {
    // Only documentation pages may answer without the envelope.
    expect(method === 'HEAD' || answer.headers.has('content-security-policy'), said).toBe(true)
    return
  }
  if (answer.headers.has('content-security-policy')) return
  expect(answer.body.requestId, said).toBe(answer.headers.get('x-request-id'))
  expect(answer.body.requestId).not.toBe('mine')
  if (answer.status < 300) expect(answer.data, said).toBeObject()
  else expect(answer.body.error.status, said).toBe(answer.status)
}

/**
 * Sends this number of random requests, from an owner, an API token, an assistant and a stranger without a token. Throws
 * when an answer is a 5xx or outside the envelope, or when the service reports a fault.
 */
export async function fuzz(
  c: Clinic,
  handle: (request: Request) => Promise<Response>,
  base: string,
  numRuns: number,
) {
  const { own } = await newWorld(c)
  await fuzzWaysIn(c, client(handle, undefined, base), Math.ceil(numRuns / 10))
  const routes = [...new Set(c.app.routes.map(({ path }) => path))]
  // A random request may end the owner's session. The API token still works then.
  const api = await createToken(c.practice, c.owner.userId, 'fuzz', 1, monday)
  const callers = [c.owner, api, c.assistant].map(({ token }) => client(handle, token, base))
  callers.push(client(handle, undefined, base))
  const call = fc.constantFrom(...callers)
  await fc.assert(
    fc.asyncProperty(
      call,
      fc.constantFrom(...methods),
      pathOf(own, routes),
      query,
      body,
      headers,
      async (call, method, path, query, body, headers) => {
        const bodiless = ['GET', 'HEAD'].includes(method)
        const answer = await call(method, `${path}?${query}`, bodiless ? undefined : body, headers)
        const said = `${method} ${path}?${query} ${body} → ${answer.status} ${answer.text}`
        expect(c.faults.splice(0), said).toEqual([])
        expectSound(answer, method, said)
      },
    ),
    { numRuns },
  )
}

/** Sends impossible answers of an authenticator to the open routes for sign-in and enrolment. */
async function fuzzWaysIn(c: Clinic, call: Client, numRuns: number) {
  const { link } = await inviteMember(c, { email: 'fuzz@example.org' })
  const waysIn = [
    ['/auth/sign-in', {}],
    ['/auth/enrol', { link: secretOf(link.url), name: 'Jonas' }],
  ] as const
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...waysIn), oddPasskey, async ([path, body], response) => {
      const answer = await call('POST', path, { ...body, response })
      expect(c.faults.splice(0), JSON.stringify(response)).toEqual([])
      expect(answer.status).toBe(401)
    }),
    { numRuns },
  )
}
