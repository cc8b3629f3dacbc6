import { expect, test } from 'bun:test'
import { createToken } from '../../src/features/tokens/actions.ts'
import { updateMember } from '../../src/store/access/members.ts'
import { invalid, notFound, problem, success } from '../support/answers.ts'
import { statusCounts } from '../support/at-once.ts'
import { authenticator } from '../support/authenticator.ts'
import { type Clinic, clinic } from '../support/clinic.ts'
import { inviteMember, jonas } from '../support/members.ts'
import { addPasskey, enrol, openLink, signIn, trySignIn } from '../support/sign-in.ts'

const path = '/api/v1/members'

const edit = (c: Clinic, id: string, changes: object) => c.owner.call('PATCH', `${path}/${id}`, changes)
const namesOf = async (c: Clinic) =>
  success(await c.assistant.call('GET', path)).members.map(({ name }: { name: string }) => name)

test('an owner invites a member by e-mail address and role, and the list shows members and open invitations', async () => {
  await using c = await clinic({ signedIn: true })
  c.clock.now += 1000
  const { member, link, mailed } = await inviteMember(c, { name: ' Jonas Weber ' })
  expect(member).toEqual({
    id: expect.any(String),
    practiceId: c.owner.practiceId,
    name: 'Jonas Weber',
    email: 'jonas@example.org',
    role: 'assistant',
    active: true,
    color: null,
    language: null,
    createdAt: new Date(c.clock.now).toISOString(),
    updatedAt: new Date(c.clock.now).toISOString(),
    version: 1,
  })
  expect(mailed).toBe(false)
  await inviteMember(c, { email: 'a@example.org' })
  const { members, invitations } = success(await c.assistant.call('GET', path))
  expect(members.pop().email).toBe('a@example.org')
  invitations.sort((a: { memberId: string }) => (a.memberId === member.id ? -1 : 1)).pop()
  expect(members.map(({ id }: { id: string }) => id)).toEqual([c.owner.userId, c.assistant.userId, member.id])
  expect(invitations).toEqual([{ memberId: member.id, expiresAt: link.expiresAt }])
  expect(success(await c.assistant.call('GET', `${path}/${member.id}`))).toEqual(member)

  await enrol(c, link.url, await authenticator())
  expect(success(await c.assistant.call('GET', path)).invitations).toHaveLength(1)
})

test('an assistant can read the members and cannot invite or change them', async () => {
  await using c = await clinic({ signedIn: true })
  const { member } = await inviteMember(c)
  for (const [method, to, body] of [
    ['POST', path, { ...jonas, email: 'x@example.org' }],
    ['PATCH', `${path}/${member.id}`, { role: 'owner' }],
    ['PATCH', `${path}/${c.assistant.userId}`, { role: 'owner' }],
    ['POST', `${path}/${member.id}/link`, {}],
  ] as const)
    problem(await c.assistant.call(method, to, body), 403, 'forbidden')
  expect(await namesOf(c)).toEqual(['owner', 'assistant', 'jonas@example.org'])
})

test('§2.4.4 An e-mail address belongs to one member of a practice, whatever its case. A member of another practice may have the same address.', async () => {
  await using c = await clinic({ signedIn: true })
  await inviteMember(c)
  const again = await c.owner.call('POST', path, { ...jonas, email: 'JONAS@example.org' })
  problem(again, 409, 'conflict', ['email'])
  problem(await edit(c, c.assistant.userId, { email: 'Jonas@example.org' }), 409, 'conflict', ['email'])
  const elsewhere = await c.stranger.call('POST', path, jonas)
  expect(success(elsewhere, 201).member.practiceId).toBe(c.stranger.practiceId)
})

