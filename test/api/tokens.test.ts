import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { tokenScopes } from '../../src/domain/caller.ts'
import { ordinarySessionTimes } from '../../src/domain/secrets.ts'
import { createToken, revokeAnyToken } from '../../src/features/tokens/actions.ts'
import { updateMember } from '../../src/store/access/members.ts'
import { listSessions } from '../../src/store/access/sessions.ts'
import { DatabaseUnavailable } from '../../src/store/engine/trouble.ts'
import { invalid, notFound, problem, success } from '../support/answers.ts'
import { atOnce, statusCounts } from '../support/at-once.ts'
import { clinic, monday } from '../support/clinic.ts'
import { errorOf, thrownBy } from '../support/rejection.ts'
import { addPasskey, anotherSession } from '../support/sign-in.ts'

const day = 86_400_000
const path = '/api/v1/me/tokens'

test('§5.2 An API token (`ck_…`) is shown once, when it is made.', async () => {
  await using c = await clinic({ signedIn: true })
  const made = success(await c.owner.call('POST', path, { name: ' Laptop ', days: 30 }), 201)
  const { token, ...kept } = made
  expect(kept).toEqual({
    id: expect.any(String),
    name: 'Laptop',
    scopes: ['read', 'write'],
    lastUsedAt: null,
    expiresAt: new Date(monday + 30 * day).toISOString(),
    createdAt: new Date(monday).toISOString(),
  })
  expect(success(await c.owner.call('GET', path))).toEqual({ tokens: [kept] })
  const { auth } = success(await c.as(token)('GET', '/api/v1/me'))
  expect(auth).toEqual({ kind: 'token', expiresAt: kept.expiresAt, scopes: ['read', 'write'] })

  expect(success(await c.owner.call('DELETE', `${path}/${kept.id}`))).toEqual({ deleted: true })
  problem(await c.as(token)('GET', '/api/v1/me'), 401, 'invalid_authorization')
  expect(success(await c.owner.call('GET', path)).tokens).toEqual([])
  notFound(await c.owner.call('DELETE', `${path}/${kept.id}`))
})

test('§5.2 A token is valid for 90 days, or for the number of days that was asked for, up to 365.', async () => {
  await using c = await clinic({ signedIn: true })
  const { expiresAt } = success(await c.owner.call('POST', path, { name: 'Laptop' }), 201)
  expect(expiresAt).toBe(new Date(monday + 90 * day).toISOString())
  success(await c.owner.call('POST', path, { name: 'Laptop', days: 365 }), 201)
  for (const days of [0, 366, 1.5, '30', null])
    invalid(await c.owner.call('POST', path, { name: 'Laptop', days }), 'days')
  invalid(await c.owner.call('POST', path, { name: ' ' }), 'name')
})

test('a new token is refused when a scope is repeated or when it has more than three scopes', async () => {
  await using c = await clinic({ signedIn: true })
  for (const [scopes, message] of [
    [['read', 'read'], 'must not hold an item twice'],
    [['read', 'write', 'read', 'settings'], 'must have at most 3 items'],
    [Array(1000).fill('read'), 'must have at most 3 items'],
  ] as const) {
    const answer = await c.owner.call('POST', path, { name: 'Laptop', scopes })
    invalid(answer, 'scopes')
    expect(answer.body.error.details).toEqual([{ path: 'scopes', message }])
  }
})

test('§5.2 An API token cannot make or revoke another token. It may revoke itself, whatever its scopes.', async () => {
  await using c = await clinic()
  const other = await createToken(c.practice, c.owner.userId, 'other', 1, monday - 1)
  problem(await c.owner.call('DELETE', `${path}/${other.id}`), 403, 'forbidden')
  problem(await c.owner.call('POST', path, { name: 'Laptop' }), 403, 'forbidden')
  const [, { id }] = success(await c.owner.call('GET', path)).tokens
  success(await c.owner.call('DELETE', `${path}/${id}`))
  problem(await c.owner.call('GET', path), 401, 'invalid_authorization')
})

