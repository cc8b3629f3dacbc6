import { expect, spyOn, test } from 'bun:test'
import { problem } from '../support/answers.ts'
import type { Answer } from '../support/client.ts'
import { clinic } from '../support/clinic.ts'
import { listening } from '../support/listening.ts'
import { until } from '../support/until.ts'

const options = '/auth/sign-in/options'

const statuses = (answers: Answer[]) => answers.map(({ status }) => status)

test('§7 429 `rate_limited` carries `Retry-After` in seconds.', async () => {
  await using c = await clinic({ rateLimit: { perMinute: 5 } })
  const answers: Answer[] = []
  for (const path of ['sign-in/options', 'sign-in', 'enrol/open', 'setup/open', 'enrol', 'sign-in/options'])
    answers.push(await c.anonymous('POST', `/auth/${path}`, {}))
  expect(statuses(answers)).toEqual([200, 400, 400, 400, 400, 429])
  const last = answers.at(-1)!
  problem(last, 429, 'rate_limited')
  expect(Number(last.headers.get('retry-after'))).toBeWithin(1, 61)
})

test('the body of a request is not read when the request exceeds the limit', async () => {
  await using c = await clinic({ rateLimit: { perMinute: 1 } })
  await c.anonymous('POST', options, {})
  for (const body of ['{', '', ' '.repeat(2 ** 21)])
    expect((await c.anonymous('POST', options, body)).status).toBe(429)
})

test('§8 Up to 256 refusals (429) of one network are answered with a delay. Further refusals are answered at once, and their connections are closed.', async () => {
  await using c = await clinic({ rateLimit: { perMinute: 1 }, addressHeader: 'X-Real-IP' })
  const ask = (address: string) => c.anonymous('POST', options, {}, { 'X-Real-IP': address })
  await ask('192.0.2.71')
  const answers = await Promise.all(Array.from({ length: 260 }, () => ask('192.0.2.71')))
  expect(new Set(statuses(answers))).toEqual(new Set([429]))
  const closed = answers.filter(({ headers }) => headers.get('connection') === 'close')
  expect(closed).toHaveLength(4)
  expect((await ask('192.0.2.72')).status).toBe(200)
})

test('refusals of large bodies to strangers are delayed, up to 32 at a time, and further refusals close the connection', async () => {
  await using c = await clinic({ rateLimit: { perMinute: 1 }, addressHeader: 'X-Real-IP' })
  const ask = (length: number) =>
    c.anonymous('POST', options, {}, { 'X-Real-IP': '192.0.2.73', 'content-length': String(length) })
  await ask(2)
  const { resolve: goOn, promise: held } = Promise.withResolvers<void>()
  using sleep = spyOn(Bun, 'sleep').mockImplementation(() => held)
  const asked = Array.from({ length: 34 }, () => ask(2 ** 20))
  const closed = await Promise.race(asked)
  expect(closed.headers.get('connection')).toBe('close')
  goOn()
  const answers = await Promise.all(asked)
  expect(answers.filter(({ headers }) => headers.get('connection') === 'close')).toHaveLength(2)
  expect(sleep.mock.calls).toHaveLength(32)
})

test('§8 A refusal because of a missing or bad token, or of an unknown path, is answered with a delay, too.', async () => {
  await using c = await clinic({ rateLimit: { perMinute: 60 } })
  const { resolve: goOn, promise: held } = Promise.withResolvers<void>()
  const isHeld = (ms: unknown): boolean => Number(ms) >= 250
  using sleep = spyOn(Bun, 'sleep').mockImplementation((ms) =>
    isHeld(ms) ? held : new Promise((resolve) => setTimeout(resolve, Number(ms))),
  )
  const wrong = { authorization: 'Bearer ck_wrong' }
  const asked = Promise.all([
    c.anonymous('GET', '/api/v1/me'),
    c.anonymous('GET', '/api/v1/me', undefined, wrong),
    c.anonymous('GET', '/auth/sign-in'),
  ])
  await until(
    'three refusals that are held back',
    () => sleep.mock.calls.filter(([ms]) => isHeld(ms)).length === 3,
  )
  goOn()
  expect(statuses(await asked)).toEqual([401, 401, 404])
})

test('the rate limit of the routes without a token does not apply to the API', async () => {
  await using c = await clinic({ rateLimit: { perMinute: 1 } })
  for (let i = 0; i < 10; i++) expect((await c.owner.call('GET', '/api/v1/me')).status).toBe(200)
})

test('§8 Pages, the files they load and the documentation share one limit, which is ten times as high as that of sign-in.', async () => {
  await using c = await clinic({ rateLimit: { perMinute: 1 } })
  const paths = ['/sign-in', '/pages/style.css', '/docs', '/docs/start.js', '/openapi.json', '/']
  const answers: Answer[] = []
  for (let i = 0; i < 12; i++) answers.push(await c.anonymous('GET', paths[i % paths.length]!))
  const allowed = answers.slice(0, 10)
  expect(statuses(allowed).filter((status) => ![200, 303].includes(status))).toEqual([])
  for (const { headers } of allowed) expect(headers.get('ratelimit-policy')).toContain('"address";q=10;w=60')
  expect(statuses(answers.slice(10))).toEqual([429, 429])
  problem(answers[11]!, 429, 'rate_limited')
  expect((await c.anonymous('POST', options, {})).status).toBe(200)
  for (const method of ['HEAD', 'GET']) expect((await c.anonymous(method, '/docs')).status).toBe(429)
})

