/** The callers who may use each operation of the OpenAPI document. */
import { expect, test } from 'bun:test'
import { users } from '../../db/schema/members.ts'
import { createToken } from '../../src/features/tokens/actions.ts'
import { invalid, notFound, problem } from '../support/answers.ts'
import { client } from '../support/client.ts'
import { type Clinic, clinic, monday } from '../support/clinic.ts'
import { expectDocumented, operations, requestOf } from '../support/openapi.ts'
import { sharedWorld, worldClinic, worldsFor } from '../support/world.ts'

const day = 86_400_000

/** Returns a caller that sends exactly this `Authorization` header. */
const caller = (c: Clinic, authorization: string) => {
  const call = client((request) => c.app.handle(request))
  return (method: string, path: string, body?: unknown) => call(method, path, body, { authorization })
}

const tokenOf = async (c: Clinic, days: number, now: number) =>
  (await createToken(c.practice, c.owner.userId, 'test', days, now)).token

const worldFor = worldsFor(sharedWorld())

for (const operation of operations) {
  const name = `${operation.method} ${operation.path}`

  test(`§5 A token is read only from the header \`Authorization\`, never from an address, a cookie or another header. Without this header, the answer is 401 \`missing_authorization\`. ${name}`, async () => {
    await using c = await worldFor(operation)
    const { method, path, body } = requestOf(operation, c.world.own)
    const { token } = c.owner
    const inQuery = `${path}${path.includes('?') ? '&' : '?'}token=${token}&access_token=${token}`
    for (const answer of [
      await c.anonymous(method, path, body),
      await c.anonymous(method, inQuery, body),
      await c.anonymous(method, path, body, { cookie: `token=${token}`, 'x-api-key': token }),
    ]) {
      problem(answer, 401, 'missing_authorization')
      expectDocumented(operation, answer)
    }
    expect((await c.owner.call(method, path, body)).status).toBeWithin(200, 202)
  })

  test(`§5 A token that is bad, expired or revoked is 401 \`invalid_authorization\`, with \`WWW-Authenticate: Bearer\`. ${name}`, async () => {
    await using c = await worldClinic({ signedIn: true })
    const { method, path, body } = requestOf(operation, c.world.own)
    const { token } = c.owner
    const expired = await tokenOf(c, 1, monday - day)
    for (const authorization of [
      '',
      'Bearer',
      token,
      `Basic ${token}`,
      `Basic ${btoa(`${token}:`)}`,
      `Token ${token}`,
      `Bearer${token}`,
      `Bearer ${token}x`,
      `Bearer ${token.slice(0, -1)}`,
      `Bearer ${token} ${token}`,
      `Bearer ${token},${token}`,
      `Bearer "${token}"`,
      `Bearer ck_${'A'.repeat(43)}`,
      `Bearer ${expired}`,
    ]) {
      const answer = await caller(c, authorization)(method, path, body)
      problem(answer, 401, 'invalid_authorization')
      expectDocumented(operation, answer)
    }
    expect((await caller(c, `bearer ${token}`)(method, path, body)).status).toBeWithin(200, 202)
  })
}

test('a token works until the moment it expires', async () => {
  await using c = await clinic({ signedIn: true })
  const me = caller(c, `Bearer ${await tokenOf(c, 1, monday)}`)
  c.clock.now = monday + day - 1
  expect((await me('GET', '/api/v1/me')).status).toBe(200)
  c.clock.now = monday + day
  problem(await me('GET', '/api/v1/me'), 401, 'invalid_authorization')
})

test('a deactivated member is refused at once, and can use the API again after the activation', async () => {
  await using c = await worldClinic({ signedIn: true })
  const activate = (active: boolean) =>
    c.practice.write((tx) => tx.update(users, c.assistant.userId, { active }))
  expect((await c.assistant.call('GET', '/api/v1/me')).status).toBe(200)
  await activate(false)
  const world = c.world
  for (const operation of operations) {
    const { method, path, body } = requestOf(operation, world.own)
    problem(await c.assistant.call(method, path, body), 401, 'invalid_authorization')
  }
  expect((await c.owner.call('GET', '/api/v1/me')).status).toBe(200)
  await activate(true)
  expect((await c.assistant.call('GET', '/api/v1/me')).status).toBe(200)
})

