/** Links that were sent before a practice got another host, and the answers at its earlier addresses. */
import { expect, test } from 'bun:test'
import { aliasMs, Sites } from '../../src/domain/site.ts'
import { moveToHost } from '../../src/features/practice/host.ts'
import { success } from '../support/answers.ts'
import { booked, due } from '../support/booked.ts'
import { type Clinic, clinic } from '../support/clinic.ts'
import { reminding } from '../support/reminding.ts'
import { look, optOut, reply } from '../support/visiting.ts'

const shared = 'app.example'
const own = 'mueller.app.example'
const next = 'praxis-mueller.example'

const move = (c: Clinic, host: string | null) => moveToHost(c.practice, { host, shared }, c.clock.now)

/** Returns the same clinic, with clients that send this host. */
const at = (c: Clinic, host: string): Clinic => {
  const as: Clinic['as'] = (token) => (method, path, body, headers) =>
    c.as(token)(method, path, body, { ...headers, host })
  return {
    ...c,
    as,
    anonymous: (method, path, body, headers) => c.anonymous(method, path, body, { ...headers, host }),
  }
}

/** Makes a moved appointment. Its patient got a reminder of the earlier time, and a message with the new time. */
async function told(c: Clinic) {
  const sites = new Sites({
    shared: () => `https://${shared}`,
    hosts: () => c.store.identity.hosts(),
    now: () => c.clock.now,
  })
  const r = reminding(c, { sites })
  const { path, patientId } = await booked(c)
  c.clock.now = due
  await r.round()
  /** Moves the appointment with a request at this host, and returns the e-mail about the move. */
  const moved = async (host: string, day: string) => {
    const times = { startAt: `${day}T09:00:00.000Z`, endAt: `${day}T10:00:00.000Z` }
    success(await at(c, host).as(c.owner.token)('PATCH', path, times))
    c.clock.now += 6 * 60_000
    await r.round()
    return r.emails.at(-1)!
  }
  const wants = async () => {
    const answer = await at(c, own).as(c.owner.token)('GET', `/api/v1/patients/${patientId}`)
    return success(answer).notifyByEmail
  }
  return { r, moved, wants }
}

const tokenIn = (text: string) => /visit#([\w-]+)/.exec(text)![1]!
const originIn = (text: string) => /https:\/\/[^/]+(?=\/visit#)/.exec(text)![0]
const oneClick = 'List-Unsubscribe=One-Click'

test('§29 For 90 days, a patient can answer, cancel and unsubscribe by a link at the earlier address.', async () => {
  await using c = await clinic({ origin: () => `https://${shared}` })
  const { moved, wants } = await told(c)
  const mail = await moved(shared, '2026-12-01')
  const token = tokenIn(mail.text)
  expect(originIn(mail.text)).toBe(`https://${shared}`)
  await move(c, own)
  const changedAt = c.clock.now
  const [before, after] = [at(c, shared), at(c, own)]
  expect(await reply(before, token, 'confirmed')).toMatchObject({ accepted: true, answer: 'confirmed' })
  expect(await reply(before, token, 'cancel_requested')).toMatchObject({ answer: 'cancel_requested' })
  expect(await look(after, token)).toMatchObject({ state: 'answered', answer: 'cancel_requested' })
  expect(await optOut(before, token)).toMatchObject({ accepted: true, messages: { wanted: false } })
  expect(await wants()).toBe(false)
  const unsubscribe = new URL(mail.unsubscribe!).pathname
  const press = async (c: Clinic) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    return (await c.anonymous('POST', unsubscribe, oneClick, headers)).status
  }
  expect(await press(before)).toBe(200)

  c.clock.now = changedAt + aliasMs - 60_000
  expect(await reply(before, token, 'confirmed')).toMatchObject({ accepted: true, answer: 'confirmed' })
  expect(await press(before)).toBe(200)
  c.clock.now = changedAt + aliasMs
  const lost = await look(before, `${token.slice(0, -4)}AAAA`)
  expect(await look(before, token)).toEqual(lost)
  expect(await reply(before, token, 'cancel_requested')).toEqual(lost)
  expect(await press(before)).toBe(404)
  expect(await reply(after, token, 'cancel_requested')).toMatchObject({ accepted: true })
  expect(await press(after)).toBe(200)
})

test('§29 A calendar file in a mail names no host. A file from after the change replaces a file from before the change.', async () => {
  await using c = await clinic({ origin: () => `https://${shared}` })
  const { r, moved } = await told(c)
  const before = r.emails[0]!
  await move(c, own)
  const after = await moved(own, '2026-04-01')
  expect(originIn(after.text)).toBe(`https://${own}`)
  expect(after.unsubscribe).toStartWith(`https://${own}/`)
  const read = (name: string, { calendar }: typeof after) =>
    new RegExp(`^${name}:(.*)\r$`, 'm').exec(calendar!.content)![1]!
  expect(read('UID', after)).toBe(read('UID', before))
  expect(Number(read('SEQUENCE', after))).toBeGreaterThan(Number(read('SEQUENCE', before)))
  for (const { calendar } of [before, after]) expect(calendar!.content).not.toContain(shared)
})

test('at an earlier address, only GET and HEAD requests of pages redirect to the new address', async () => {
  await using c = await clinic({ origin: () => `https://${shared}` })
  await move(c, own)
  await move(c, next)
  const asked = at(c, own)
  const ledOn: string[] = []
  for (const path of new Set(c.app.routes.map(({ path }) => path.replaceAll(/:\w+|\*/g, 'x'))))
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
      for (const client of [asked.anonymous, asked.as(c.owner.token)]) {
        const { status, headers } = await client(method, path, /^P/.test(method) ? {} : undefined)
        if (status < 300 || status === 304 || status >= 400) continue
        expect([status, headers.get('location')]).toEqual([307, `https://${next}${path}`])
        ledOn.push(`${method} ${path}`)
      }
  const pages = [...new Set(ledOn)].sort()
  expect(pages.filter((one) => !/^(?:GET|HEAD) /.test(one))).toEqual([])
  expect(pages.filter((one) => one.includes('/api/v1') || one.slice(5).includes('.'))).toEqual([])
  for (const page of ['/visit', '/unsubscribe/x', '/sign-in', '/enrol', '/desk'])
    expect(pages).toContain(`GET ${page}`)
})
