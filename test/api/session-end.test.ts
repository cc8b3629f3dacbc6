import { expect, test } from 'bun:test'
import { whyEnded } from '../../src/features/auth/authenticate.ts'
import { removePractice } from '../../src/transfer/remove.ts'
import { problem, success } from '../support/answers.ts'
import { type Clinic, clinic } from '../support/clinic.ts'
import { act, teller } from '../transfer/practices.ts'

const path = '/auth/session-end'

/** Asks with the token of a session why the session ended. */
const why = async (c: Clinic, { token }: { readonly token: string }, practiceId = c.owner.practiceId) =>
  success(await c.anonymous('POST', path, { token, practiceId })).why

test('§5.1 `POST /auth/session-end` says to the holder of a session why it ended: `expired`, `revoked`, `deactivated` or `practiceRemoved`.', async () => {
  await using c = await clinic({ signedIn: true })
  const { assistant, owner } = c
  success(await c.owner.call('PATCH', `/api/v1/members/${assistant.userId}`, { active: false }))
  expect(await why(c, assistant)).toBe('deactivated')
  c.clock.now += 13 * 3_600_000
  problem(await owner.call('GET', '/api/v1/me'), 401, 'invalid_authorization')
  expect(await why(c, owner)).toBe('expired')
  expect(await why(c, assistant)).toBe('deactivated')
  await removePractice(c.store.transfer, c.owner.practiceId, null, act, '1.2.3', teller())
  expect(await why(c, owner)).toBe('practiceRemoved')
  // A token reveals nothing about a practice that it does not belong to.
  expect(await why(c, owner, c.stranger.practiceId)).toBe('revoked')
})

test('a session ended as `revoked` after a sign-out, and also when its deactivated member is active again', async () => {
  await using c = await clinic({ signedIn: true })
  success(await c.owner.call('PATCH', `/api/v1/members/${c.assistant.userId}`, { active: false }))
  success(await c.owner.call('PATCH', `/api/v1/members/${c.assistant.userId}`, { active: true }))
  expect(await why(c, c.assistant)).toBe('revoked')
  success(await c.owner.call('POST', '/api/v1/me/sign-out'))
  expect(await why(c, c.owner)).toBe('revoked')
})

test('a request for the reason why a session ended is refused when its token is too long', async () => {
  await using c = await clinic()
  const body = { token: 'cs_'.padEnd(201, 'x'), practiceId: c.owner.practiceId }
  problem(await c.anonymous('POST', path, body), 400, 'validation_failed')
})

test('at the host of another practice, the reason why a session ended is always `revoked`', async () => {
  await using c = await clinic({ signedIn: true })
  success(await c.owner.call('PATCH', `/api/v1/members/${c.assistant.userId}`, { active: false }))
  const served = { token: c.assistant.token, practiceId: c.owner.practiceId }
  const ends = (serves: boolean) => whyEnded(c.store.identity, served, () => serves)
  expect([ends(true), ends(false)]).toEqual(['deactivated', 'revoked'])
})