test('a request for a token makes no token when its session ends meanwhile', async () => {
  await using c = await clinic({ signedIn: true })
  const ending = c.owner.call('POST', '/api/v1/me/sign-out')
  const making = c.owner.call('POST', path, { name: 'Laptop' })
  success(await ending)
  problem(await making, 401, 'invalid_authorization')
})

test('the list of own tokens never contains a colleague’s token, and an owner cannot revoke it there', async () => {
  await using c = await clinic({ signedIn: true })
  const { id, token } = success(await c.assistant.call('POST', path, { name: 'Laptop' }), 201)
  for (const { call } of [c.owner, c.stranger]) {
    expect(success(await call('GET', path)).tokens).toEqual([])
    notFound(await call('DELETE', `${path}/${id}`))
  }
  success(await c.as(token)('GET', '/api/v1/me'))
})

test('§5.2 A token that is made on a page has `read` and `write` unless other scopes are asked for.', async () => {
  await using c = await clinic({ signedIn: true })
  const make = (scopes?: unknown) => c.owner.call('POST', path, { name: 'Laptop', scopes })
  expect(success(await make(), 201).scopes).toEqual(['read', 'write'])
  expect(success(await make(['read']), 201).scopes).toEqual(['read'])
  expect(success(await make(['settings', 'read']), 201).scopes).toEqual(['read', 'settings'])
  invalid(await make([]), 'scopes')
  invalid(await make(['read', 'read']), 'scopes')
  invalid(await make(['read', 'admin']), 'scopes.1')
  invalid(await make('read'), 'scopes')
  invalid(await make(null), 'scopes')
})

test('§5.2 Only owners may ask for the scope `settings`.', async () => {
  await using c = await clinic({ signedIn: true })
  const body = { name: 'Laptop', scopes: ['read', 'settings'] }
  problem(await c.assistant.call('POST', path, body), 403, 'forbidden')
  expect(success(await c.assistant.call('GET', path)).tokens).toEqual([])
  success(await c.owner.call('POST', path, body), 201)
  const made = createToken(c.practice, c.assistant.userId, 'x', 1, monday, ['settings'])
  expect(await thrownBy(made)).toThrow('owner')
})

test('an owner who becomes an assistant during the request cannot make a token with the scope `settings`', async () => {
  await using c = await clinic({ signedIn: true })
  const role = (role: string) => ({ role })
  const [ada, zoe] = [c.owner, c.assistant]
  await addPasskey(ada.call)
  success(await ada.call('PATCH', `/api/v1/members/${zoe.userId}`, role('owner')))
  const demoting = ada.call('PATCH', `/api/v1/members/${zoe.userId}`, role('assistant'))
  const making = zoe.call('POST', path, { name: 'Laptop', scopes: ['settings'] })
  success(await demoting)
  problem(await making, 403, 'forbidden')
})

test("§5.2 A token that is made on the command line has all scopes that the member's role allows.", async () => {
  await using c = await clinic()
  const scopesOf = async (userId: string) => (await createToken(c.practice, userId, 'x', 1, monday)).scopes
  expect(await scopesOf(c.owner.userId)).toEqual(['read', 'write', 'settings'])
  expect(await scopesOf(c.assistant.userId)).toEqual(['read', 'write'])
})

test('the last use of a token is recorded at most once a minute', async () => {
  await using c = await clinic({ signedIn: true })
  const { token } = success(await c.owner.call('POST', path, { name: 'Laptop' }), 201)
  const use = async () => {
    success(await c.as(token)('GET', '/api/v1/me'))
    await c.practice.write(() => undefined)
    return success(await c.owner.call('GET', path)).tokens[0].lastUsedAt
  }
  expect(await use()).toBe(new Date(monday).toISOString())
  c.clock.now += 59_999
  expect(await use()).toBe(new Date(monday).toISOString())
  c.clock.now += 1
  expect(await use()).toBe(new Date(monday + 60_000).toISOString())
})

test('a request is answered and a fault is reported when the use of its token cannot be recorded', async () => {
  await using c = await clinic({ signedIn: true })
  const { token } = success(await c.owner.call('POST', path, { name: 'Laptop' }), 201)
  const other = new Database(c.path)
  other.run('begin immediate')
  success(await c.as(token)('GET', '/api/v1/me'))
  await c.practice.write(() => undefined).catch(() => undefined)
  other.run('rollback')
  other.close()
  expect(c.faults.splice(0)).toEqual([
    { requestId: expect.any(String), error: expect.any(DatabaseUnavailable) },
  ])
})

