import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { invalid, notFound, problem, success } from '../support/answers.ts'
import { atOnce, statusCounts } from '../support/at-once.ts'
import { type Authenticator, authenticator, type Claims } from '../support/authenticator.ts'
import type { Client } from '../support/client.ts'
import { type Clinic, clinic, monday } from '../support/clinic.ts'
import { anotherSession, beginPasskey, signIn, trySignIn } from '../support/sign-in.ts'

/** Begins to add a passkey and returns the body of the request that finishes this. */
async function begun(call: Client, key: Authenticator, name = 'Laptop', lies?: Partial<Claims>) {
  return { name, response: await key.register(await beginPasskey(call), lies) }
}
const tryAdd = async (call: Client, key: Authenticator, name: string, lies?: Partial<Claims>) =>
  await call('POST', '/api/v1/me/passkeys', await begun(call, key, name, lies))
const add = async (call: Client, key: Authenticator, name: string) =>
  success(await tryAdd(call, key, name), 201)
/** Adds a passkey of a laptop and a passkey of a phone, and returns their ids. */
async function addTwo(call: Client): Promise<string[]> {
  const ids: string[] = []
  for (const name of ['Laptop', 'Phone']) ids.push((await add(call, await authenticator(), name)).id)
  return ids
}
const mine = async (call: Client) => success(await call('GET', '/api/v1/me/passkeys')).passkeys

/** A client with another session of the owner. */
const another = async (c: Clinic) => c.as(await anotherSession(c))

test('a member can add, rename and remove passkeys, and signs in with the remaining passkeys', async () => {
  await using c = await clinic({ signedIn: true })
  const [laptop, phone] = [await authenticator(), await authenticator()]
  const added = await add(c.owner.call, laptop, ' Laptop ')
  expect(added).toEqual({
    id: expect.any(String),
    name: 'Laptop',
    lastUsedAt: null,
    createdAt: new Date(monday).toISOString(),
  })
  const second = await add(c.owner.call, phone, 'Phone')
  expect(await mine(c.owner.call)).toEqual([added, second])

  c.clock.now += 1000
  await signIn(c, laptop)
  await signIn(c, phone)
  expect((await mine(c.owner.call))[0].lastUsedAt).toBe(new Date(c.clock.now).toISOString())

  const path = `/api/v1/me/passkeys/${added.id}`
  expect(success(await c.owner.call('PATCH', path, { name: ' Old laptop ' })).name).toBe('Old laptop')
  expect(success(await c.owner.call('DELETE', path))).toEqual({ deleted: true })
  problem(await trySignIn(c, laptop), 401, 'invalid_authorization')
  await signIn(c, phone)
})

test('§5.1 A member may have several passkeys. The last passkey cannot be removed: 409 `conflict`.', async () => {
  await using c = await clinic({ signedIn: true })
  const key = await authenticator()
  const { id } = await add(c.owner.call, key, 'Laptop')
  problem(await c.owner.call('DELETE', `/api/v1/me/passkeys/${id}`), 409, 'conflict')
  await signIn(c, key)
})

test('when a member removes both passkeys at the same time, one passkey stays', async () => {
  await using c = await clinic({ signedIn: true })
  const ids = await addTwo(c.owner.call)
  const answers = await atOnce(2, (n) => c.owner.call('DELETE', `/api/v1/me/passkeys/${ids[n]}`))
  expect(statusCounts(answers)).toEqual({ 200: 1, 409: 1 })
  expect(await mine(c.owner.call)).toHaveLength(1)
})

test("§5.1 Adding or removing a passkey ends the member's other sessions.", async () => {
  await using c = await clinic({ signedIn: true })
  const first = await add(c.owner.call, await authenticator(), 'Laptop')
  const path = `/api/v1/me/passkeys/${first.id}`
  let other = await another(c)
  success(await c.owner.call('PATCH', path, { name: 'Old laptop' }))
  success(await other('GET', '/api/v1/me'))
  await add(c.owner.call, await authenticator(), 'Phone')
  problem(await other('GET', '/api/v1/me'), 401, 'invalid_authorization')
  other = await another(c)
  success(await c.owner.call('DELETE', path))
  problem(await other('GET', '/api/v1/me'), 401, 'invalid_authorization')
  for (const { call } of [c.owner, c.assistant, c.stranger]) success(await call('GET', '/api/v1/me'))
})

test('§5.2 An API token reads passkeys and cannot change them.', async () => {
  await using c = await clinic()
  expect(await mine(c.owner.call)).toEqual([])
  const body = { name: 'Laptop', response: { id: 'x', response: { clientDataJSON: 'x' } } }
  const id = '01970000-0000-7000-8000-00000000000a'
  for (const [method, path, sent] of [
    ['POST', '/options', undefined],
    ['POST', '', body],
    ['PATCH', `/${id}`, { name: 'x' }],
    ['DELETE', `/${id}`, undefined],
  ] as const)
    problem(await c.owner.call(method, `/api/v1/me/passkeys${path}`, sent), 403, 'forbidden')
})

