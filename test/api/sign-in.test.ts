import { expect, test } from 'bun:test'
import { ordinarySessionTimes } from '../../src/domain/secrets.ts'
import { updateMember } from '../../src/store/access/members.ts'
import { listSessions } from '../../src/store/access/sessions.ts'
import { ceremonyPatience } from '../../src/webauthn/challenges.ts'
import { invalid, problem, success, textWithoutId } from '../support/answers.ts'
import { atOnce, statusCounts } from '../support/at-once.ts'
import { authenticator, type Claims } from '../support/authenticator.ts'
import { type Clinic, clinic, emptyService, monday } from '../support/clinic.ts'
import { inviteMember } from '../support/members.ts'
import { setupForm } from '../support/set-up.ts'
import { beginPasskey, beginSignIn, enrol, secretOf, signIn, trySignIn } from '../support/sign-in.ts'

/** Makes an assistant with their own passkey. */
async function enrolled(c: Clinic) {
  const { member, link } = await inviteMember(c)
  const key = await authenticator()
  await enrol(c, link.url, key)
  return { member, key }
}

test('§5.1 People sign in only with a passkey. No user name and no password is asked for.', async () => {
  await using c = await clinic({ signedIn: true })
  const { member, key } = await enrolled(c)
  const options = await beginSignIn(c)
  expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
  expect(options.allowCredentials ?? []).toEqual([])

  const { token, expiresAt } = await signIn(c, key)
  expect(listSessions(c.practice.read, member.id, c.clock.now, ordinarySessionTimes)[0]!.userAgent).toBe(
    'Software/1.0',
  )
  expect(token).toMatch(/^cs_[\w-]{43}$/)
  const me = success(await c.as(token)('GET', '/api/v1/me'))
  expect(me.user).toEqual({
    ...member,
    name: 'Jonas',
    updatedAt: me.user.updatedAt,
    version: me.user.version,
  })
  expect(me.auth).toEqual({ kind: 'session', expiresAt, scopes: ['read', 'write'] })
})

const lies: Record<string, Partial<Claims>> = {
  'another origin': { origin: 'http://localhost.evil.example' },
  'another port of the same host': { origin: 'http://localhost:8080' },
  'another site': { rpId: 'evil.example' },
  'a frame in a foreign page': { crossOrigin: true },
  'an unknown challenge': { challenge: 'AAAA' },
  'the type of another ceremony': { type: 'webauthn.create' },
  'an unverified person': { userVerified: false },
  'another person': { userHandle: 'AAAA' },
  'no person': { userHandle: '' },
  'an unknown credential': { credentialId: 'AAAA' },
  'data changed after signing': { tamper: true },
}

for (const [name, lie] of Object.entries(lies))
  test(`a sign-in response with ${name} is refused and recorded, and the member can sign in afterwards`, async () => {
    await using c = await clinic({ signedIn: true })
    const { key } = await enrolled(c)
    problem(await trySignIn(c, key, lie), 401, 'invalid_authorization')
    expect(c.refusals).toHaveLength(1)
    expect(await sessionCount(c)).toBe(1)
    success(await trySignIn(c, key), 201)
  })

test('§5.1 Every refused sign-in gets the same answer, so the answer does not show which members exist.', async () => {
  await using c = await clinic({ signedIn: true })
  const { key } = await enrolled(c)
  const texts = new Set<string>()
  for (const lie of Object.values(lies)) texts.add(textWithoutId(await trySignIn(c, key, lie)))
  const neverRegistered = await authenticator()
  texts.add(textWithoutId(await trySignIn(c, neverRegistered, { userHandle: 'AAAA' })))
  expect(texts.size).toBe(1)
})