test('§5 Assistants cannot manage members, chairs, closures and settings, read the trail, export or erase persons, or bring back what was deleted. They may do everything else.', async () => {
  const refused: string[] = []
  for (const operation of operations) {
    await using c = await worldFor(operation)
    const { method, path, body } = requestOf(operation, c.world.own)
    const answer = await c.assistant.call(method, path, body)
    expectDocumented(operation, answer)
    if (operation.path.startsWith('/api/v1/me/') && operation.path.includes('{')) {
      // The assistant does not find the owner's own passkeys, sessions and tokens.
      notFound(answer)
    } else if (body !== undefined && 'response' in (body as object)) {
      // The assistant cannot finish a passkey step that the owner began.
      invalid(answer, 'response')
    } else if (answer.status >= 300) {
      problem(answer, 403, 'forbidden')
      refused.push(`${method} ${operation.path}`)
    }
  }
  expect(refused.sort()).toEqual([
    'DELETE /api/v1/appointment-types/{appointmentTypeId}',
    'DELETE /api/v1/calendar-feeds/{feedId}',
    'DELETE /api/v1/chairs/{chairId}',
    'DELETE /api/v1/closures/{closureId}',
    'DELETE /api/v1/imports/{importId}',
    'DELETE /api/v1/tokens/{tokenId}',
    'DELETE /api/v1/webhooks/{webhookId}',
    'GET /api/v1/archive',
    'GET /api/v1/audit',
    'GET /api/v1/calendar-feeds',
    'GET /api/v1/imports',
    'GET /api/v1/imports/{importId}',
    'GET /api/v1/imports/{importId}/rows',
    'GET /api/v1/patients/{patientId}/export',
    'GET /api/v1/patients/{patientId}/export/page',
    'GET /api/v1/service/health',
    'GET /api/v1/tokens',
    'GET /api/v1/webhooks',
    'GET /api/v1/webhooks/{webhookId}',
    'GET /api/v1/webhooks/{webhookId}/deliveries',
    'PATCH /api/v1/appointment-types/{appointmentTypeId}',
    'PATCH /api/v1/chairs/{chairId}',
    'PATCH /api/v1/closures/{closureId}',
    'PATCH /api/v1/imports/{importId}',
    'PATCH /api/v1/members/{memberId}',
    'PATCH /api/v1/practice',
    'PATCH /api/v1/practice/reminders',
    'PATCH /api/v1/webhooks/{webhookId}',
    'POST /api/v1/appointment-types',
    'POST /api/v1/archive/{archiveId}/restore',
    'POST /api/v1/chairs',
    'POST /api/v1/closures',
    'POST /api/v1/imports',
    'POST /api/v1/imports/{importId}/commit',
    'POST /api/v1/imports/{importId}/dry-run',
    'POST /api/v1/imports/{importId}/undo',
    'POST /api/v1/members',
    'POST /api/v1/members/{memberId}/link',
    'POST /api/v1/patients/{patientId}/erase',
    'POST /api/v1/webhooks',
    'POST /api/v1/webhooks/{webhookId}/replay',
    'POST /api/v1/webhooks/{webhookId}/test',
  ])
})

test('§1.1 The token of a request is checked before everything else.', async () => {
  await using c = await clinic({ signedIn: true })
  for (const { method, path } of operations) {
    const body = method === 'GET' ? undefined : '{"broken'
    problem(await c.anonymous(method, path, body), 401, 'missing_authorization')
    problem(await c.anonymous(method, path, body, { 'content-type': 'x/y' }), 401, 'missing_authorization')
  }
})

test('§5 Every request under `/api/v1` needs `Authorization: Bearer <token>`, also for unknown paths.', async () => {
  await using c = await clinic({ signedIn: true })
  for (const path of ['', '/', '/nothing', '/patients/x/y/z', '/openapi.json', '/docs', '//patients'])
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      problem(await c.anonymous(method, `/api/v1${path}`), 401, 'missing_authorization')
      problem(await caller(c, 'Bearer x')(method, `/api/v1${path}`), 401, 'invalid_authorization')
      problem(await c.owner.call(method, `/api/v1${path}`), 404, 'not_found')
    }
})
