/** The former host of a practice: where its members are sent, and how little strangers learn there. */
import { expect, test } from 'bun:test'
import { aliasMs } from '../../src/domain/site.ts'
import { membersLeftBehind, moveToHost } from '../../src/features/practice/host.ts'
import type { Seen } from '../../src/http/observe.ts'
import { success } from '../support/answers.ts'
import { type Authenticator, authenticator } from '../support/authenticator.ts'
import { type Clinic, clinic } from '../support/clinic.ts'
import { at, bare, hosted, move, newAddress, newLink, own, shared, theirs } from '../support/hosts.ts'
import { enrol, finishEnrol, openLink, secretOf, trySignIn } from '../support/sign-in.ts'

const origin = () => `https://${shared}`
const present = [421, 'misdirected', `https://${own}`]

/** Makes a clinic at the shared address whose assistant has a passkey. */
async function enrolled() {
  const c = await clinic({ origin })
  const key = await authenticator(origin())
  const { token } = await enrol(at(c, shared), await newLink(c), key)
  return { c, key, token }
}

/** Signs in at a host, with a browser that accepts the passkey of any host. */
const signInAt = (c: Clinic, host: string, key: Authenticator, tamper = false) =>
  trySignIn(at(c, host), key, { origin: `https://${host}`, rpId: shared, tamper })

const unknownLink = `${origin()}/enrol#ce_${'A'.repeat(43)}`

test('§29 At the old address, a good enrolment link is answered 421 with the new address, for 90 days. A wrong link does not get the new address.', async () => {
  await using c = await clinic({ origin })
  const link = await newLink(c)
  const before = bare(await openLink(at(c, shared), unknownLink))
  const began = success(
    await c.anonymous('POST', '/auth/enrol/options', { link: secretOf(link), name: 'Zoé' }, { host: shared }),
  )
  await move(c, own)
  await move(c, theirs, c.stranger.practiceId)
  expect(newAddress(await openLink(at(c, shared), link))).toEqual(present)
  const begin = { link: secretOf(link), name: 'Zoé' }
  expect(newAddress(await at(c, shared).anonymous('POST', '/auth/enrol/options', begin))).toEqual(present)
  const key = await authenticator(origin())
  const response = await key.register(began.options)
  expect(newAddress(await finishEnrol(at(c, shared), link, response, 'Zoé'))).toEqual(present)
  expect(bare(await openLink(at(c, shared), unknownLink))).toEqual(before)
  expect(bare(await openLink(at(c, theirs), link))).toEqual(before)
  // The enrolment link itself stays valid, and works at the new address.
  await enrol(at(c, own), link, await authenticator(`https://${own}`))
  c.clock.now += aliasMs
  expect(bare(await openLink(at(c, shared), await newLink(c))).text).toBe(before.text)
})

test('§29 At the old address, a good passkey opens no session. The answer is 421 with the new address, for 90 days.', async () => {
  const { c, key } = await enrolled()
  await using _ = c
  await move(c, own)
  await move(c, theirs, c.stranger.practiceId)
  expect(newAddress(await signInAt(c, shared, key))).toEqual(present)
  const stranger = await authenticator()
  const refused = bare(await signInAt(c, shared, stranger))
  expect(refused.status).toBe(401)
  expect(bare(await signInAt(c, shared, key, true))).toEqual(refused)
  expect(bare(await signInAt(c, theirs, key))).toEqual(refused)
  success(await signInAt(c, own, key), 201)
  c.clock.now += aliasMs
  expect(bare(await signInAt(c, shared, key)).text).toBe(refused.text)
})

test('§29 A member who is still signed in at the old address can use and add passkeys only at the new address.', async () => {
  const { c, key, token } = await enrolled()
  await using _ = c
  const post = (path: string, host: string, body?: unknown) =>
    c.as(token)('POST', `/api/v1/me/${path}`, body, { host })
  const { options } = success(await post('passkey-check/options', shared))
  await move(c, own)
  for (const path of ['passkey-check/options', 'passkeys/options'])
    expect(newAddress(await post(path, shared))).toEqual(present)
  expect(
    newAddress(await post('passkey-check', shared, { response: await key.authenticate(options) })),
  ).toEqual(present)
  success(await post('passkeys/options', own))
})