test('§5.2 A member sees and revokes their own tokens. Owners see and revoke every token of the practice.', async () => {
  await using c = await clinic({ signedIn: true })
  const mine = success(await c.owner.call('POST', path, { name: 'Laptop' }), 201)
  c.clock.now += 1
  const theirs = success(await c.assistant.call('POST', path, { name: 'Phone', scopes: ['read'] }), 201)
  success(await c.stranger.call('POST', path, { name: 'Elsewhere' }), 201)
  const all = success(await c.owner.call('GET', '/api/v1/tokens')).tokens
  expect(all).toEqual([
    { ...without(mine), memberId: c.owner.userId },
    { ...without(theirs), memberId: c.assistant.userId },
  ])
  const one = `/api/v1/tokens/${theirs.id}`
  notFound(await c.stranger.call('DELETE', one))
  problem(await c.assistant.call('DELETE', one), 403, 'forbidden')
  problem(await c.assistant.call('GET', '/api/v1/tokens'), 403, 'forbidden')
  expect(success(await c.owner.call('DELETE', one))).toEqual({ deleted: true })
  problem(await c.as(theirs.token)('GET', '/api/v1/me'), 401, 'invalid_authorization')
  notFound(await c.owner.call('DELETE', one))
  expect(success(await c.owner.call('GET', '/api/v1/tokens')).tokens).toHaveLength(1)
})

test('an owner who becomes an assistant during the request cannot revoke a colleague’s token', async () => {
  await using c = await clinic({ signedIn: true })
  const { id } = success(await c.assistant.call('POST', path, { name: 'Laptop' }), 201)
  const session = listSessions(c.practice.read, c.owner.userId, monday, ordinarySessionTimes)[0]!
  const { practiceId, userId } = c.owner
  const auth = { kind: 'session', id: session.id, expiresAt: session.expiresAt, scopes: tokenScopes } as const
  const demoting = c.practice.write((tx) => updateMember(tx, userId, { role: 'assistant' }))
  const revoking = revokeAnyToken(c.practice, { practiceId, userId, role: 'owner', auth }, id, monday)
  await demoting
  expect(await errorOf(revoking)).toMatchObject({ code: 'forbidden' })
})

test('a token that has expired is not listed', async () => {
  await using c = await clinic({ signedIn: true })
  success(await c.owner.call('POST', path, { name: 'Laptop', days: 1 }), 201)
  c.clock.now += day - 1
  const owner = c.as(await anotherSession(c))
  for (const list of [path, '/api/v1/tokens'])
    expect(success(await owner('GET', list)).tokens).toHaveLength(1)
  c.clock.now += 1
  for (const list of [path, '/api/v1/tokens']) expect(success(await owner('GET', list)).tokens).toEqual([])
})

test('§5.2 A member has at most 50 tokens that work. One more token is 409 `conflict`.', async () => {
  await using c = await clinic({ signedIn: true })
  const make = (days = 2) => c.owner.call('POST', path, { name: 'Laptop', days })
  success(await make(1), 201)
  const answers = await atOnce(60, () => make())
  expect(statusCounts(answers)).toEqual({ 201: 49, 409: 11 })
  problem(await make(), 409, 'conflict')
  expect(await thrownBy(createToken(c.practice, c.owner.userId, 'x', 1, monday))).toThrow('50')
  success(await c.assistant.call('POST', path, { name: 'Laptop' }), 201)
  const [, ...rest] = success(await c.owner.call('GET', path)).tokens
  expect(rest).toHaveLength(49)
  success(await c.owner.call('DELETE', `${path}/${rest[0].id}`))
  success(await make(), 201)
  problem(await make(), 409, 'conflict')
  // The first token expires.
  c.clock.now += day
  const owner = c.as(await anotherSession(c))
  success(await owner('POST', path, { name: 'Laptop' }), 201)
})

const without = ({ token: _, ...kept }: { token: string }) => kept
