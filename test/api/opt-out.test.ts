/** A patient can stop the messages on the answer page, or with the unsubscribe button of a mailbox (RFC 8058). */
import { expect, test } from 'bun:test'
import PostalMime from 'postal-mime'
import { signUnsubscribeLink } from '../../src/domain/reminders/answer-link.ts'
import { undoMs } from '../../src/domain/reminders/undo.ts'
import type { Seen } from '../../src/http/observe.ts'
import { dueByMail } from '../jobs/mailed.ts'
import { invalid, notFound, problem, success } from '../support/answers.ts'
import { booked, due, nine } from '../support/booked.ts'
import { type Clinic, clinic } from '../support/clinic.ts'
import { mailServer } from '../support/mail-server.ts'
import { newEntry } from '../support/records.ts'
import { reminding } from '../support/reminding.ts'
import { until } from '../support/until.ts'
import { look, moment, optOut, remindedVisit, reply, send } from '../support/visiting.ts'

const consents = ({ notifyByEmail, notifyBySms }: Record<string, boolean>) => ({ notifyByEmail, notifyBySms })
const form = 'application/x-www-form-urlencoded'
const oneClick = (c: Clinic, path: string, body = 'List-Unsubscribe=One-Click', type = form) =>
  c.anonymous('POST', path, body, { 'content-type': type })

test.each([
  ['mailed', 'email', { notifyByEmail: false, notifyBySms: true }],
  ['texted', 'sms', { notifyByEmail: true, notifyBySms: false }],
] as const)(
  "§6.7 When a patient ends the messages on the page behind a link, only the messages of the link's channel end. %s",
  async (link, channel, left) => {
    await using c = await clinic()
    const visit = await remindedVisit(c)
    expect(await optOut(c, visit[link])).toMatchObject({
      accepted: true,
      messages: { channel, wanted: false },
    })
    expect(consents(await visit.patient())).toEqual(left)
    expect((await visit.entry()).metadata).toEqual({})
    expect((await look(c, visit[link])).messages).toEqual({ channel, wanted: false })
  },
)

test('a press of the button for no more messages changes nothing before its confirmation', async () => {
  await using c = await clinic()
  const { mailed, patient } = await remindedVisit(c)
  const before = await patient()
  const { ticket } = await look(c, mailed)
  expect(await send(c, 'opt-out', { token: mailed, ticket })).toMatchObject({ accepted: false })
  c.clock.now += moment
  expect(await send(c, 'opt-out', { token: mailed, ticket })).toMatchObject({ accepted: true })
  expect(await patient()).toEqual(before)
})

test('§6.7 When a patient has ended the messages, only the page on which they pressed the button can undo this, within an hour.', async () => {
  await using c = await clinic()
  const { mailed, patient } = await remindedVisit(c)
  const { next, ticket } = await optOut(c, mailed)
  c.clock.now += moment
  for (const wrong of [ticket, 'x', ''])
    expect(await send(c, 'opt-in', { token: mailed, ticket: wrong })).toMatchObject({ accepted: false })
  expect(consents(await patient()).notifyByEmail).toBe(false)
  const undone = await send(c, 'opt-in', { token: mailed, ticket: next })
  expect(undone).toMatchObject({ accepted: true, messages: { wanted: true } })
  expect(consents(await patient()).notifyByEmail).toBe(true)
  const again = await optOut(c, mailed)
  c.clock.now += 60 * 60_000
  expect(await send(c, 'opt-in', { token: mailed, ticket: again.next })).toMatchObject({ accepted: false })
  expect(consents(await patient()).notifyByEmail).toBe(false)
})

test('§6.7 A patient can end the messages also after the appointment has begun, and after it was deleted.', async () => {
  await using c = await clinic()
  const { mailed, texted, path, patient } = await remindedVisit(c)
  c.clock.now = nine + 60_000
  expect(await optOut(c, mailed)).toMatchObject({ state: 'expired', accepted: true })
  success(await c.owner.call('DELETE', path))
  expect(await optOut(c, texted)).toMatchObject({ accepted: true })
  expect(consents(await patient())).toEqual({ notifyByEmail: false, notifyBySms: false })
})