test('an invitation needs a valid e-mail address and role, and its name cannot be empty', async () => {
  await using c = await clinic({ signedIn: true })
  invalid(await c.owner.call('POST', path, {}), 'email', 'role')
  invalid(await c.owner.call('POST', path, { ...jonas, email: 'nobody' }), 'email')
  invalid(await c.owner.call('POST', path, { ...jonas, email: `${'a'.repeat(320)}@example.org` }), 'email')
  invalid(await c.owner.call('POST', path, { ...jonas, role: 'admin' }), 'role')
  invalid(await c.owner.call('POST', path, { ...jonas, name: '' }), 'name')
})

test("§2.4.4 A member's new role counts from the next request on.", async () => {
  await using c = await clinic({ signedIn: true })
  await addPasskey(c.owner.call)
  problem(await c.assistant.call('POST', '/api/v1/chairs', { name: 'Room' }), 403, 'forbidden')
  c.clock.now += 1000
  const promoted = success(await edit(c, c.assistant.userId, { role: 'owner', name: ' Ada ' }))
  expect(promoted).toMatchObject({
    role: 'owner',
    name: 'Ada',
    updatedAt: new Date(c.clock.now).toISOString(),
  })
  success(await c.assistant.call('POST', '/api/v1/chairs', { name: 'Room' }), 201)
  success(await edit(c, c.assistant.userId, { role: 'assistant' }))
  problem(await c.assistant.call('POST', '/api/v1/chairs', { name: 'Room' }), 403, 'forbidden')
})

test('§27 Owners give a member a color, and every member sees the color.', async () => {
  await using c = await clinic({ signedIn: true })
  const colorOf = async () =>
    success(await c.assistant.call('GET', path)).members.map(({ color }: { color: string | null }) => color)
  expect(await colorOf()).toEqual([null, null])
  for (const color of ['#22c55e', 'oklch(70% 0.2 140)', null]) {
    expect(success(await edit(c, c.assistant.userId, { color })).color).toBe(color)
    expect(await colorOf()).toEqual([null, color])
  }
  invalid(await edit(c, c.assistant.userId, { color: 'x'.repeat(1001) }), 'color')
  problem(
    await c.assistant.call('PATCH', `${path}/${c.assistant.userId}`, { color: 'red' }),
    403,
    'forbidden',
  )
  invalid(await c.owner.call('POST', path, { ...jonas, color: 'red' }), 'color')
})

test('an edit of a member without changes leaves the record as it was', async () => {
  await using c = await clinic({ signedIn: true })
  const before = success(await c.owner.call('GET', `${path}/${c.owner.userId}`))
  c.clock.now += 1000
  for (const changes of [{}, { role: 'owner', active: true, name: ' owner ' }])
    expect(success(await edit(c, c.owner.userId, changes))).toEqual(before)
})

test('§2.4.4 A practice always keeps an active owner with a passkey, also when two owners step down at the same time. A change against this rule is 409 `conflict`.', async () => {
  await using c = await clinic({ signedIn: true })
  await addPasskey(c.owner.call)
  for (const changes of [{ role: 'assistant' }, { active: false }])
    problem(await edit(c, c.owner.userId, changes), 409, 'conflict')
  success(await edit(c, c.assistant.userId, { role: 'owner' }))
  await addPasskey(c.assistant.call)
  const answers = await Promise.all([
    c.owner.call('PATCH', `${path}/${c.owner.userId}`, { role: 'assistant' }),
    c.assistant.call('PATCH', `${path}/${c.assistant.userId}`, { active: false }),
  ])
  expect(statusCounts(answers)).toEqual({ 200: 1, 409: 1 })
})

test('the last active owner cannot be demoted or deactivated, and an inactive owner does not count', async () => {
  await using c = await clinic({ signedIn: true })
  await addPasskey(c.owner.call)
  await addPasskey(c.assistant.call)
  success(await edit(c, c.assistant.userId, { role: 'owner' }))
  await c.practice.write((tx) => updateMember(tx, c.assistant.userId, { active: false }))
  for (const changes of [{ role: 'assistant' }, { active: false }])
    problem(await edit(c, c.owner.userId, changes), 409, 'conflict')
})

