/** Acts that give a person access need a passkey that was used within the last ten minutes (RULES §5). */
import { expect, test } from 'bun:test'
import { invalid, notFound, problem, success } from '../support/answers.ts'
import { atOnce, statusCounts } from '../support/at-once.ts'
import { type Authenticator, authenticator, type Claims } from '../support/authenticator.ts'
import type { Client } from '../support/client.ts'
import { type Clinic, clinic, monday } from '../support/clinic.ts'
import { inviteMember, jonas } from '../support/members.ts'
import { addPasskey, anotherSession, beginPasskey, checkPasskey, enrol, signIn } from '../support/sign-in.ts'

const tenMinutes = 600_000
const path = '/api/v1/me/passkey-check'

/** Makes a clinic whose owner has a passkey. */
async function withKey(): Promise<{ c: Clinic; key: Authenticator }> {
  const c = await clinic({ signedIn: true })
  return { c, key: await addPasskey(c.owner.call) }
}
const required = (answer: Awaited<ReturnType<Client>>) => problem(answer, 403, 'passkey_required')

/** Sends a check of the caller's passkey. `lies` are false claims of the authenticator. */
async function tryCheck(call: Client, key: Authenticator, lies?: Partial<Claims>) {
  const { options } = success(await call('POST', `${path}/options`))
  return await call('POST', path, { response: await key.authenticate(options, lies) })
}

/** Every act that gives a person access. `memberId` is the id of the member that the act changes. */
const acts: Record<string, (call: Client, memberId: string) => ReturnType<Client>> = {
  'making a token': (call) => call('POST', '/api/v1/me/tokens', { name: 'Laptop' }),
  'beginning to add a passkey': (call) => call('POST', '/api/v1/me/passkeys/options'),
  'inviting a member': (call, id) =>
    call('POST', '/api/v1/members', { ...jonas, email: `${id}@example.org` }),
  'making an owner': (call, id) => call('PATCH', `/api/v1/members/${id}`, { role: 'owner' }),
  'giving a new link': (call, id) => call('POST', `/api/v1/members/${id}/link`, {}),
}

for (const [name, act] of Object.entries(acts))
  test(`§5.1 An act that gives somebody access needs a passkey that was used within the last ten minutes. Otherwise the answer is 403 \`passkey_required\`. ${name}`, async () => {
    const { c, key } = await withKey()
    await using _ = c
    const { member } = await inviteMember(c)
    c.clock.now = monday + tenMinutes
    required(await act(c.owner.call, member.id))
    c.clock.now -= 1
    expect((await act(c.owner.call, member.id)).status).toBeWithin(200, 202)

    const { member: other } = await inviteMember(c, { email: 'other@example.org' })
    c.clock.now += 2 * tenMinutes
    required(await act(c.owner.call, other.id))
    await checkPasskey(c.owner.call, key)
    expect((await act(c.owner.call, other.id)).status).toBeWithin(200, 202)
  })

test('a new passkey that is sent after the ten minutes is accepted after a check of an older passkey', async () => {
  const { c, key } = await withKey()
  await using _ = c
  c.clock.now = monday + tenMinutes - 1
  const options = await beginPasskey(c.owner.call)
  const body = { name: 'Phone', response: await (await authenticator()).register(options) }
  c.clock.now += 1
  required(await c.owner.call('POST', '/api/v1/me/passkeys', body))
  await checkPasskey(c.owner.call, key)
  success(await c.owner.call('POST', '/api/v1/me/passkeys', body), 201)
})

test('reads and other changes need no passkey that was used within ten minutes', async () => {
  const { c } = await withKey()
  await using _ = c
  const { member } = await inviteMember(c)
  const made = success(await c.owner.call('POST', '/api/v1/me/tokens', { name: 'Laptop' }), 201)
  c.clock.now += tenMinutes
  for (const changes of [{ name: 'Jonas' }, { color: '#fff' }, { active: true }])
    success(await c.owner.call('PATCH', `/api/v1/members/${member.id}`, changes))
  success(await c.owner.call('GET', '/api/v1/tokens'))
  success(await c.owner.call('DELETE', `/api/v1/me/tokens/${made.id}`))
  success(await c.owner.call('POST', '/api/v1/me/sign-out'))
})

