import { expect, test } from 'bun:test'
import { findMember } from '../../src/store/access/members.ts'
import { listPasskeys } from '../../src/store/access/passkeys.ts'
import { problem, success, textWithoutId } from '../support/answers.ts'
import { atOnce, statusCounts } from '../support/at-once.ts'
import { authenticator } from '../support/authenticator.ts'
import { clinic } from '../support/clinic.ts'
import { inviteMember } from '../support/members.ts'
import {
  beginEnrol,
  enrol,
  finishEnrol,
  openLink,
  secretOf,
  signIn,
  tryEnrol,
  trySignIn,
} from '../support/sign-in.ts'

const hour = 3_600_000

test('an invited member opens the enrolment link, sees the name of the practice and signs in with their first passkey', async () => {
  await using c = await clinic({ signedIn: true })
  const { member, link } = await inviteMember(c)
  expect(link.url).toMatch(/^http:\/\/localhost\/enrol#cl_[\w-]{43}$/)
  expect(success(await openLink(c, link.url))).toEqual({
    practiceName: 'Praxis am Lindenplatz',
    name: 'jonas@example.org',
    email: 'jonas@example.org',
    role: 'assistant',
    returning: false,
  })
  const options = await beginEnrol(c, link.url, ' Jonas Weber ')
  expect(options).toMatchObject({
    rp: { id: 'localhost', name: 'chairside' },
    user: { name: 'jonas@example.org', displayName: 'Jonas Weber' },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    attestation: 'none',
  })
  expect(Buffer.from(options.user.id, 'base64url').toString()).toBe(member.id)

  const key = await authenticator()
  const response = await key.register(options)
  const { token } = success(await finishEnrol(c, link.url, response, ' Jonas Weber '), 201)
  const { user } = success(await c.as(token)('GET', '/api/v1/me'))
  expect(user).toMatchObject({ id: member.id, name: 'Jonas Weber', role: 'assistant' })
  await signIn(c, key)
})

test('§5.3 An enrolment link lets a member in once, also when a hundred people try at the same time.', async () => {
  await using c = await clinic({ signedIn: true })
  const { link } = await inviteMember(c)
  const keys = await Promise.all(Array.from({ length: 100 }, () => authenticator()))
  const answers = await atOnce(100, (n) => tryEnrol(c, link.url, keys[n]!))
  expect(statusCounts(answers)).toEqual({ 201: 1, 401: 99 })
  problem(await openLink(c, link.url), 401, 'invalid_authorization')
  const signIns = await atOnce(100, (n) => trySignIn(c, keys[n]!))
  expect(statusCounts(signIns)[201]).toBe(1)
})

test('an enrolment link shows whether its member had a passkey before, also when the invitation contains a name', async () => {
  await using c = await clinic({ signedIn: true })
  const renew = async (id: string) =>
    success(await c.owner.call('POST', `/api/v1/members/${id}/link`, {})).link.url as string
  const isReturning = async (link: string) => success(await openLink(c, link)).returning

  const { member, link } = await inviteMember(c, { name: 'Jonas Weber' })
  expect(await isReturning(link.url)).toBe(false)
  const secondTry = await renew(member.id)
  expect(await isReturning(secondTry)).toBe(false)
  await enrol(c, secondTry, await authenticator())
  expect(await isReturning(await renew(member.id))).toBe(true)
  expect(await isReturning(await renew(member.id))).toBe(true)
})

test('§5.3 An enrolment link works for 72 hours.', async () => {
  await using c = await clinic({ signedIn: true })
  const { link } = await inviteMember(c)
  expect(Date.parse(link.expiresAt)).toBe(c.clock.now + 72 * hour)
  c.clock.now += 72 * hour - 1
  success(await openLink(c, link.url))
  c.clock.now += 1
  problem(await openLink(c, link.url), 401, 'invalid_authorization')
})

test('an enrolment link that expires while a member makes a passkey adds no passkey', async () => {
  await using c = await clinic({ signedIn: true })
  const { member, link } = await inviteMember(c)
  c.clock.now += 72 * hour - 1
  const options = await beginEnrol(c, link.url, 'Jonas')
  const key = await authenticator()
  const response = await key.register(options)
  c.clock.now += 1
  problem(await finishEnrol(c, link.url, response, 'Jonas'), 401, 'invalid_authorization')
  problem(await trySignIn(c, key), 401, 'invalid_authorization')
  expect(findMember(c.practice.read, member.id)!.name).toBe('jonas@example.org')
})

test('§5.3 Links that are wrong, old, used or replaced get the same answer.', async () => {
  await using c = await clinic({ signedIn: true })
  const spent = await inviteMember(c)
  await enrol(c, spent.link.url, await authenticator())
  const replaced = await inviteMember(c, { email: 'a@example.org' })
  success(await c.owner.call('POST', `/api/v1/members/${replaced.member.id}/link`, {}))
  const inactive = await inviteMember(c, { email: 'b@example.org' })
  success(await c.owner.call('PATCH', `/api/v1/members/${inactive.member.id}`, { active: false }))
  const texts = new Set<string>()
  for (const link of [
    '',
    'nonsense',
    `cl_${'A'.repeat(43)}`,
    c.owner.token,
    ...[spent, replaced, inactive].map(({ link }) => secretOf(link.url)),
  ]) {
    const answers = [
      await c.anonymous('POST', '/auth/enrol/open', { link }),
      await c.anonymous('POST', '/auth/enrol/options', { link, name: 'X' }),
    ]
    for (const answer of answers) {
      problem(answer, 401, 'invalid_authorization')
      texts.add(textWithoutId(answer))
    }
  }
  expect(texts.size).toBe(1)
})

test('a member who was deactivated and activated again cannot use the old enrolment link', async () => {
  await using c = await clinic({ signedIn: true })
  const { member, link } = await inviteMember(c)
  for (const active of [false, true])
    success(await c.owner.call('PATCH', `/api/v1/members/${member.id}`, { active }))
  problem(await openLink(c, link.url), 401, 'invalid_authorization')
})

test('a forged response of an authenticator adds no passkey, and the enrolment link can still be used', async () => {
  await using c = await clinic({ signedIn: true })
  const { member, link } = await inviteMember(c)
  for (const lie of [
    { origin: 'https://evil.example' },
    { rpId: 'evil.example' },
    { userVerified: false },
    { challenge: 'AAAA' },
    { type: 'webauthn.get' },
    { crossOrigin: true },
  ]) {
    const key = await authenticator()
    problem(await tryEnrol(c, link.url, key, lie), 401, 'invalid_authorization')
    problem(await trySignIn(c, key), 401, 'invalid_authorization')
  }
  expect(c.refusals.length).toBe(12)
  expect(success(await c.owner.call('GET', `/api/v1/members/${member.id}`)).name).toBe('jonas@example.org')
  await enrol(c, link.url, await authenticator())
})

test('an enrolment is finished only with the same link and the same name that began it', async () => {
  await using c = await clinic({ signedIn: true })
  const [mine, other] = [await inviteMember(c), await inviteMember(c, { email: 'a@example.org' })]
  const key = await authenticator()
  const response = await key.register(await beginEnrol(c, mine.link.url, 'Jonas'))
  for (const [link, name] of [
    [mine.link, 'Mallory'],
    [other.link, 'Jonas'],
  ])
    problem(await finishEnrol(c, link.url, response, name), 401, 'invalid_authorization')
  success(await finishEnrol(c, mine.link.url, response, 'Jonas'), 201)
})

test('malformed `transports` from a browser are ignored, and the passkey is still added', async () => {
  await using c = await clinic({ signedIn: true })
  let i = 0
  for (const transports of ['usb', null, {}, 5, [5, 'x'.repeat(50_000)], ['usb', 'usb', 'hybrid']]) {
    const { member, link } = await inviteMember(c, { email: `${i++}@example.org` })
    const session = success(await tryEnrol(c, link.url, await authenticator(), { transports }), 201)
    expect(listPasskeys(c.practice.read, member.id)[0]!.transports).toEqual(
      Array.isArray(transports) && transports.length === 3 ? ['usb', 'hybrid'] : [],
    )
    success(await c.as(session.token)('POST', '/api/v1/me/passkeys/options'))
  }
})

test('a passkey with an attestation that was not requested, or with a credential id that is too long, is refused', async () => {
  await using c = await clinic({ signedIn: true })
  const { link } = await inviteMember(c)
  const certificates = new Map<string, unknown>([['x5c', [new Uint8Array([1])]]])
  for (const lie of [
    { attestation: ['packed', certificates] as const },
    { attestation: ['apple', certificates] as const },
    { attestation: ['android-safetynet', new Map()] as const },
    { credentialId: Buffer.alloc(1024).toString('base64url') },
  ])
    problem(await tryEnrol(c, link.url, await authenticator(), lie), 401, 'invalid_authorization')
  success(
    await tryEnrol(c, link.url, await authenticator(), {
      credentialId: Buffer.alloc(1023).toString('base64url'),
    }),
    201,
  )
})

test('a passkey that belongs to one member cannot be added for another member', async () => {
  await using c = await clinic({ signedIn: true })
  const mine = await authenticator()
  await enrol(c, (await inviteMember(c)).link.url, mine)
  const { link } = await inviteMember(c, { email: 'mallory@example.org' })
  const options = await beginEnrol(c, link.url, 'Mallory')
  problem(
    await finishEnrol(c, link.url, await mine.register(options), 'Mallory'),
    401,
    'invalid_authorization',
  )
  await enrol(c, link.url, await authenticator())
})

test('the reason that is logged for a refused enrolment contains neither the link nor the name of the member', async () => {
  await using c = await clinic({ signedIn: true })
  const { link } = await inviteMember(c)
  await enrol(c, link.url, await authenticator(), 'Jonas Geheim')
  await openLink(c, link.url)
  await tryEnrol(
    c,
    (await inviteMember(c, { email: 'geheim@example.org' })).link.url,
    await authenticator(),
    {
      userVerified: false,
    },
  )
  expect(c.refusals).toHaveLength(2)
  expect(c.refusals.join()).not.toMatch(/cl_|cs_|geheim/i)
})