test('an owner can be demoted when another invited owner has a passkey, and not before', async () => {
  await using c = await clinic({ signedIn: true })
  await addPasskey(c.owner.call)
  const { link } = await inviteMember(c, { role: 'owner' })
  for (const changes of [{ role: 'assistant' }, { active: false }])
    problem(await edit(c, c.owner.userId, changes), 409, 'conflict')
  await enrol(c, link.url, await authenticator())
  success(await edit(c, c.owner.userId, { role: 'assistant' }))
})

test('an owner cannot be deactivated when a new link has ended the passkeys of the only other owner', async () => {
  await using c = await clinic({ signedIn: true })
  await addPasskey(c.owner.call)
  await addPasskey(c.assistant.call)
  success(await edit(c, c.assistant.userId, { role: 'owner' }))
  success(await c.owner.call('POST', `${path}/${c.assistant.userId}/link`, {}))
  problem(await edit(c, c.owner.userId, { active: false }), 409, 'conflict')
})

test('an invited owner without a passkey can be demoted and deactivated', async () => {
  await using c = await clinic({ signedIn: true })
  await addPasskey(c.owner.call)
  const { member } = await inviteMember(c, { role: 'owner' })
  success(await edit(c, member.id, { role: 'assistant' }))
  success(await edit(c, member.id, { role: 'owner' }))
  success(await edit(c, member.id, { active: false }))
  success(await edit(c, member.id, { role: 'assistant' }))
})

test('an owner without a passkey cannot make a new link for the last owner with a passkey', async () => {
  await using c = await clinic({ signedIn: true })
  const key = await addPasskey(c.assistant.call)
  success(await edit(c, c.assistant.userId, { role: 'owner' }))
  problem(await c.owner.call('POST', `${path}/${c.assistant.userId}/link`, {}), 409, 'conflict')
  await signIn(c, key)
})

test('when two owners make a new link for each other at the same time, one of them keeps their passkey', async () => {
  await using c = await clinic({ signedIn: true })
  const keys = [await addPasskey(c.owner.call), await addPasskey(c.assistant.call)]
  success(await edit(c, c.assistant.userId, { role: 'owner' }))
  const answers = await Promise.all([
    c.owner.call('POST', `${path}/${c.assistant.userId}/link`, {}),
    c.assistant.call('POST', `${path}/${c.owner.userId}/link`, {}),
  ])
  expect(statusCounts(answers)).toEqual({ 200: 1, 401: 1 })
  const signIns = await Promise.all(keys.map((key) => trySignIn(c, key)))
  expect(statusCounts(signIns)).toEqual({ 201: 1, 401: 1 })
})

test('§2.4.4 Deactivating a member ends their passkeys, sessions, API tokens and enrolment link at once. A member who is activated again needs a new link.', async () => {
  await using c = await clinic({ signedIn: true })
  const { member, link } = await inviteMember(c)
  const key = await authenticator()
  const { token } = await enrol(c, link.url, key)
  const api = await createToken(c.practice, member.id, 'laptop', 1, c.clock.now)
  const expectShutOut = async () => {
    for (const secret of [token, api.token])
      problem(await c.as(secret)('GET', '/api/v1/me'), 401, 'invalid_authorization')
    problem(await trySignIn(c, key), 401, 'invalid_authorization')
  }
  success(await edit(c, member.id, { active: false }))
  await expectShutOut()
  success(await edit(c, member.id, { active: true }))
  await expectShutOut()
  const again = success(await c.owner.call('POST', `${path}/${member.id}/link`, {}))
  const newKey = await authenticator()
  await enrol(c, again.link.url, newKey)
  await signIn(c, newKey)
})

