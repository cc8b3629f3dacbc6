import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { openSession } from '../../src/features/shared/access.ts'
import { invalid, notFound, problem, success } from '../support/answers.ts'
import { type Authenticator, authenticator, type Claims } from '../support/authenticator.ts'
import { type Client, type Clinic, clinic, monday } from '../support/clinic.ts'
import { signIn, trySignIn } from '../support/sign-in.ts'

async function tryAdd(call: Client, key: Authenticator, name: string, lies?: Partial<Claims>) {
  const { options } = success(await call('POST', '/api/v1/me/passkeys/options'))
  return await call('POST', '/api/v1/me/passkeys', { name, response: await key.register(options, lies) })
}
const add = async (call: Client, key: Authenticator, name: string) =>
  success(await tryAdd(call, key, name), 201)
const mine = async (call: Client) => success(await call('GET', '/api/v1/me/passkeys')).passkeys

/** Another session of the owner. */
const another = async (c: Clinic) =>
  c.as((await c.practice.write((tx) => openSession(tx, c.owner.userId, null, monday))).token)

test('a member adds, names and removes passkeys, and signs in with those that are left', async () => {
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

test('the last passkey stays', async () => {
  await using c = await clinic({ signedIn: true })
  const key = await authenticator()
  const { id } = await add(c.owner.call, key, 'Laptop')
  problem(await c.owner.call('DELETE', `/api/v1/me/passkeys/${id}`), 409, 'conflict')
  await signIn(c, key)
})

test('of two passkeys removed at the same time one stays', async () => {
  await using c = await clinic({ signedIn: true })
  const ids: string[] = []
  for (const name of ['Laptop', 'Phone']) ids.push((await add(c.owner.call, await authenticator(), name)).id)
  const answers = await Promise.all(ids.map((id) => c.owner.call('DELETE', `/api/v1/me/passkeys/${id}`)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await mine(c.owner.call)).toHaveLength(1)
})

test('adding and removing end the member’s other sessions; naming and colleagues’ sessions go on', async () => {
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

test('an API token may look at passkeys and change none', async () => {
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

test('a passkey that is not accepted is a mistake of the request, not of the session', async () => {
  await using c = await clinic({ signedIn: true })
  for (const lie of [{ origin: 'https://evil.example' }, { rpId: 'evil.example' }, { userVerified: false }])
    invalid(await tryAdd(c.owner.call, await authenticator(), 'Laptop', lie), 'response')
  expect(c.refusals).toHaveLength(3)
  expect(await mine(c.owner.call)).toEqual([])
})

test('a ceremony is finished once, and only in the session that began it', async () => {
  await using c = await clinic({ signedIn: true })
  const other = await another(c)
  const key = await authenticator()
  const begun = async () => {
    const { options } = success(await c.owner.call('POST', '/api/v1/me/passkeys/options'))
    return { name: 'Laptop', response: await key.register(options) }
  }
  for (const call of [other, c.assistant.call, c.stranger.call])
    invalid(await call('POST', '/api/v1/me/passkeys', await begun()), 'response')
  const body = await begun()
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => c.owner.call('POST', '/api/v1/me/passkeys', body)),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(19)
})

test('a session that is ended meanwhile leaves no passkey behind', async () => {
  await using c = await clinic({ signedIn: true })
  const other = await another(c)
  const { sessions } = success(await other('GET', '/api/v1/me/sessions'))
  const [{ id }] = sessions.filter(({ current }: { current: boolean }) => !current)
  const { options } = success(await c.owner.call('POST', '/api/v1/me/passkeys/options'))
  const body = { name: 'Laptop', response: await (await authenticator()).register(options) }
  // The request is let in by the gate; while its passkey is being verified, the session ends.
  const adding = c.owner.call('POST', '/api/v1/me/passkeys', body)
  const ending = other('DELETE', `/api/v1/me/sessions/${id}`)
  success(await ending)
  problem(await adding, 401, 'invalid_authorization')
  expect(await mine(other)).toEqual([])
})

test('nor does it take one away', async () => {
  await using c = await clinic({ signedIn: true })
  const ids: string[] = []
  for (const name of ['Laptop', 'Phone']) ids.push((await add(c.owner.call, await authenticator(), name)).id)
  const ending = c.owner.call('POST', '/api/v1/me/sign-out')
  const removing = c.owner.call('DELETE', `/api/v1/me/passkeys/${ids[0]}`)
  success(await ending)
  problem(await removing, 401, 'invalid_authorization')
  expect(await mine(await another(c))).toHaveLength(2)
})

test('while the database is locked a passkey is not refused but has to wait', async () => {
  await using c = await clinic({ signedIn: true })
  const { options } = success(await c.owner.call('POST', '/api/v1/me/passkeys/options'))
  const body = { name: 'Laptop', response: await (await authenticator()).register(options) }
  const other = new Database(c.path)
  other.run('begin immediate')
  problem(await c.owner.call('POST', '/api/v1/me/passkeys', body), 503, 'unavailable')
  other.run('rollback')
  other.close()
  expect(c.refusals).toEqual([])
  expect(c.faults.splice(0)).toMatchObject([{ error: { code: 'SQLITE_BUSY' } }])
}, 10_000)

test('beginning is limited like every ceremony', async () => {
  await using c = await clinic({ signedIn: true, rateLimit: { perMinute: 2, addressHeader: undefined } })
  const statuses: number[] = []
  for (let i = 0; i < 3; i++)
    statuses.push((await c.owner.call('POST', '/api/v1/me/passkeys/options')).status)
  expect(statuses).toEqual([200, 200, 429])
  problem(await c.owner.call('POST', '/api/v1/me/passkeys', { name: 'x' }), 429, 'rate_limited')
  success(await c.owner.call('GET', '/api/v1/me/passkeys'))
})

test('the options know the passkeys there are, so that no device registers twice', async () => {
  await using c = await clinic({ signedIn: true })
  const key = await authenticator()
  await add(c.owner.call, key, 'Laptop')
  const { options } = success(await c.owner.call('POST', '/api/v1/me/passkeys/options'))
  expect(options.excludeCredentials).toEqual([
    { id: expect.any(String), type: 'public-key', transports: ['internal'] },
  ])
  const again = { name: 'Again', response: await key.register(options) }
  invalid(await c.owner.call('POST', '/api/v1/me/passkeys', again), 'response')
})

test('another member’s passkeys are not there for me', async () => {
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