test("§8 The caller's address is read from a header only when `CLIENT_ADDRESS_HEADER` names the header.", async () => {
  for (const [addressHeader, third] of [
    [undefined, 429],
    ['X-Real-IP', 200],
  ] as const) {
    await using c = await clinic({ rateLimit: { perMinute: 2 }, addressHeader })
    await using server = listening(c)
    const from = (address: string) => server.as()('POST', options, {}, { 'X-Real-IP': address })
    expect(statuses([await from('192.0.2.1'), await from('192.0.2.1')])).toEqual([200, 200])
    expect((await from('192.0.2.2')).status).toBe(third)
  }
})

test('§8 An IPv6 network of 64 bits counts as one address. When a header holds several addresses, the last address counts.', async () => {
  await using c = await clinic({ rateLimit: { perMinute: 1 }, addressHeader: 'X-Forwarded-For' })
  const from = async (address: string) =>
    (await c.anonymous('POST', options, {}, { 'X-Forwarded-For': address })).status
  expect(await from('2001:db8:1:2:3:4:5:6')).toBe(200)
  expect(await from('2001:db8:1:2::1')).toBe(429)
  expect(await from('2001:db8:1:3::1')).toBe(200)
  expect(await from('2001:db8::1')).toBe(200)
  expect(await from('2001:db8::ffff:1')).toBe(429)
  expect(await from('::1')).toBe(200)
  expect(await from('192.0.2.9, 192.0.2.1')).toBe(200)
  expect(await from('192.0.2.8, 192.0.2.1')).toBe(429)
  expect(await from('::ffff:192.0.2.1')).toBe(429)
  expect(await from('192.0.2.1:8080')).toBe(429)
  expect(await from('[2001:DB8:0001:0002::7]:443')).toBe(429)
  expect(await from('2001:0db8:0001:0002:0:0:0:7')).toBe(429)
  expect([await from('nonsense'), await from('<script>'), await from('')]).toEqual([200, 429, 429])
})

test('requests to sign in and requests with patients’ links have separate limits', async () => {
  await using c = await clinic({ rateLimit: { perMinute: 1 } })
  const look = () => c.anonymous('POST', '/visit/look', { token: 'x' })
  const signIn = () => c.anonymous('POST', options, {})
  expect(statuses([await signIn(), await signIn(), await look(), await look()])).toEqual([200, 429, 200, 429])
})

test('an IPv6 network of 48 bits may make ten times as many requests as a network of 64 bits', async () => {
  await using c = await clinic({ rateLimit: { perMinute: 2 }, addressHeader: 'X-Real-IP' })
  const from = async (address: string) =>
    (await c.anonymous('POST', options, {}, { 'X-Real-IP': address })).status
  const statuses: number[] = []
  // The third request of each network of 64 bits is refused. It does not count for the network of 48 bits.
  for (let network = 0; network < 10; network++)
    for (let i = 0; i < 3; i++) statuses.push(await from(`2001:db8:0:${network}::${i}`))
  expect(statuses).toEqual(Array.from({ length: 10 }, () => [200, 200, 429]).flat())
  expect(await from('2001:db8:0:a::1')).toBe(429)
  expect(await from('2001:db8:0:b::1')).toBe(429)
  expect(await from('2001:db8:1:a::1')).toBe(200)
  expect(await from('192.0.2.1')).toBe(200)
})

test('a route that is limited by address and by credential names both limits in its headers', async () => {
  await using c = await clinic({ signedIn: true, rateLimit: { perMinute: 2 } })
  const { headers } = await c.owner.call('POST', '/api/v1/me/passkeys', {})
  expect(headers.get('ratelimit-policy')).toBe(
    '"credential";q=3000;w=10, "address";q=2;w=60, "network";q=20;w=60',
  )
  expect(headers.get('ratelimit')).toMatch(
    /^"credential";r=\d+;t=1, "address";r=1;t=\d+, "network";r=19;t=\d+$/,
  )
})

test('routes without a token return how many requests are left, and a refusal returns after how many seconds to try again', async () => {
  await using c = await clinic({ rateLimit: { perMinute: 2 } })
  const limits = async () => {
    const { headers } = await c.anonymous('POST', options, {})
    // The number of seconds that are left depends on the speed of the machine.
    return [headers.get('ratelimit-policy'), headers.get('ratelimit')?.replaceAll(/t=\d+/g, 't=…')]
  }
  const policy = '"address";q=2;w=60, "network";q=20;w=60'
  expect(await limits()).toEqual([policy, '"address";r=1;t=…, "network";r=19;t=…'])
  expect(await limits()).toEqual([policy, '"address";r=0;t=…, "network";r=18;t=…'])
  expect(await limits()).toEqual([policy, '"address";r=0;t=…'])
  const refused = await c.anonymous('POST', options, {})
  problem(refused, 429, 'rate_limited')
  expect(Number(refused.headers.get('retry-after'))).toBeWithin(1, 61)
})