test('a malformed sign-in response is refused with 400 or 401 and never leads to a server error', async () => {
  await using c = await clinic({ signedIn: true })
  const { key } = await enrolled(c)
  // biome-ignore lint/suspicious/noExplicitAny: the test takes it apart
  const good: any = await key.authenticate(await beginSignIn(c))
  const { response } = good
  for (const [broken, status] of [
    [{ ...good, response: { ...response, clientDataJSON: '' } }, 401],
    [{ ...good, response: { ...response, clientDataJSON: 'bm9uc2Vuc2U' } }, 401],
    [{ ...good, response: { ...response, clientDataJSON: 'bnVsbA' } }, 401],
    [{ ...good, response: { ...response, clientDataJSON: 5 } }, 400],
    [{ ...good, response: null }, 400],
    [{ ...good, id: ['x'] }, 400],
    [{}, 400],
    [null, 400],
  ])
    expect((await c.anonymous('POST', '/auth/sign-in', { response: broken })).status).toBe(status)

  for (const change of [
    { authenticatorData: undefined },
    { authenticatorData: 5 },
    { authenticatorData: 'AAAA' },
    { signature: {} },
    { signature: 'AAAA' },
    { userHandle: 7 },
  ]) {
    // biome-ignore lint/suspicious/noExplicitAny: the test takes it apart
    const answer: any = await key.authenticate(await beginSignIn(c))
    const body = { response: { ...answer, response: { ...answer.response, ...change } } }
    problem(await c.anonymous('POST', '/auth/sign-in', body), 401, 'invalid_authorization')
  }
  expect(await sessionCount(c)).toBe(1)
})

/** Client data in JSON that no browser makes. */
const oddClientData = [
  ...[{}, [], null, 5, 'text', true, { challenge: null }, { challenge: 5 }, { challenge: ['AAAA'] }],
  ...[{ challenge: { length: 1e9 } }, { challenge: { type: 'Buffer', data: [1] } }, { challenge: '' }],
].map((data) => Buffer.from(JSON.stringify(data)).toString('base64url'))

test('odd client data is refused by each route that takes a passkey response, and never leads to a fault', async () => {
  await using c = await clinic({ signedIn: true })
  const link = secretOf((await inviteMember(c)).link.url)
  await using empty = emptyService()
  const first = { ...setupForm, link: empty.setupLink.open(monday) }
  for (const clientDataJSON of oddClientData) {
    const response = { id: 'AAAA', rawId: 'AAAA', type: 'public-key', response: { clientDataJSON } }
    for (const answer of [
      await c.anonymous('POST', '/auth/sign-in', { response }),
      await c.anonymous('POST', '/auth/enrol', { link, name: 'Jonas', response }),
      await empty.anonymous('POST', '/auth/setup', { ...first, response }),
    ])
      problem(answer, 401, 'invalid_authorization')
    invalid(await c.owner.call('POST', '/api/v1/me/passkeys', { name: 'Laptop', response }), 'response')
    invalid(await c.owner.call('POST', '/api/v1/me/passkey-check', { response }), 'response')
  }
})

test('when one sign-in response is sent a hundred times at once, it opens one session, and later none', async () => {
  await using c = await clinic({ signedIn: true })
  const { key } = await enrolled(c)
  const before = await sessionCount(c)
  const response = await key.authenticate(await beginSignIn(c))
  const answers = await atOnce(100, () => c.anonymous('POST', '/auth/sign-in', { response }))
  expect(statusCounts(answers)).toEqual({ 201: 1, 401: 99 })
  expect(await sessionCount(c)).toBe(before + 1)
  problem(await c.anonymous('POST', '/auth/sign-in', { response }), 401, 'invalid_authorization')
})

test('a forged sign-in response does not use up the challenge, because strangers can send it', async () => {
  await using c = await clinic({ signedIn: true })
  const { key } = await enrolled(c)
  const options = await beginSignIn(c)
  const bad = await key.authenticate(options, { tamper: true })
  problem(await c.anonymous('POST', '/auth/sign-in', { response: bad }), 401, 'invalid_authorization')
  const good = await key.authenticate(options)
  success(await c.anonymous('POST', '/auth/sign-in', { response: good }), 201)
})

test('a member can still finish a sign-in after strangers have begun 10,500 sign-ins', async () => {
  await using c = await clinic({ signedIn: true })
  const { key } = await enrolled(c)
  const options = await beginSignIn(c)
  for (let i = 0; i < 10_500; i++) await beginSignIn(c)
  const response = await key.authenticate(options)
  success(await c.anonymous('POST', '/auth/sign-in', { response }), 201)
})

test('§5.1 A passkey challenge can be used for five minutes.', async () => {
  await using c = await clinic({ signedIn: true })
  const { key } = await enrolled(c)
  for (const [later, status] of [
    [ceremonyPatience - 1, 201],
    [ceremonyPatience, 401],
  ] as const) {
    const options = await beginSignIn(c)
    c.clock.now += later
    const response = await key.authenticate(options)
    expect((await c.anonymous('POST', '/auth/sign-in', { response })).status).toBe(status)
  }
})

