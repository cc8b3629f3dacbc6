/** The scope that an API token needs, for every operation of the OpenAPI document. */
import { expect, test } from 'bun:test'
import { type TokenScope, tokenScopes } from '../../src/domain/caller.ts'
import { createToken } from '../../src/features/tokens/actions.ts'
import { problem, success } from '../support/answers.ts'
import { type Clinic, clinic, monday } from '../support/clinic.ts'
import { expectDocumented, operations, requestOf } from '../support/openapi.ts'
import { addPasskey } from '../support/sign-in.ts'
import { worldClinic } from '../support/world.ts'

const settings = [
  'PATCH /practice',
  'PATCH /practice/reminders',
  'POST /chairs',
  'PATCH /chairs/{chairId}',
  'DELETE /chairs/{chairId}',
  'POST /closures',
  'POST /webhooks',
  'PATCH /webhooks/{webhookId}',
  'DELETE /webhooks/{webhookId}',
  'POST /webhooks/{webhookId}/test',
  'POST /webhooks/{webhookId}/replay',
  'POST /imports',
  'PATCH /imports/{importId}',
  'DELETE /imports/{importId}',
  'POST /imports/{importId}/dry-run',
  'POST /imports/{importId}/commit',
  'POST /imports/{importId}/undo',
  'POST /appointment-types',
  'PATCH /appointment-types/{appointmentTypeId}',
  'DELETE /appointment-types/{appointmentTypeId}',
  'PATCH /closures/{closureId}',
  'DELETE /closures/{closureId}',
  'POST /archive/{archiveId}/restore',
]

/** No API token may carry out these operations. */
const signedInOnly = [
  'PATCH /me',
  'DELETE /me/sessions/{sessionId}',
  'POST /me/sign-out',
  'POST /me/passkeys/options',
  'POST /me/passkeys',
  'PATCH /me/passkeys/{passkeyId}',
  'DELETE /me/passkeys/{passkeyId}',
  'POST /me/passkey-check/options',
  'POST /me/passkey-check',
  'POST /me/tokens',
  'POST /me/calendar-feeds',
  'DELETE /me/calendar-feeds/{feedId}',
  'GET /calendar-feeds',
  'DELETE /calendar-feeds/{feedId}',
  'GET /tokens',
  'DELETE /tokens/{tokenId}',
  'GET /patients/{patientId}/export',
  'GET /patients/{patientId}/export/page',
  'POST /patients/{patientId}/erase',
  'POST /members',
  'PATCH /members/{memberId}',
  'POST /members/{memberId}/link',
  'GET /audit',
]

/** Returns the scope that an operation needs, or undefined when no API token is sufficient. */
function scopeOf(name: string): TokenScope | undefined {
  if (signedInOnly.includes(name)) return undefined
  // A token may always revoke itself. So the smallest scope is sufficient.
  if (name === 'DELETE /me/tokens/{tokenId}') return 'read'
  if (name.startsWith('GET ')) return 'read'
  return settings.includes(name) ? 'settings' : 'write'
}

const tokenWith = async (c: Clinic, ...scopes: TokenScope[]) =>
  await createToken(c.practice, c.owner.userId, 'test', 1, monday, scopes)

for (const operation of operations) {
  const name = `${operation.method} ${operation.path.replace('/api/v1', '')}`

  test(`§5.2 A token has scopes: \`read\` for every \`GET\`, \`settings\` for what only owners may change, \`write\` for every other change. When the scope is missing, 403 \`forbidden\` names it. ${name}`, async () => {
    await using c = await worldClinic({ signedIn: true })
    const { own } = c.world
    const needed = scopeOf(name)
    const others = tokenScopes.filter((scope) => scope !== needed)
    const refused = await tokenWith(c, ...others)
    const { method, path, body } = requestOf(operation, { ...own, tokenId: refused.id })
    const answer = await c.as(refused.token)(method, path, body)
    problem(answer, 403, 'forbidden')
    expectDocumented(operation, answer)
    expect(answer.body.error.message).toContain(
      needed === undefined ? 'signed in with a passkey' : `\`${needed}\``,
    )
    expect(operation.security).toEqual(needed && [{ token: [needed] }])
    if (needed === undefined) return
    expect(operation.description).toContain(`the scope \`${needed}\``)

    const allowed = await tokenWith(c, needed)
    const again = requestOf(operation, { ...own, tokenId: allowed.id })
    const done = await c.as(allowed.token)(again.method, again.path, again.body)
    expect(done.status, done.text).toBeWithin(200, 202)
  })
}

test('a HEAD request needs the same scope as a GET request', async () => {
  await using c = await clinic()
  const [read, write] = [await tokenWith(c, 'read'), await tokenWith(c, 'write')]
  expect((await c.as(read.token)('HEAD', '/api/v1/patients')).status).toBe(200)
  expect((await c.as(write.token)('HEAD', '/api/v1/patients')).status).toBe(403)
})

test('§5.2 The scope `settings` has no effect once its member is not an owner any more.', async () => {
  await using c = await clinic({ signedIn: true })
  const { token } = await createToken(c.practice, c.assistant.userId, 'test', 1, monday, ['read', 'write'])
  await addPasskey(c.owner.call)
  const promote = (role: string) => c.owner.call('PATCH', `/api/v1/members/${c.assistant.userId}`, { role })
  success(await promote('owner'))
  const { token: mighty } = await createToken(c.practice, c.assistant.userId, 'test', 1, monday)
  const chair = (token: string) => c.as(token)('POST', '/api/v1/chairs', { name: 'Room' })
  problem(await chair(token), 403, 'forbidden')
  success(await chair(mighty), 201)
  success(await promote('assistant'))
  problem(await chair(mighty), 403, 'forbidden')
  const { auth } = success(await c.as(mighty)('GET', '/api/v1/me'))
  expect(auth.scopes).toEqual(['read', 'write'])
})
