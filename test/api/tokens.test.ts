import { expect, test } from 'bun:test'
import { createToken } from '../../src/features/tokens/actions.ts'
import { invalid, notFound, problem, success } from '../support/answers.ts'
import { clinic, monday } from '../support/clinic.ts'

const day = 86_400_000
const path = '/api/v1/me/tokens'

test('a token is shown once, works, is listed without its secret and can be revoked', async () => {
  await using c = await clinic({ signedIn: true })
  const made = success(await c.owner.call('POST', path, { name: ' Laptop ', days: 30 }), 201)
  const { token, ...kept } = made
  expect(kept).toEqual({
    id: expect.any(String),
    name: 'Laptop',
    expiresAt: new Date(monday + 30 * day).toISOString(),
    createdAt: new Date(monday).toISOString(),
  })
  expect(success(await c.owner.call('GET', path))).toEqual({ tokens: [kept] })
  const { auth } = success(await c.as(token)('GET', '/api/v1/me'))
  expect(auth).toEqual({ kind: 'token', expiresAt: kept.expiresAt })

  expect(success(await c.owner.call('DELETE', `${path}/${kept.id}`))).toEqual({ deleted: true })
  problem(await c.as(token)('GET', '/api/v1/me'), 401, 'invalid_authorization')
  expect(success(await c.owner.call('GET', path)).tokens).toEqual([])
  notFound(await c.owner.call('DELETE', `${path}/${kept.id}`))
})

test('a token lasts 90 days by default and at most a year', async () => {
  await using c = await clinic({ signedIn: true })
  const { expiresAt } = success(await c.owner.call('POST', path, { name: 'Laptop' }), 201)
  expect(expiresAt).toBe(new Date(monday + 90 * day).toISOString())
  success(await c.owner.call('POST', path, { name: 'Laptop', days: 365 }), 201)
  for (const days of [0, 366, 1.5, '30', null])
    invalid(await c.owner.call('POST', path, { name: 'Laptop', days }), 'days')
  invalid(await c.owner.call('POST', path, { name: ' ' }), 'name')
})

test('an API token cannot make or revoke other tokens, and can revoke itself', async () => {
  await using c = await clinic()
  const other = await createToken(c.practice, c.owner.userId, 'other', 1, monday - 1)
  problem(await c.owner.call('DELETE', `${path}/${other.id}`), 403, 'forbidden')
  problem(await c.owner.call('POST', path, { name: 'Laptop' }), 403, 'forbidden')
  const [, { id }] = success(await c.owner.call('GET', path)).tokens
  success(await c.owner.call('DELETE', `${path}/${id}`))
  problem(await c.owner.call('GET', path), 401, 'invalid_authorization')
})

test('a session that ends during the request makes no token', async () => {
  await using c = await clinic({ signedIn: true })
  const ending = c.owner.call('POST', '/api/v1/me/sign-out')
  const making = c.owner.call('POST', path, { name: 'Laptop' })
  success(await ending)
  problem(await making, 401, 'invalid_authorization')
})

test('a colleague’s tokens are not found, not even by an owner', async () => {
  await using c = await clinic({ signedIn: true })
  const { id, token } = success(await c.assistant.call('POST', path, { name: 'Laptop' }), 201)
  for (const { call } of [c.owner, c.stranger]) {
    expect(success(await call('GET', path)).tokens).toEqual([])
    notFound(await call('DELETE', `${path}/${id}`))
  }
  success(await c.as(token)('GET', '/api/v1/me'))
})
