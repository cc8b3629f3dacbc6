/** A practice with its own host: which requests it answers there, and how little a stranger learns. */
import { expect, test } from 'bun:test'
import { aliasMs } from '../../src/domain/site.ts'
import { membersLeftBehind } from '../../src/features/practice/host.ts'
import { createToken } from '../../src/features/tokens/actions.ts'
import { success } from '../support/answers.ts'
import { authenticator } from '../support/authenticator.ts'
import { type Clinic, clinic } from '../support/clinic.ts'
import { at, bare, hosted, move, newLink, own, shared, theirs } from '../support/hosts.ts'
import { listening } from '../support/listening.ts'
import { anotherSession, enrol, trySignIn } from '../support/sign-in.ts'
import { remindedVisit } from '../support/visiting.ts'

const me = (c: Clinic, host: string | undefined, token = c.owner.token, more = {}) =>
  c.as(token)('GET', '/api/v1/me', undefined, { ...(host && { host }), ...more })

/** Makes a new token of the owner. */
const fresh = async (c: Clinic, signedIn = false): Promise<string> =>
  signedIn
    ? anotherSession(c)
    : (await createToken(c.practice, c.owner.userId, 'later', 7, c.clock.now)).token

const unknown = `ck_${'A'.repeat(43)}`

for (const signedIn of [false, true])
  test(`§29 A token or session works at the host of its practice. At another practice's host, it is refused exactly like an unknown token. A session: ${signedIn}`, async () => {
    await using c = await hosted({ signedIn })
    c.clock.now += aliasMs
    const token = await fresh(c, signedIn)
    success(await me(c, own, token))
    for (const host of [theirs, shared])
      expect(bare(await me(c, host, token))).toEqual(bare(await me(c, host, unknown)))
    expect((await me(c, theirs, token)).status).toBe(401)
    expect(c.refused.filter(({ credentialId }) => credentialId !== undefined).length).toBeGreaterThan(0)
  })

test('§29 The case and the port of a host do not matter. When any practice has a host, an unknown host is 421 `misdirected`, also with a dot at its end.', async () => {
  await using c = await hosted()
  for (const host of [own.toUpperCase(), `${own}:443`, `${own}:8443`]) success(await me(c, host))
  for (const host of [
    `${own}.`,
    '127.0.0.1',
    'nobody.example',
    '',
    ` ${own} ${theirs}`,
    `${own},${theirs}`,
  ]) {
    const answers = [await me(c, host), await me(c, host, unknown), await me(c, host, c.stranger.token)]
    expect(answers.map(({ status }) => status)).toEqual([421, 421, 421])
    expect(bare(answers[1]!)).toEqual(bare(answers[0]!))
    expect(bare(answers[2]!)).toEqual(bare(answers[0]!))
    expect((await c.anonymous('GET', '/api/v1/me', undefined, { host })).status).toBe(421)
    expect((await c.anonymous('GET', '/sign-in', undefined, { host })).status).toBe(421)
  }
})

test('§29 When no practice has a host, every host is answered.', async () => {
  await using c = await clinic({ origin: () => `https://${shared}` })
  for (const host of [own, 'nobody.example', `${shared}.`]) success(await me(c, host))
})

test('§29 The service reads the host from another header only when `CLIENT_HOST_HEADER` names this header. The sender must be on this machine or in a private network.', async () => {
  await using c = await hosted()
  expect((await me(c, theirs, c.owner.token, { 'x-forwarded-host': own })).status).toBe(401)
  await using behind = await hosted({ hostHeader: 'x-forwarded-host' })
  {
    await using server = listening(behind)
    const ask = (headers: Record<string, string>) =>
      server.as(behind.owner.token)('GET', '/api/v1/me', undefined, headers)
    success(await ask({ host: theirs, 'x-forwarded-host': `${theirs}, ${own}` }))
    expect((await ask({ host: own, 'x-forwarded-host': `${own}, ${theirs}` })).status).toBe(401)
    expect((await ask({ host: own })).status).toBe(421)
  }
  // The connection comes from a public address.
  behind.app.server = { requestIP: () => ({ address: '203.0.113.9' }) } as never
  const forged = { 'x-forwarded-host': own }
  expect((await me(behind, theirs, behind.owner.token, forged)).status).toBe(401)
  success(await me(behind, own, behind.owner.token, { 'x-forwarded-host': theirs }))
})

test('§29 The old address of a practice works for 90 days after a change.', async () => {
  await using c = await hosted()
  await move(c, 'praxis-mueller.example')
  c.clock.now += aliasMs - 1
  const token = await fresh(c)
  for (const host of [shared, own]) success(await me(c, host, token))
  c.clock.now += 1
  expect((await me(c, shared, token)).status).toBe(401)
  expect((await me(c, own, token)).status).toBe(421)
  success(await me(c, 'praxis-mueller.example', token))
})