test('the link of a deleted patient cannot stop messages, and its page asks to call the practice', async () => {
  await using c = await clinic()
  const { mailed, patientPath, unsubscribe } = await remindedVisit(c)
  success(await c.owner.call('DELETE', patientPath))
  expect(await optOut(c, mailed)).toMatchObject({ accepted: false, messages: null })
  expect((await c.anonymous('GET', unsubscribe)).text).toContain('please call the practice')
  expect((await oneClick(c, unsubscribe)).status).toBe(200)
})

test('after a patient stopped the messages, a later reminder is skipped', async () => {
  await using c = await clinic()
  const { patientId } = await booked(c)
  const other = await booked(
    c,
    {},
    { patientId, startAt: '2026-03-17T09:00:00Z', endAt: '2026-03-17T10:00:00Z' },
  )
  c.clock.now = due
  const r = reminding(c)
  await r.round()
  await optOut(c, /visit#([\w-]+)/.exec(r.emails[0]!.text)![1]!)
  c.clock.now = Date.parse('2026-03-16T10:00:00Z')
  await r.round()
  expect(r.emails).toHaveLength(1)
  expect(r.texts).toHaveLength(2)
  expect(r.notice(other.id)).toMatchObject({ state: 'skipped', reason: 'no_consent' })
})

test('§6.7 An e-mail has `List-Unsubscribe` and `List-Unsubscribe-Post` (RFC 8058). When a mail program sends a POST to the address there, the patient gets no more e-mails.', async () => {
  await using c = await clinic()
  await using server = await mailServer()
  const { round } = await dueByMail(c, server.url)
  await round()
  const { source } = server.received[0]!
  const { headers } = await PostalMime.parse(source)
  const value = (name: string) => headers.find(({ key }) => key === name)!.value
  expect(value('list-unsubscribe')).toMatch(/^<https:\/\/clinic\.example\/unsubscribe\/[\w-]{43}>$/)
  expect(value('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  // Some mailboxes read headers line by line. So the header must be in one line.
  expect(source).toMatch(/^List-Unsubscribe: <https:\S+>\r$/m)
})

test('one click of the unsubscribe button stops only the e-mails, at once, and can be repeated', async () => {
  await using c = await clinic()
  const { unsubscribe, patient, entry } = await remindedVisit(c)
  c.clock.now = nine + 1
  const answer = await oneClick(c, unsubscribe)
  expect(answer.status).toBe(200)
  expect(answer.text).toContain('You get no more e-mails')
  for (const header of ['set-cookie', 'location']) expect(answer.headers.has(header)).toBe(false)
  const after = await patient()
  expect(consents(after)).toEqual({ notifyByEmail: false, notifyBySms: true })
  c.clock.now += 60_000
  expect((await oneClick(c, unsubscribe)).status).toBe(200)
  expect(await patient()).toEqual(after)
  expect((await entry()).metadata).toEqual({})
})

test('a mailbox may send the unsubscribe form as `multipart/form-data`', async () => {
  await using c = await clinic()
  const { unsubscribe, patient } = await remindedVisit(c)
  const body = '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n'
  expect((await oneClick(c, unsubscribe, body, 'multipart/form-data; boundary=b')).status).toBe(200)
  expect(consents(await patient()).notifyByEmail).toBe(false)
})

test('the page of the unsubscribe link shows one button, and opening the page changes nothing', async () => {
  await using c = await clinic()
  const { unsubscribe, patient } = await remindedVisit(c, { preferredLanguage: 'de' })
  const before = await patient()
  for (const method of ['GET', 'HEAD']) expect((await c.anonymous(method, unsubscribe)).status).toBe(200)
  const { text, headers } = await c.anonymous('GET', unsubscribe)
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(headers.get('content-security-policy')).toContain("script-src 'self'")
  expect(text).toContain('Keine E-Mails mehr')
  expect(text.match(/<button/g)).toHaveLength(1)
  expect(await patient()).toEqual(before)
})

test('an unsubscribe request with another body is refused and changes nothing', async () => {
  await using c = await clinic()
  const { unsubscribe, patient } = await remindedVisit(c)
  const before = await patient()
  invalid(await oneClick(c, unsubscribe, ''), 'List-Unsubscribe')
  invalid(await oneClick(c, unsubscribe, 'List-Unsubscribe=no'), 'List-Unsubscribe')
  invalid(await oneClick(c, unsubscribe, 'no parts', 'multipart/form-data; boundary=b'), '')
  problem(await oneClick(c, unsubscribe, '{}', 'application/json'), 415, 'unsupported_media_type')
  problem(await oneClick(c, unsubscribe, 'x'.repeat(16 * 1024 + 1)), 413, 'payload_too_large')
  expect(await patient()).toEqual(before)
})

test('the token of an unsubscribe link cannot answer, and the token of an answer link cannot unsubscribe', async () => {
  await using c = await clinic()
  const { mailed, texted, unsubscribe, entry, patient } = await remindedVisit(c)
  const before = await patient()
  const token = unsubscribe.split('/').at(-1)!
  expect(await reply(c, token, 'confirmed')).toMatchObject({ state: 'invalid', ticket: null })
  expect(await optOut(c, token)).toMatchObject({ state: 'invalid' })
  for (const other of [mailed, texted, 'x', `${token}A`]) {
    notFound(await oneClick(c, `/unsubscribe/${other}`))
    const page = await c.anonymous('GET', `/unsubscribe/${other}`)
    expect(page.text).toContain('please call the practice')
    expect(page.text).not.toContain('<button')
  }
  const stranger = signUnsubscribeLink(new Uint8Array(32), reminding(c).notice((await entry()).id).id)
  notFound(await oneClick(c, `/unsubscribe/${stranger}`))
  expect(await patient()).toEqual(before)
  expect((await entry()).metadata).toEqual({})
})

test('the log of requests does not contain the token of an unsubscribe link', async () => {
  const seen: Seen[] = []
  await using c = await clinic({ observe: (one) => seen.push(one) })
  const { unsubscribe } = await remindedVisit(c)
  seen.length = 0
  await c.anonymous('GET', unsubscribe)
  await oneClick(c, unsubscribe)
  await oneClick(c, unsubscribe, '{}', 'application/json')
  await c.anonymous('PUT', unsubscribe)
  await c.anonymous('GET', `${unsubscribe}/more`)
  // The log gets the line of a request after its answer.
  await until('five lines of the log', () => seen.length >= 5)
  expect(seen.map(({ route }) => route)).toEqual([
    'GET /unsubscribe/:token',
    'POST /unsubscribe/:token',
    'POST /unsubscribe/:token',
    'unknown',
    'unknown',
  ])
  expect(JSON.stringify([seen, c.refused])).not.toContain(unsubscribe.split('/').at(-1)!)
})

test('the unsubscribe link and the answer page share one rate limit', async () => {
  await using c = await clinic({ rateLimit: { perMinute: 2 }, addressHeader: 'x-real-ip' })
  const from = { 'x-real-ip': '192.0.2.1' }
  success(await c.anonymous('POST', '/visit/look', { token: 'x' }, from))
  expect((await c.anonymous('GET', '/unsubscribe/x', undefined, from)).status).toBe(200)
  problem(await c.anonymous('GET', '/unsubscribe/x', undefined, from), 429, 'rate_limited')
  const post = c.anonymous('POST', '/unsubscribe/x', 'x', { ...from, 'content-type': form })
  problem(await post, 429, 'rate_limited')
})

test('a reminder that was skipped after an opt-out is sent when the patient undoes the opt-out', async () => {
  await using c = await clinic()
  const visit = await remindedVisit(c)
  const { patientId } = await visit.entry()
  // The reminder of another appointment is due two minutes later.
  const { id } = await newEntry(c.owner.call, { patientId, startAt: new Date(nine + 120_000).toISOString() })
  const { next } = await optOut(c, visit.mailed)
  c.clock.now = due + 120_000
  const r = reminding(c)
  await r.round()
  expect(r.notice(id)).toMatchObject({ state: 'skipped', reason: 'no_consent' })
  await send(c, 'opt-in', { token: visit.mailed, ticket: next })
  c.clock.now += undoMs
  await r.round()
  expect(r.notice(id).state).toBe('sent')
})