test('§5.1 A sign-in with a signature counter that did not grow is refused, because the passkey may be a copy.', async () => {
  await using c = await clinic({ signedIn: true })
  const { key } = await enrolled(c)
  success(await trySignIn(c, key, { counter: 5 }), 201)
  for (const counter of [5, 4, 0]) problem(await trySignIn(c, key, { counter }), 401, 'invalid_authorization')
  success(await trySignIn(c, key, { counter: 6 }), 201)
})

test('when an authenticator and its copy sign in at the same moment, only one of them succeeds', async () => {
  await using c = await clinic({ signedIn: true })
  const { key } = await enrolled(c)
  const answers = await atOnce(2, () => trySignIn(c, key, { counter: 5 }))
  expect(statusCounts(answers)).toEqual({ 201: 1, 401: 1 })
})

test('a member who is deactivated during the sign-in gets no session', async () => {
  await using c = await clinic({ signedIn: true })
  const { member, key } = await enrolled(c)
  const response = await key.authenticate(await beginSignIn(c))
  const signingIn = c.anonymous('POST', '/auth/sign-in', { response })
  const shuttingOut = c.owner.call('PATCH', `/api/v1/members/${member.id}`, { active: false })
  success(await shuttingOut)
  problem(await signingIn, 401, 'invalid_authorization')
  // A row with the reason why a session ended may exist until the member is active again.
  success(await c.owner.call('PATCH', `/api/v1/members/${member.id}`, { active: true }))
  expect(await sessionCount(c)).toBe(0)
})

test('an authenticator without a counter can sign in several times', async () => {
  await using c = await clinic({ signedIn: true })
  const { key } = await enrolled(c)
  for (let i = 0; i < 3; i++) success(await trySignIn(c, key, { counter: 0 }), 201)
})

test('a sign-in response to the challenge for a new passkey is refused', async () => {
  await using c = await clinic({ signedIn: true })
  const { key } = await enrolled(c)
  const options = await beginPasskey(c.owner.call)
  const response = await key.authenticate({ challenge: options.challenge, rpId: 'localhost' })
  problem(await c.anonymous('POST', '/auth/sign-in', { response }), 401, 'invalid_authorization')
})

test('the sign-in of an inactive member is refused like the sign-in of an unknown person', async () => {
  await using c = await clinic({ signedIn: true })
  const { member, key } = await enrolled(c)
  const activate = (active: boolean) => c.practice.write((tx) => updateMember(tx, member.id, { active }))
  await activate(false)
  problem(await trySignIn(c, key), 401, 'invalid_authorization')
  await activate(true)
  success(await trySignIn(c, key), 201)
})

test('the routes without a token check their bodies as strictly as all other routes', async () => {
  await using c = await clinic({ signedIn: true })
  for (const path of ['sign-in/options', 'sign-in', 'enrol/open', 'enrol/options', 'enrol', 'setup/open']) {
    const answer = await c.anonymous('POST', `/auth/${path}`, { unexpected: 1 })
    expect(answer.body.error.details).toContainEqual({
      path: 'unexpected',
      message: 'is not a field of this request',
    })
    expect((await c.anonymous('POST', `/auth/${path}`, '{')).status).toBe(400)
    expect((await c.anonymous('POST', `/auth/${path}`, '{}', { 'content-type': 'text/plain' })).status).toBe(
      415,
    )
    expect((await c.anonymous('POST', `/auth/${path}`, ' '.repeat(2 ** 20 + 1))).status).toBe(413)
    expect((await c.anonymous('GET', `/auth/${path}`)).status).toBe(404)
  }
})

/** Returns the number of sessions of all members except the first owner and the first assistant of the clinic. */
async function sessionCount(c: Clinic): Promise<number> {
  const { members } = success(await c.owner.call('GET', '/api/v1/members'))
  return (members as { id: string }[])
    .filter(({ id }) => id !== c.owner.userId && id !== c.assistant.userId)
    .flatMap(({ id }) => listSessions(c.practice.read, id, c.clock.now, ordinarySessionTimes)).length
}