test('§5.1 A sign-in and an enrolment each count as a use of the passkey.', async () => {
  const { c, key } = await withKey()
  await using _ = c
  const { link } = await inviteMember(c)
  c.clock.now += 2 * tenMinutes
  required(await acts['making a token']!(c.owner.call, ''))
  const sessions = [await signIn(c, key), await enrol(c, link.url, await authenticator())]
  for (const { token } of sessions) success(await acts['making a token']!(c.as(token), ''), 201)
})

test("§5.1 A check of the member's own passkey counts only for the session in which it was made. The answer says until when the check counts.", async () => {
  const { c, key } = await withKey()
  await using _ = c
  const other = c.as(await anotherSession(c))
  c.clock.now += tenMinutes
  const { options } = success(await c.owner.call('POST', `${path}/options`))
  const { passkeys } = success(await c.owner.call('GET', '/api/v1/me/passkeys'))
  expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
  expect(options.allowCredentials).toHaveLength(passkeys.length)
  const response = await key.authenticate(options)
  expect(success(await c.owner.call('POST', path, { response }))).toEqual({
    validUntil: new Date(c.clock.now + tenMinutes).toISOString(),
  })
  const [used] = success(await c.owner.call('GET', '/api/v1/me/passkeys')).passkeys
  expect(used.lastUsedAt).toBe(new Date(c.clock.now).toISOString())
  required(await acts['making a token']!(other, ''))
})

test('a forged response to a passkey check is refused with 400, and the session stays valid', async () => {
  const { c, key } = await withKey()
  await using _ = c
  c.clock.now += tenMinutes
  const lies: Partial<Claims>[] = [
    { origin: 'https://evil.example' },
    { rpId: 'evil.example' },
    { challenge: 'AAAA' },
    { type: 'webauthn.create' },
    { userVerified: false },
    { userHandle: 'AAAA' },
    { credentialId: 'AAAA' },
    { crossOrigin: true },
    { tamper: true },
  ]
  for (const lie of lies) invalid(await tryCheck(c.owner.call, key, lie), 'response')
  expect(c.refusals).toHaveLength(lies.length)
  required(await acts['making a token']!(c.owner.call, ''))
})

test('a passkey check is refused with a colleague’s passkey, another session’s challenge or an answer that was used before', async () => {
  const { c, key } = await withKey()
  await using _ = c
  const theirs = await addPasskey(c.assistant.call)
  invalid(await tryCheck(c.owner.call, theirs), 'response')
  const other = c.as(await anotherSession(c))
  const { options } = success(await other('POST', `${path}/options`))
  invalid(await c.owner.call('POST', path, { response: await key.authenticate(options) }), 'response')

  const { options: own } = success(await c.owner.call('POST', `${path}/options`))
  const response = await key.authenticate(own)
  const answers = await atOnce(20, () => c.owner.call('POST', path, { response }))
  expect(statusCounts(answers)).toEqual({ 200: 1, 400: 19 })
})

test('a response to a sign-in challenge is refused by a passkey check, and a sign-in refuses a response to a check', async () => {
  const { c, key } = await withKey()
  await using _ = c
  const { options } = success(await c.anonymous('POST', '/auth/sign-in/options', {}))
  invalid(await c.owner.call('POST', path, { response: await key.authenticate(options) }), 'response')
  const { options: check } = success(await c.owner.call('POST', `${path}/options`))
  const response = await key.authenticate(check)
  problem(await c.anonymous('POST', '/auth/sign-in', { response }), 401, 'invalid_authorization')
})

test('a passkey check is refused when its session ends meanwhile', async () => {
  const { c, key } = await withKey()
  await using _ = c
  const { options } = success(await c.owner.call('POST', `${path}/options`))
  const checking = c.owner.call('POST', path, { response: await key.authenticate(options) })
  const ending = c.owner.call('POST', '/api/v1/me/sign-out')
  success(await ending)
  problem(await checking, 401, 'invalid_authorization')
})

test('an API token cannot check a passkey', async () => {
  await using c = await clinic()
  problem(await c.owner.call('POST', `${path}/options`), 403, 'forbidden')
  const body = { response: { id: 'x', response: { clientDataJSON: 'x' } } }
  problem(await c.owner.call('POST', path, body), 403, 'forbidden')
})

test('a request for an unknown record or with a wrong body gets this error even without a recent passkey', async () => {
  const { c } = await withKey()
  await using _ = c
  c.clock.now += tenMinutes
  notFound(await c.owner.call('GET', `/api/v1/members/${c.stranger.userId}`))
  invalid(await c.owner.call('POST', '/api/v1/me/tokens', { name: ' ' }), 'name')
})
