/** The operator sees each refused request, with its address, and with its credential when this is known. */
import { expect, test } from 'bun:test'
import { createToken } from '../../src/features/tokens/actions.ts'
import { success } from '../support/answers.ts'
import { clinic, monday } from '../support/clinic.ts'
import { listening } from '../support/listening.ts'
import { newPatient } from '../support/records.ts'

test('§13 A refusal with 401, 403 or 429 is a warning in the log, with its kind, the address, and the credential when it is known.', async () => {
  const share = { perSecond: 1, burst: 2, inFlight: 1, waiting: 1 }
  await using c = await clinic({ addressHeader: 'X-Real-IP', rateLimit: { perMinute: 60, share } })
  const from = (address: string) => ({ 'X-Real-IP': address })
  const made = await createToken(c.practice, c.owner.userId, 'test', 1, monday)

  await c.anonymous('GET', '/api/v1/me', undefined, from('192.0.2.1'))
  await c.as(`ck_${'x'.repeat(43)}`)('GET', '/api/v1/me', undefined, from('192.0.2.2'))
  await c.assistant.call('POST', '/api/v1/chairs', { name: 'x' }, from('2001:db8::1'))
  for (let i = 0; i < 3; i++) await c.as(made.token)('GET', '/api/v1/me', undefined, from('192.0.2.3'))
  c.clock.now += 86_400_000
  await c.as(made.token)('GET', '/api/v1/me', undefined, from('192.0.2.4'))

  const { practiceId } = c.owner
  expect(c.refused.map(({ requestId: _, ms: __, ...told }) => told)).toMatchObject([
    { kind: 'missing_authorization', status: 401, address: '192.0.2.1', route: 'unknown' },
    { kind: 'invalid_authorization', status: 401, address: '192.0.2.2', credentialId: undefined },
    { kind: 'forbidden', status: 403, address: '2001:db8::1', route: 'POST /api/v1/chairs', practiceId },
    { kind: 'rate_limited', status: 429, address: '192.0.2.3', credentialId: made.id, practiceId },
    { kind: 'invalid_authorization', status: 401, address: '192.0.2.4', credentialId: made.id },
  ])
  expect(c.refused[2]!.credentialId).toBeString()
})

test('the refusal of a revoked token or an ended session contains its id and not its secret', async () => {
  await using c = await clinic({ signedIn: true })
  const made = await createToken(c.practice, c.owner.userId, 'test', 1, monday)
  success(await c.owner.call('DELETE', `/api/v1/me/tokens/${made.id}`))
  await c.as(made.token)('GET', '/api/v1/me')
  c.clock.now += 13 * 3_600_000
  await c.assistant.call('GET', '/api/v1/me')
  expect(c.refused[0]!.credentialId).toBe(made.id)
  expect(c.refused[1]!.credentialId).toBeString()
  expect(JSON.stringify(c.refused)).not.toContain(made.token)
})

test('a noted refusal contains nothing of its request, and answers such as 400 and 404 are no refusals', async () => {
  await using c = await clinic({ signedIn: true })
  const { id } = await newPatient(c.owner.call, { lastName: 'Geheim' })
  await c.owner.call('POST', '/api/v1/patients', { firstName: 'Geheim' })
  await c.stranger.call('GET', `/api/v1/patients/${id}`)
  await c.owner.call('GET', '/api/v1/nowhere')
  expect(c.refused).toEqual([])
  await c.assistant.call('PATCH', '/api/v1/practice', { name: 'Geheim' })
  await c.as('Geheim')('GET', `/api/v1/patients/${id}?search=Geheim`, undefined, { 'user-agent': 'Geheim' })
  await c.anonymous('POST', '/auth/enrol/open', { link: 'Geheim' })
  expect(c.refused).toHaveLength(3)
  const told = JSON.stringify(c.refused)
  for (const secret of ['Geheim', id]) expect(told).not.toContain(secret)
})

test('without a proxy, the address of a refusal is the address of the connection', async () => {
  await using c = await clinic()
  await using server = listening(c)
  await server.as()('GET', '/api/v1/me', undefined, {
    'x-forwarded-for': '192.0.2.1',
    'x-real-ip': '192.0.2.1',
  })
  expect(c.refused.map(({ address }) => address)).toEqual(['127.0.0.1'])
})
