import { expect, test } from 'bun:test'
import { updateMember } from '../../src/store/access/members.ts'
import { problem, success } from '../support/answers.ts'
import { clinic, monday } from '../support/clinic.ts'

test('§4.5 `GET /api/v1/me` returns the member, the practice, its pack, and how the caller is signed in.', async () => {
  await using c = await clinic()
  await c.practice.write((tx) => {
    updateMember(tx, c.assistant.userId, { color: '#22c55e' })
    tx.record({ kind: 'access' })
  })
  const me = success(await c.assistant.call('GET', '/api/v1/me'))
  const practice = success(await c.assistant.call('GET', '/api/v1/practice'))
  expect(me).toEqual({
    user: {
      id: c.assistant.userId,
      practiceId: c.owner.practiceId,
      name: 'assistant',
      email: `${c.assistant.userId}@example.org`,
      role: 'assistant',
      active: true,
      color: '#22c55e',
      language: null,
      createdAt: '2026-03-02T08:00:00.000Z',
      updatedAt: '2026-03-02T08:00:00.000Z',
      version: 2,
    },
    practice,
    pack: practice.pack,
    auth: {
      kind: 'token',
      expiresAt: new Date(monday + 90 * 86_400_000).toISOString(),
      scopes: ['read', 'write'],
    },
  })
})

test('`GET /me` shows each caller their own member record and practice', async () => {
  await using c = await clinic()
  for (const member of [c.owner, c.stranger]) {
    const { user, practice } = success(await member.call('GET', '/api/v1/me'))
    expect([user.id, user.role, user.practiceId]).toEqual([member.userId, 'owner', member.practiceId])
    expect(practice.id).toBe(member.practiceId)
  }
})

test('a patient can have every status that `GET /me` lists', async () => {
  await using c = await clinic()
  const { pack } = success(await c.owner.call('GET', '/api/v1/me'))
  expect(pack.statuses.length).toBeGreaterThan(1)
  const body = { firstName: 'Zoé', lastName: 'Müller' }
  for (const { id } of pack.statuses)
    expect((await c.owner.call('POST', '/api/v1/patients', { ...body, status: id })).status).toBe(201)
  expect((await c.owner.call('POST', '/api/v1/patients', body)).data.status).toBe(pack.defaultStatus)
})

test('§27 A signed-in member sets their language with `PATCH /me`: `en`, `de`, or null for that of the browser. `user.language` of `GET /me` holds it.', async () => {
  await using c = await clinic({ signedIn: true })
  const { call } = c.assistant
  const changed = await call('PATCH', '/api/v1/me', { language: 'de' })
  expect(success(changed)).toMatchObject({ language: 'de', version: 2 })
  expect(success(await call('GET', '/api/v1/me')).user).toMatchObject({ language: 'de', version: 2 })
  expect(success(await call('PATCH', '/api/v1/me', {}))).toMatchObject({ language: 'de', version: 2 })
  expect(success(await call('PATCH', '/api/v1/me', { language: null }))).toMatchObject({ language: null })
  for (const body of [
    { language: 'fr' },
    { language: '' },
    { language: 'DE' },
    { name: 'Another' },
    { role: 'owner' },
  ])
    expect((await call('PATCH', '/api/v1/me', body)).status).toBe(400)
  await using byToken = await clinic()
  problem(await byToken.owner.call('PATCH', '/api/v1/me', { language: 'de' }), 403, 'forbidden')
})
