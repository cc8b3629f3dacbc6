import { expect, test } from 'bun:test'
import { problem } from '../support/answers.ts'
import { type Answer, clinic } from '../support/clinic.ts'
import { listening } from '../support/listening.ts'

const limit = { perMinute: 5, addressHeader: undefined }
const options = '/auth/sign-in/options'

const statuses = (answers: Answer[]) => answers.map(({ status }) => status)

test('an address with too many requests is refused and told how long to wait', async () => {
  await using c = await clinic({ rateLimit: limit })
  const answers: Answer[] = []
  for (const path of ['sign-in/options', 'sign-in', 'enrol/open', 'setup/open', 'enrol', 'sign-in/options'])
    answers.push(await c.anonymous('POST', `/auth/${path}`, {}))
  expect(statuses(answers)).toEqual([200, 400, 400, 400, 400, 429])
  const last = answers.at(-1)!
  problem(last, 429, 'rate_limited')
  expect(Number(last.headers.get('retry-after'))).toBeWithin(1, 61)
})

test('the body of a request over the limit is not read', async () => {
  await using c = await clinic({ rateLimit: { ...limit, perMinute: 1 } })
  await c.anonymous('POST', options, {})
  for (const body of ['{', '', ' '.repeat(2 ** 21)])
    expect((await c.anonymous('POST', options, body)).status).toBe(429)
})

test('the limit of the open routes does not apply to the API and the pages', async () => {
  await using c = await clinic({ rateLimit: { ...limit, perMinute: 1 } })
  for (let i = 0; i < 10; i++) {
    expect((await c.owner.call('GET', '/api/v1/me')).status).toBe(200)
    expect((await c.anonymous('GET', '/sign-in')).status).toBe(200)
  }
})

test('over a port, a header names the caller’s address only when the configuration trusts it', async () => {
  for (const [addressHeader, third] of [
    [undefined, 429],
    ['X-Real-IP', 200],
  ] as const) {
    await using c = await clinic({ rateLimit: { perMinute: 2, addressHeader } })
    await using server = listening(c)
    const from = (address: string) => server.as()('POST', options, {}, { 'X-Real-IP': address })
    expect(statuses([await from('192.0.2.1'), await from('192.0.2.1')])).toEqual([200, 200])
    expect((await from('192.0.2.2')).status).toBe(third)
  }
})

test('an IPv6 network counts as one address, and only the last forwarded address counts', async () => {
  await using c = await clinic({ rateLimit: { perMinute: 1, addressHeader: 'X-Forwarded-For' } })
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

test('sign-in requests and patients’ links have separate limits', async () => {
  await using c = await clinic({ rateLimit: { ...limit, perMinute: 1 } })
  const look = () => c.anonymous('POST', '/visit/look', { token: 'x' })
  const signIn = () => c.anonymous('POST', options, {})
  expect(statuses([await signIn(), await signIn(), await look(), await look()])).toEqual([200, 429, 200, 429])
})