test("§5.3 A new enrolment link ends the member's API tokens, too, unless `endTokens` is false.", async () => {
  await using c = await clinic({ signedIn: true })
  const works = async (token: string) => (await c.as(token)('GET', '/api/v1/me')).status === 200
  const make = async () => (await createToken(c.practice, c.assistant.userId, 'laptop', 1, c.clock.now)).token
  const link = (body: object) => c.owner.call('POST', `${path}/${c.assistant.userId}/link`, body)
  const token = await make()
  success(await link({ endTokens: false }))
  expect(await works(token)).toBe(true)
  success(await link({ endTokens: true }))
  expect(await works(token)).toBe(false)
  const another = await make()
  success(await link({}))
  expect(await works(another)).toBe(false)
  invalid(await link({ endTokens: 'no' }), 'endTokens')
  invalid(await link({ keepTokens: true }), 'keepTokens')
})

test("§5.3 A new enrolment link ends the member's passkeys, sessions and older link.", async () => {
  await using c = await clinic({ signedIn: true })
  const { member, link } = await inviteMember(c)
  const lost = await authenticator()
  const { token } = await enrol(c, link.url, lost)
  const first = success(await c.owner.call('POST', `${path}/${member.id}/link`, {}))
  problem(await trySignIn(c, lost), 401, 'invalid_authorization')
  problem(await c.as(token)('GET', '/api/v1/me'), 401, 'invalid_authorization')

  const second = success(await c.owner.call('POST', `${path}/${member.id}/link`, {}))
  problem(await openLink(c, first.link.url), 401, 'invalid_authorization')
  const found = await authenticator()
  await enrol(c, second.link.url, found)
  await signIn(c, found)
  problem(await trySignIn(c, lost), 401, 'invalid_authorization')
})

test('§5.2 An API token reads members and cannot change them.', async () => {
  await using c = await clinic()
  success(await c.owner.call('GET', path))
  for (const [method, to, body] of [
    ['POST', path, jonas],
    ['PATCH', `${path}/${c.assistant.userId}`, { active: false }],
    ['POST', `${path}/${c.assistant.userId}/link`, {}],
  ] as const)
    problem(await c.owner.call(method, to, body), 403, 'forbidden')
  expect(await namesOf(c)).toEqual(['owner', 'assistant'])
})

test('§2.4.4 A new e-mail address ends the enrolment link that went to the old one.', async () => {
  await using c = await clinic({ signedIn: true })
  const { member, link } = await inviteMember(c, { email: 'stranger@example.org' })
  success(await edit(c, member.id, { name: 'Jonas' }))
  success(await openLink(c, link.url))
  success(await edit(c, member.id, { email: 'jonas@example.org' }))
  problem(await openLink(c, link.url), 401, 'invalid_authorization')
})

test('an owner who becomes an assistant during the request cannot invite a member', async () => {
  await using c = await clinic({ signedIn: true })
  success(await edit(c, c.assistant.userId, { role: 'owner' }))
  await addPasskey(c.assistant.call)
  const demoting = c.assistant.call('PATCH', `${path}/${c.owner.userId}`, { role: 'assistant' })
  const inviting = c.owner.call('POST', path, { ...jonas, role: 'owner' })
  success(await demoting)
  problem(await inviting, 403, 'forbidden')
})

test('§5.3 An owner cannot make a new link for themselves, nor for an inactive member.', async () => {
  await using c = await clinic({ signedIn: true })
  problem(await c.owner.call('POST', `${path}/${c.owner.userId}/link`, {}), 409, 'conflict')
  success(await edit(c, c.assistant.userId, { active: false }))
  problem(await c.owner.call('POST', `${path}/${c.assistant.userId}/link`, {}), 409, 'conflict')
})

test('members of another practice cannot be read, changed or given a new link', async () => {
  await using c = await clinic({ signedIn: true })
  const { userId } = c.stranger
  notFound(await c.owner.call('GET', `${path}/${userId}`))
  notFound(await edit(c, userId, { active: false }))
  notFound(await c.owner.call('POST', `${path}/${userId}/link`, {}))
  expect(JSON.stringify(success(await c.owner.call('GET', path)))).not.toContain(userId)
  success(await c.stranger.call('GET', '/api/v1/me'))
})