test('§29 At the old address, pages redirect to the new address. Other requests are answered at the old address.', async () => {
  await using c = await hosted()
  await move(c, 'praxis-mueller.example')
  const at = (method: string, path: string, headers = {}) =>
    c.anonymous(method, path, method === 'POST' ? {} : undefined, { host: own, ...headers })
  for (const path of ['/visit', '/sign-in', '/enrol?a=b', '/unsubscribe/x'])
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await at(method, path)
      expect([status, headers.get('location')]).toEqual([307, `https://praxis-mueller.example${path}`])
    }
  expect((await at('GET', '/pages/style.css')).status).toBe(200)
  expect((await at('GET', '/visit', { 'sec-fetch-mode': 'cors' })).status).toBe(200)
  expect((await at('POST', '/visit/look', {})).status).toBe(400)
  expect((await at('GET', '/api/v1/me')).status).toBe(401)
  expect((await c.anonymous('GET', '/visit', undefined, { host: shared })).status).toBe(200)
})

test('§29 A practice that gives up its host shares the address in `PUBLIC_URL` again.', async () => {
  await using c = await hosted()
  await move(c, null)
  success(await me(c, shared))
  success(await me(c, own))
  c.clock.now += aliasMs
  expect((await me(c, own)).status).toBe(421)
})

test('§29 Links in messages from before a change work for 90 days at the old address, and at the new address.', async () => {
  await using c = await clinic({ origin: () => `https://${shared}` })
  const visit = await remindedVisit(c)
  await move(c, own)
  await move(c, theirs, c.stranger.practiceId)
  const stateAt = async (host: string) =>
    success(await c.anonymous('POST', '/visit/look', { token: visit.mailed }, { host })).state
  const press = async (host: string) => {
    const form = { 'content-type': 'application/x-www-form-urlencoded', host }
    return (await c.anonymous('POST', visit.unsubscribe, 'List-Unsubscribe=One-Click', form)).status
  }
  expect([await stateAt(shared), await stateAt(own), await stateAt(theirs)]).toEqual([
    'open',
    'open',
    'invalid',
  ])
  c.clock.now += aliasMs - 1
  expect([await press(shared), await press(own), await press(theirs)]).toEqual([200, 200, 404])
  c.clock.now += 1
  expect([await press(shared), await press(own)]).toEqual([404, 200])
  expect([await stateAt(shared), await stateAt(own)]).toEqual(['invalid', 'expired'])
})

test('§29 A passkey of the shared address signs in at a host below it. New passkeys belong to the host of the practice.', async () => {
  await using c = await clinic({ origin: () => `https://${shared}` })
  const old = await authenticator(`https://${shared}`)
  await enrol(at(c, shared), await newLink(c), old)
  await move(c, own)
  const atOwn = { origin: `https://${own}` }
  const begin = async (body = {}) =>
    success(await c.anonymous('POST', '/auth/sign-in/options', body, { host: own }))
  expect(await begin()).toMatchObject({ options: { rpId: shared } })
  success(await trySignIn(at(c, own), old, atOwn), 201)
  // The origin of the response must be the host of the practice.
  expect((await trySignIn(at(c, own), old)).status).toBe(401)
  const newer = await authenticator(`https://${own}`)
  await enrol(at(c, own), await newLink(c), newer)
  success(await trySignIn(at(c, own), newer), 201)
  expect(await begin()).toMatchObject({ options: { rpId: own }, earlier: true })
  expect(await begin({ nth: 1 })).toMatchObject({ options: { rpId: shared }, earlier: true })
  success(await trySignIn(at(c, own), old, { ...atOwn, rpId: shared }), 201)
})

test('§29 A passkey does not work at another domain. Before the command changes a host, it names the members who need a new passkey.', async () => {
  await using c = await clinic({ origin: () => `https://${shared}` })
  const old = await authenticator(`https://${shared}`)
  await enrol(at(c, shared), await newLink(c), old)
  const left = (host: string | null) =>
    membersLeftBehind(c.practice, { host, shared }, c.clock.now).map(({ id }) => id)
  expect([left(own), left(null), left('mueller.example')]).toEqual([[], [], [c.assistant.userId]])
  await move(c, 'mueller.example')
  const begun = await c.anonymous('POST', '/auth/sign-in/options', {}, { host: 'mueller.example' })
  expect(success(begun)).toMatchObject({ options: { rpId: 'mueller.example' }, left: true })
  const lies = { origin: 'https://mueller.example' }
  expect((await trySignIn(at(c, 'mueller.example'), old, lies)).status).toBe(401)
})