test('§29 A redirect to the new address is counted and logged like every answer.', async () => {
  const seen: Seen[] = []
  await using c = await hosted({ observe: (one) => void seen.push(one) })
  await move(c, 'praxis-mueller.example')
  const { status } = await c.anonymous('GET', '/sign-in', undefined, { host: own })
  expect(seen).toMatchObject([{ route: 'redirect', status, practiceId: undefined }])
})

test('§29 For 90 days, the sign-in page says that passkeys of an earlier domain do not work. It does not say whether a member has such a passkey.', async () => {
  await using c = await clinic({ origin })
  const elsewhere = 'mueller.example'
  const left = async () =>
    success(await at(c, elsewhere).anonymous('POST', '/auth/sign-in/options', {})).left ?? false
  await move(c, elsewhere)
  expect(await left()).toBe(true)
  await enrol(at(c, elsewhere), await newLink(c), await authenticator(`https://${elsewhere}`))
  expect(await left()).toBe(true)
  c.clock.now += aliasMs
  expect(await left()).toBe(false)
})

test('§29 A browser is asked for the passkeys of one host at a time. Each further try asks for the next host.', async () => {
  const { c, key } = await enrolled()
  await using _ = c
  const middle = 'berlin.app.example'
  const lowest = 'mueller.berlin.app.example'
  const keys = new Map([[shared, key]])
  for (const host of [middle, lowest]) {
    await move(c, host)
    const newer = await authenticator(`https://${host}`)
    const { token } = success(
      await trySignIn(at(c, host), key, { origin: `https://${host}`, rpId: shared }),
      201,
    )
    const post = (path: string, body?: unknown) => c.as(token)('POST', `/api/v1/me/${path}`, body, { host })
    const response = await newer.register(success(await post('passkeys/options')).options)
    success(await post('passkeys', { name: host, response }), 201)
    keys.set(host, newer)
  }
  const asked = async (nth: number) => {
    const begun = success(await at(c, lowest).anonymous('POST', '/auth/sign-in/options', { nth }))
    return [begun.options.rpId, begun.earlier]
  }
  const inOrder = [lowest, middle, shared, lowest].map((host) => [host, true])
  expect([await asked(0), await asked(1), await asked(2), await asked(3)]).toEqual(inOrder)
  c.clock.now += 60_000
  const { token } = success(
    await trySignIn(at(c, lowest), keys.get(middle)!, { origin: `https://${lowest}`, rpId: middle }),
    201,
  )
  const check = async (nth: number) => {
    const path = `/api/v1/me/passkey-check/options?nth=${nth}`
    const { options, earlier } = success(await c.as(token)('POST', path, undefined, { host: lowest }))
    return [options.rpId, options.allowCredentials.length, earlier]
  }
  const hosts = [await check(0), await check(1), await check(2)]
  // The passkey that was used last is probably the passkey in this browser.
  expect(hosts[0]).toEqual([middle, 1, true])
  expect(hosts.map(([host]) => host).toSorted()).toEqual([middle, lowest, shared].toSorted())
  expect(await check(3)).toEqual(hosts[0]!)
})

test('§29 When a practice goes back to the shared address, the command names the members whose passkeys belong to a host above it.', async () => {
  const below = 'app.praxis.example'
  const above = 'praxis.example'
  await using c = await clinic({ origin: () => `https://${below}` })
  const go = (host: string | null) => moveToHost(c.practice, { host, shared: below }, c.clock.now)
  await go(above)
  const key = await authenticator(`https://${above}`)
  const link = (await newLink(c)).replace(shared, above)
  await enrol(at(c, above), link, key)
  const left = () => membersLeftBehind(c.practice, { host: null, shared: below }, c.clock.now)
  expect(left().map(({ id }) => id)).toEqual([c.assistant.userId])
  await go(null)
  expect(success(await at(c, below).anonymous('POST', '/auth/sign-in/options', {})).options.rpId).toBe(below)
})

test('§29 When a practice asks for a host that another practice leaves at the same moment, the host stays with the other practice for 90 days.', async () => {
  await using c = await hosted()
  const take = () => move(c, own, c.stranger.practiceId)
  const [leaves, takes] = await Promise.allSettled([move(c, 'praxis-mueller.example'), take()])
  expect(leaves).toEqual({ status: 'fulfilled', value: true })
  expect(takes).toMatchObject({ status: 'rejected', reason: { code: 'conflict' } })
  c.clock.now += aliasMs
  expect(await take()).toBe(true)
})