test('a forged response of an authenticator is refused with `validation_failed` and adds no passkey', async () => {
  await using c = await clinic({ signedIn: true })
  for (const lie of [{ origin: 'https://evil.example' }, { rpId: 'evil.example' }, { userVerified: false }])
    invalid(await tryAdd(c.owner.call, await authenticator(), 'Laptop', lie), 'response')
  expect(c.refusals).toHaveLength(3)
  expect(await mine(c.owner.call)).toEqual([])
})

test('§5.1 A new passkey is accepted once, and only in the session in which its creation began.', async () => {
  await using c = await clinic({ signedIn: true })
  const other = await another(c)
  const key = await authenticator()
  for (const call of [other, c.assistant.call, c.stranger.call])
    invalid(await call('POST', '/api/v1/me/passkeys', await begun(c.owner.call, key)), 'response')
  const body = await begun(c.owner.call, key)
  const answers = await atOnce(20, () => c.owner.call('POST', '/api/v1/me/passkeys', body))
  expect(statusCounts(answers)).toEqual({ 201: 1, 400: 19 })
})

test('a session that ends while its passkey is verified adds no passkey', async () => {
  await using c = await clinic({ signedIn: true })
  const other = await another(c)
  const { sessions } = success(await other('GET', '/api/v1/me/sessions'))
  const [{ id }] = sessions.filter(({ current }: { current: boolean }) => !current)
  const body = await begun(c.owner.call, await authenticator())
  // The session is still valid when the request begins. It ends while the service verifies the passkey.
  const adding = c.owner.call('POST', '/api/v1/me/passkeys', body)
  const ending = other('DELETE', `/api/v1/me/sessions/${id}`)
  success(await ending)
  problem(await adding, 401, 'invalid_authorization')
  expect(await mine(other)).toEqual([])
})

test('a session that ends during the request to remove a passkey removes no passkey', async () => {
  await using c = await clinic({ signedIn: true })
  const ids = await addTwo(c.owner.call)
  const ending = c.owner.call('POST', '/api/v1/me/sign-out')
  const removing = c.owner.call('DELETE', `/api/v1/me/passkeys/${ids[0]}`)
  success(await ending)
  problem(await removing, 401, 'invalid_authorization')
  expect(await mine(await another(c))).toHaveLength(2)
})

test('while the database is locked, a new passkey gets 503, and this does not count as a refusal', async () => {
  await using c = await clinic({ signedIn: true })
  const body = await begun(c.owner.call, await authenticator())
  const other = new Database(c.path)
  other.run('begin immediate')
  problem(await c.owner.call('POST', '/api/v1/me/passkeys', body), 503, 'unavailable')
  other.run('rollback')
  other.close()
  expect(c.refusals).toEqual([])
  expect(c.faults.splice(0)).toMatchObject([{ error: { code: 'SQLITE_BUSY' } }])
})

test('the requests that add a passkey are rate limited', async () => {
  await using c = await clinic({ signedIn: true, rateLimit: { perMinute: 2 } })
  const statuses: number[] = []
  for (let i = 0; i < 3; i++)
    statuses.push((await c.owner.call('POST', '/api/v1/me/passkeys/options')).status)
  expect(statuses).toEqual([200, 200, 429])
  problem(await c.owner.call('POST', '/api/v1/me/passkeys', { name: 'x' }), 429, 'rate_limited')
  success(await c.owner.call('GET', '/api/v1/me/passkeys'))
})

test('the options for a new passkey list the member’s passkeys, so that no device registers twice', async () => {
  await using c = await clinic({ signedIn: true })
  const key = await authenticator()
  await add(c.owner.call, key, 'Laptop')
  const options = await beginPasskey(c.owner.call)
  expect(options.excludeCredentials).toEqual([
    { id: expect.any(String), type: 'public-key', transports: ['internal'] },
  ])
  const again = { name: 'Again', response: await key.register(options) }
  invalid(await c.owner.call('POST', '/api/v1/me/passkeys', again), 'response')
})

test('a member cannot see, rename or remove the passkeys of another member', async () => {
  await using c = await clinic({ signedIn: true })
  const { id } = await add(c.owner.call, await authenticator(), 'Laptop')
  await add(c.owner.call, await authenticator(), 'Phone')
  for (const { call } of [c.assistant, c.stranger]) {
    expect(await mine(call)).toEqual([])
    notFound(await call('PATCH', `/api/v1/me/passkeys/${id}`, { name: 'Mine' }))
    notFound(await call('DELETE', `/api/v1/me/passkeys/${id}`))
  }
  expect(await mine(c.owner.call)).toHaveLength(2)
})
