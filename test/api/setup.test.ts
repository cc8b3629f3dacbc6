import { expect, test } from 'bun:test'
import { invalid, problem, success } from '../support/answers.ts'
import { atOnce, statusCounts } from '../support/at-once.ts'
import { authenticator } from '../support/authenticator.ts'
import { clinic, emptyService, monday, type Service } from '../support/clinic.ts'
import { setupForm } from '../support/set-up.ts'
import { signIn } from '../support/sign-in.ts'

const opened = async () => {
  const s = emptyService()
  return { s, link: s.setupLink.open(monday) }
}
const begin = (s: Service, link: string, fields = {}) =>
  s.anonymous('POST', '/auth/setup/options', { link, ...setupForm, ...fields })
/** Sends the response to the challenge of `begin`, together with the same form. */
const finish = (s: Service, link: string, response: object, fields = {}) =>
  s.anonymous('POST', '/auth/setup', { link, ...setupForm, ...fields, response })

test('§5.3 The setup link makes the practice, its first owner, their passkey and a session, or nothing at all.', async () => {
  const { s, link } = await opened()
  await using _ = s
  const { packs } = success(await s.anonymous('POST', '/auth/setup/open', { link }))
  expect(packs.map(({ id }: { id: string }) => id)).toEqual(['general', 'dental', 'physio'])
  const typed = { practiceName: ' Praxis am Lindenplatz ' }
  const { options } = success(await begin(s, link, typed))
  expect(s.store.identity.isEmpty()).toBe(true)
  const key = await authenticator()
  const response = await key.register(options)
  const { token } = success(await finish(s, link, response, typed), 201)

  const me = success(await s.as(token)('GET', '/api/v1/me'))
  expect(me.user).toMatchObject({
    name: 'Dr. Zoé Müller',
    email: 'zoe@example.org',
    role: 'owner',
    active: true,
  })
  expect(me.practice).toMatchObject({
    name: 'Praxis am Lindenplatz',
    timezone: 'Europe/Berlin',
    workingHours: setupForm.workingHours,
    slotMinutes: 15,
  })
  expect(me.pack.id).toBe('dental')
  expect(success(await s.as(token)('GET', '/api/v1/me/passkeys')).passkeys).toHaveLength(1)
  await signIn(s, key)
})

test('the setup link works for one setup only, also when 20 setups with the link have begun', async () => {
  const { s, link } = await opened()
  await using _ = s
  const ceremonies = []
  for (let i = 0; i < 20; i++) ceremonies.push(success(await begin(s, link)).options)
  const responses = await Promise.all(
    ceremonies.map(async (options) => (await authenticator()).register(options)),
  )
  const answers = await atOnce(20, (n) => finish(s, link, responses[n]!))
  expect(statusCounts(answers)).toEqual({ 201: 1, 401: 19 })
  problem(await s.anonymous('POST', '/auth/setup/open', { link }), 401, 'invalid_authorization')
  problem(await begin(s, link), 401, 'invalid_authorization')
  expect(s.store.identity.membersByEmail(setupForm.ownerEmail)).toHaveLength(1)
})

test('§5.3 The setup link works once, for 15 minutes, and only the newest setup link works.', async () => {
  const { s, link } = await opened()
  await using _ = s
  const newer = s.setupLink.open(monday)
  const open = (secret: string) => s.anonymous('POST', '/auth/setup/open', { link: secret })
  problem(await open(link), 401, 'invalid_authorization')
  s.clock.now += 15 * 60_000 - 1
  success(await open(newer))
  s.clock.now += 1
  problem(await open(newer), 401, 'invalid_authorization')
})

test('a setup link is refused when the server already has a practice', async () => {
  await using c = await clinic()
  const link = c.setupLink.open(monday)
  problem(await c.anonymous('POST', '/auth/setup/open', { link }), 401, 'invalid_authorization')
  problem(await begin(c, link), 401, 'invalid_authorization')
})

test('setup without a valid link is refused', async () => {
  await using s = emptyService()
  for (const link of ['', 'nonsense', `cl_${'A'.repeat(43)}`]) {
    problem(await s.anonymous('POST', '/auth/setup/open', { link }), 401, 'invalid_authorization')
    problem(await begin(s, link), 401, 'invalid_authorization')
  }
})

test('the setup form reports every mistake before it asks for a passkey', async () => {
  const { s, link } = await opened()
  await using _ = s
  const fields = {
    practiceName: ' ',
    timezone: 'Mars/Olympus',
    pack: 'surgery',
    ownerName: '',
    ownerEmail: 'nobody',
    workingHours: { ...setupForm.workingHours, mon: [{ start: '12:00', end: '09:00' }] },
  }
  invalid(
    await begin(s, link, fields),
    ...['practiceName', 'timezone', 'pack', 'ownerName', 'ownerEmail', 'workingHours.mon.0.end'],
  )
  success(await begin(s, link, { workingHours: null }))
})

test('a forged response of an authenticator makes no practice, and the setup link can still be used', async () => {
  const { s, link } = await opened()
  await using _ = s
  for (const lie of [{ origin: 'https://evil.example' }, { rpId: 'evil.example' }, { userVerified: false }]) {
    const { options } = success(await begin(s, link))
    const response = await (await authenticator()).register(options, lie)
    problem(await finish(s, link, response), 401, 'invalid_authorization')
    expect(s.store.identity.isEmpty()).toBe(true)
  }
  expect(s.refusals).toHaveLength(3)
  success(await s.anonymous('POST', '/auth/setup/open', { link }))
})

test('a setup is finished only with the same form that began it', async () => {
  const { s, link } = await opened()
  await using _ = s
  const response = await (await authenticator()).register(success(await begin(s, link)).options)
  for (const other of [
    { practiceName: 'Another practice' },
    { timezone: 'UTC' },
    { pack: 'physio' },
    { workingHours: null },
    { ownerName: 'Mallory' },
    { ownerEmail: 'mallory@example.org' },
    { link: 'another' },
  ])
    problem(await finish(s, link, response, other), 401, 'invalid_authorization')
  expect(s.store.identity.isEmpty()).toBe(true)
  success(await finish(s, link, response), 201)
})
