/** Refused requests in the audit trail (RULES §14). */
import { expect, test } from 'bun:test'
import { createToken } from '../../src/features/tokens/actions.ts'
import { problem, success } from '../support/answers.ts'
import { auditRows } from '../support/audit.ts'
import { authenticator } from '../support/authenticator.ts'
import { byTest } from '../support/by-test.ts'
import { type Clinic, clinic, monday } from '../support/clinic.ts'
import { beginSignIn, enrol } from '../support/sign-in.ts'

const refusals = async (c: Clinic) => (await auditRows(c)).filter(({ kind }) => kind === 'refusal')
const day = 86_400_000

test("§14.1 A refusal with a known credential is in the practice's trail. Any other refusal is in the installation's trail.", async () => {
  await using c = await clinic({ addressHeader: 'X-Real-IP' })
  const from = (address: string) => ({ 'X-Real-IP': address })
  const made = await createToken(c.practice, c.owner.userId, 'test', 1, monday)
  await c.anonymous('GET', '/api/v1/me', undefined, from('192.0.2.1'))
  await c.as(`ck_${'x'.repeat(43)}`)('GET', '/api/v1/me', undefined, from('192.0.2.2'))
  const refused = await c.assistant.call('POST', '/api/v1/chairs', { name: 'x' }, from('192.0.2.3'))
  c.clock.now += 2 * day
  await c.as(made.token)('GET', '/api/v1/me', undefined, from('192.0.2.4'))
  await c.anonymous('POST', '/auth/enrol/open', { link: 'x' }, from('192.0.2.5'))
  expect(await refusals(c)).toMatchObject([
    { trail: 0, actor: 'stranger', address: '192.0.2.1', detail: { code: 'missing_authorization' } },
    { trail: 0, actor: 'stranger', address: '192.0.2.2', detail: { code: 'invalid_authorization' } },
    { trail: 0, address: '192.0.2.5', action: 'openEnrolment' },
    {
      trail: 1,
      actor: 'member',
      userId: c.assistant.userId,
      address: '192.0.2.3',
      action: 'createChair',
      requestId: refused.body.requestId.slice(4),
      detail: { code: 'forbidden' },
    },
    { trail: 1, actor: 'stranger', credential: 'token', address: '192.0.2.4' },
  ])
})

test('a refused sign-in with a known passkey is in the audit trail of its practice', async () => {
  await using c = await clinic({ signedIn: true })
  const key = await authenticator()
  const invited = { email: 'new@example.org', role: 'assistant' }
  const { link } = success(await c.owner.call('POST', '/api/v1/members', invited), 201)
  await enrol(c, link.url, key)
  const response = await key.authenticate(await beginSignIn(c), { rpId: 'elsewhere.example' })
  problem(await c.anonymous('POST', '/auth/sign-in', { response }), 401, 'invalid_authorization')
  expect(await refusals(c)).toMatchObject([
    { trail: 1, actor: 'stranger', credential: 'passkey', action: 'finishSignIn' },
  ])
})

test('20,000 requests with a bad token make at most two audit rows from one address, and at most 22 from many addresses', async () => {
  await using c = await clinic({ addressHeader: 'X-Real-IP' })
  const bad = c.as(`ck_${'x'.repeat(43)}`)
  for (let i = 0; i < 20_000; i++) await bad('GET', '/api/v1/me')
  const equal = await refusals(c)
  expect(equal.length).toBeWithin(1, 3)
  expect(equal.reduce((sum, { times }) => sum + times, 0)).toBe(20_000)

  for (let i = 0; i < 20_000; i++)
    await bad('GET', '/api/v1/me', undefined, { 'X-Real-IP': `10.0.${i >> 8}.${i & 255}` })
  const rows = (await refusals(c)).slice(equal.length)
  expect(rows.length).toBeLessThanOrEqual(22)
  expect(rows.reduce((sum, { times }) => sum + times, 0)).toBe(20_000)
  expect(rows.at(-1)).toMatchObject({ action: 'others', address: null })
})

test('the refusals of one member from many addresses become 21 audit rows, and the last row counts the others', async () => {
  await using c = await clinic({ addressHeader: 'X-Real-IP' })
  for (let i = 0; i < 25; i++)
    await c.assistant.call('POST', '/api/v1/chairs', { name: 'x' }, { 'X-Real-IP': `10.0.0.${i}` })
  const rows = await refusals(c)
  expect(rows).toHaveLength(21)
  expect(rows.reduce((sum, { times }) => sum + times, 0)).toBe(25)
  expect(rows.at(-1)).toMatchObject({ action: 'others', actor: 'member', userId: c.assistant.userId })
})

test('many refusals in one practice do not change the rows for refusals in another practice', async () => {
  await using c = await clinic({ signedIn: true })
  for (let i = 0; i < 100; i++) await c.assistant.call('POST', '/api/v1/chairs', { name: 'x' })
  await c.store.practices.of(c.stranger.practiceId, byTest).write(() => undefined)
  const other = await createToken(
    c.store.practices.of(c.stranger.practiceId, byTest),
    c.stranger.userId,
    'test',
    1,
    monday,
    ['read'],
  )
  problem(await c.as(other.token)('POST', '/api/v1/tags', { name: 'x' }), 403, 'forbidden')
  const rows = await refusals(c)
  expect(rows.filter(({ trail }) => trail === 1).reduce((sum, { times }) => sum + times, 0)).toBe(100)
  expect(rows.filter(({ trail }) => trail === 2)).toMatchObject([{ action: 'createTag', times: 1 }])
})
