import { expect, test } from 'bun:test'
import { ordinarySessionTimes } from '../../src/domain/secrets.ts'
import { listSessions } from '../../src/store/access/sessions.ts'
import { notFound, problem, success } from '../support/answers.ts'
import type { Client } from '../support/client.ts'
import { type Clinic, clinic, monday } from '../support/clinic.ts'
import { addPasskey, anotherSession, signIn } from '../support/sign-in.ts'

const hour = 3_600_000
const day = 24 * hour

/** Calls the API, waits until the use of the session is recorded, and returns the status. */
async function status(c: Clinic, call: Client): Promise<number> {
  const answer = await call('GET', '/api/v1/me')
  await c.practice.write(() => undefined)
  return answer.status
}

test('§5.1 A session (`cs_…`) ends 12 hours after its last use.', async () => {
  await using c = await clinic({ signedIn: true })
  c.clock.now += 12 * hour - 1
  expect(await status(c, c.owner.call)).toBe(200)
  c.clock.now += 12 * hour - 1
  expect(await status(c, c.owner.call)).toBe(200)
  c.clock.now += 12 * hour
  problem(await c.owner.call('GET', '/api/v1/me'), 401, 'invalid_authorization')
})

test('§5.1 A session ends 7 days after it began, even when it is used.', async () => {
  await using c = await clinic({ signedIn: true })
  for (const end = monday + 7 * day; c.clock.now < end; c.clock.now += 6 * hour)
    expect(await status(c, c.owner.call)).toBe(200)
  c.clock.now = monday + 7 * day - 1
  const { auth } = success(await c.owner.call('GET', '/api/v1/me'))
  expect(auth).toMatchObject({ kind: 'session', expiresAt: new Date(monday + 7 * day).toISOString() })
  c.clock.now += 1
  problem(await c.owner.call('GET', '/api/v1/me'), 401, 'invalid_authorization')
})

test('the use of a session is recorded at most once a minute', async () => {
  await using c = await clinic({ signedIn: true })
  const seen = async () =>
    success(await c.owner.call('GET', '/api/v1/me/sessions')).sessions[0].lastSeenAt as string
  c.clock.now += 59_999
  await seen()
  await c.practice.write(() => undefined)
  expect(await seen()).toBe(new Date(monday).toISOString())
  c.clock.now += 1
  await seen()
  await c.practice.write(() => undefined)
  expect(await seen()).toBe(new Date(monday + 60_000).toISOString())
})

test('a member sees their sessions, the last used session first, and `current` marks the session of the request', async () => {
  await using c = await clinic({ signedIn: true })
  c.clock.now += hour
  const token = await anotherSession(c, 'Mozilla/5.0 (X11)')
  const { sessions } = success(await c.as(token)('GET', '/api/v1/me/sessions'))
  expect(sessions).toEqual([
    {
      id: expect.any(String),
      userAgent: 'Mozilla/5.0 (X11)',
      lastSeenAt: new Date(c.clock.now).toISOString(),
      expiresAt: new Date(c.clock.now + 12 * hour).toISOString(),
      createdAt: new Date(c.clock.now).toISOString(),
      current: true,
    },
    expect.objectContaining({ userAgent: 'Test', current: false }),
  ])
  c.clock.now = monday + 12 * hour
  expect(success(await c.as(token)('GET', '/api/v1/me/sessions')).sessions).toHaveLength(1)
})

test('signing out ends the session of the caller at once, and no other session', async () => {
  await using c = await clinic({ signedIn: true })
  const token = await anotherSession(c)
  expect(success(await c.as(token)('POST', '/api/v1/me/sign-out'))).toEqual({ signedOut: true })
  problem(await c.as(token)('GET', '/api/v1/me'), 401, 'invalid_authorization')
  expect(await status(c, c.owner.call)).toBe(200)
  expect(await status(c, c.assistant.call)).toBe(200)
})

test('§5.1 A member lists and ends their own sessions, and no session of another member.', async () => {
  await using c = await clinic({ signedIn: true })
  const token = await anotherSession(c)
  const { sessions } = success(await c.as(token)('GET', '/api/v1/me/sessions'))
  const other = sessions.find(({ current }: { current: boolean }) => !current)
  notFound(await c.assistant.call('DELETE', `/api/v1/me/sessions/${other.id}`))
  expect(await status(c, c.owner.call)).toBe(200)
  success(await c.as(token)('DELETE', `/api/v1/me/sessions/${other.id}`))
  problem(await c.owner.call('GET', '/api/v1/me'), 401, 'invalid_authorization')
})

test('§5.2 An API token cannot sign anybody out.', async () => {
  await using c = await clinic()
  await anotherSession(c)
  const [{ id }] = success(await c.owner.call('GET', '/api/v1/me/sessions')).sessions
  problem(await c.owner.call('POST', '/api/v1/me/sign-out'), 403, 'forbidden')
  problem(await c.owner.call('DELETE', `/api/v1/me/sessions/${id}`), 403, 'forbidden')
})

test('§5 The database keeps only the SHA-256 of a token.', async () => {
  await using c = await clinic({ signedIn: true })
  const text = Buffer.from(await Bun.file(`${c.path}-wal`).arrayBuffer()).toString('latin1')
  expect(text).toContain('Test')
  expect(text).not.toContain(c.owner.token.slice(3))
  expect(Buffer.from(text, 'latin1').includes(Buffer.from(c.owner.token.slice(3), 'base64url'))).toBe(false)
})

test('expired sessions are deleted at the next sign-in', async () => {
  await using c = await clinic({ signedIn: true })
  const all = () => listSessions(c.practice.read, c.owner.userId, monday, ordinarySessionTimes).length
  c.clock.now += 12 * hour - 1
  await anotherSession(c)
  expect(all()).toBe(2)
  c.clock.now += 1
  await anotherSession(c)
  expect(all()).toBe(2)
})

test('§5.1 The operator may set other limits for sessions: `SESSION_IDLE_MINUTES` and `SESSION_MAX_HOURS`.', async () => {
  const sessionTimes = { idleMs: hour, longestMs: 3 * hour }
  await using c = await clinic({ signedIn: true, sessionTimes })
  const key = await addPasskey(c.owner.call)
  const { token, expiresAt } = await signIn(c, key)
  expect(expiresAt).toBe(new Date(monday + hour).toISOString())
  const call = c.as(token)
  for (let hours = 1; hours <= 3; hours++) {
    c.clock.now = monday + hours * hour - hours
    expect(await status(c, call)).toBe(200)
  }
  c.clock.now = monday + 3 * hour - 1
  const { sessions } = success(await call('GET', '/api/v1/me/sessions'))
  expect(sessions).toMatchObject([{ expiresAt: new Date(monday + 3 * hour).toISOString() }])
  c.clock.now += 1
  problem(await call('GET', '/api/v1/me'), 401, 'invalid_authorization')

  const { token: idle } = await signIn(c, key)
  c.clock.now += hour
  problem(await c.as(idle)('GET', '/api/v1/me'), 401, 'invalid_authorization')
})
