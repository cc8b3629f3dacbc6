import { expect, test } from 'bun:test'
import type { Channels } from '../../src/delivery/delivery.ts'
import { smtpEmail, smtpMailer } from '../../src/delivery/smtp.ts'
import { webhookSms } from '../../src/delivery/webhook.ts'
import { invalid, problem, success } from '../support/answers.ts'
import { booked, due } from '../support/booked.ts'
import { type Clinic, clinic, type Member } from '../support/clinic.ts'
import { waitingAs } from '../support/inbox.ts'
import { mailServer } from '../support/mail-server.ts'
import { reminding } from '../support/reminding.ts'
import { smsGateway } from '../support/sms-gateway.ts'

const send = (member: Member, body: object) => member.call('POST', '/api/v1/reminders/test', body)
const outcomeOf = async (member: Member, body: object) => success(await send(member, body))
const toMe = { channel: 'email' }
const toPhone = { channel: 'sms', to: '0155 51234567' }

const byMail = (url: string): Channels => ({
  email: smtpEmail(smtpMailer({ url, from: 'praxis@example.org' })),
  sms: null,
  logOnly: false,
})
const byGateway = (url: string): Channels => ({
  email: null,
  sms: webhookSms({ url, secret: 'whsec_c2VjcmV0' }, Date.now),
  logOnly: false,
})
const refusing = (responseCode: number, words = 'no') => Object.assign(new Error(words), { responseCode })

test("§6.5 Any member sends a test e-mail to their own address. It has the practice's own words and made-up contents.", async () => {
  await using server = await mailServer()
  await using c = await clinic({ channels: byMail(server.url) })
  const words = {
    language: 'de',
    emailSubject: 'Bis {date}',
    emailText: 'Guten Tag {title} {lastName}\n{link}',
  }
  success(await c.owner.call('PATCH', '/api/v1/practice/reminders', words))
  const address = `${c.assistant.userId}@example.org`
  expect(await outcomeOf(c.assistant, toMe)).toEqual({
    outcome: 'delivered',
    to: address,
    error: null,
  })
  expect(server.received).toMatchObject([{ to: [address] }])
  expect(server.received[0]!.source).toContain('Guten Tag Frau Berger')
})

test('an owner can send a test text message to any number that a patient could have', async () => {
  await using gateway = smsGateway()
  await using c = await clinic({ channels: byGateway(gateway.url) })
  expect(await outcomeOf(c.owner, toPhone)).toMatchObject({ outcome: 'delivered', to: '+4915551234567' })
  const { data } = JSON.parse(gateway.asked[0]!.body)
  expect(data.to).toBe('+4915551234567')
  expect(data.text).toContain('Praxis am Lindenplatz: visit ')
})

test('§6.5 Only owners send a test text message, and only to a number to which a patient could get a text message.', async () => {
  await using gateway = smsGateway()
  await using c = await clinic({ channels: byGateway(gateway.url) })
  problem(await send(c.assistant, toPhone), 403, 'forbidden')
  for (const to of ['ask her mother', '0900 1234567', '+44 7911 123456', ''])
    invalid(await send(c.owner, { channel: 'sms', to }), 'to')
  invalid(await send(c.owner, { channel: 'sms' }), 'to')
  invalid(await send(c.owner, { channel: 'email', to: 'other@example.org' }), 'to')
  invalid(await send(c.owner, { channel: 'fax' }), 'channel')
  expect(gateway.asked).toEqual([])
})

test('the answer to a test message contains a code for the reason why nothing was delivered', async () => {
  await using noSignIn = await mailServer({
    authOptional: false,
    onAuth: (_, __, done) => done(refusing(535)),
  })
  await using noSuchAddress = await mailServer({
    onRcptTo: (_, __, done) => done(refusing(550, '5.1.1 no such user')),
  })
  const told = async (channels: Channels, body: object = toMe) => {
    await using c = await clinic({ channels })
    const { outcome, error } = await outcomeOf(c.owner, body)
    return [outcome, error]
  }
  expect(await told(byMail(noSignIn.url.replace('://', '://user:wrong@')))).toEqual(['not_sent', 'smtp_535'])
  expect(await told(byMail('smtp://127.0.0.1:1'))).toEqual(['not_sent', 'unreachable'])
  expect(await told(byMail(noSuchAddress.url))).toEqual(['refused', 'smtp_550'])
  expect(await told(byMail(noSuchAddress.url), toPhone)).toEqual(['not_set_up', null])
})

test('§6.5 When a provider does not answer, the member does not wait for it: the outcome is `no_answer`.', async () => {
  const never: Channels = { email: () => new Promise(() => {}), sms: null, logOnly: false }
  await using c = await clinic({ channels: never, testPatienceMs: 30 })
  expect(await outcomeOf(c.owner, toMe)).toMatchObject({ outcome: 'no_answer', error: null })
})

test('when no channel is set up, a test message gets the outcome `log_only`', async () => {
  await using c = await clinic()
  expect(await outcomeOf(c.assistant, toMe)).toMatchObject({ outcome: 'log_only', error: null })
})

test('§8 A member sends at most 5 test messages in ten minutes.', async () => {
  await using c = await clinic()
  for (let i = 0; i < 6; i++) invalid(await send(c.owner, { channel: 'sms', to: 'x' }), 'to')
  for (let i = 0; i < 5; i++) success(await send(c.owner, toMe))
  const refused = await send(c.owner, toMe)
  problem(refused, 429, 'rate_limited')
  const wait = Number(refused.headers.get('retry-after'))
  expect(wait).toBeGreaterThan(540)
  expect(wait).toBeLessThanOrEqual(600)
  success(await send(c.assistant, toMe))
})

/** Makes a clinic that puts sent messages into a list. It sends at most two messages a day. */
async function atCeilingOfTwo() {
  const sent: string[] = []
  const channels: Channels = {
    email: async ({ to }) => void sent.push(to),
    sms: async ({ to }) => void sent.push(to),
    logOnly: false,
  }
  const c = await clinic({ channels, ceilings: { email: 2, sms: 2 } })
  return { c, sent, channels }
}

const textsOf = (c: Clinic, channels: Channels) =>
  reminding(c, { channels, ceilings: { email: 2, sms: 2 } }).round()

test('§6.5 A test message counts for the ceiling of the day, and is refused above it.', async () => {
  const { c, sent, channels } = await atCeilingOfTwo()
  await using _ = c
  const { path } = await booked(c, { notifyByEmail: false })
  c.clock.now = due
  success(await send(c.owner, toPhone))
  success(await send(c.owner, toPhone))
  expect(await outcomeOf(c.owner, toPhone)).toMatchObject({ outcome: 'over_ceiling' })
  await textsOf(c, channels)
  expect(sent).toHaveLength(2)
  const { reminders } = success(await c.owner.call('GET', `${path}/reminders`))
  expect(reminders).toContainEqual(expect.objectContaining({ channel: 'sms', reason: 'over_ceiling' }))
  c.clock.now += 86_400_000
  expect(await outcomeOf(c.owner, toPhone)).toMatchObject({ outcome: 'delivered' })
})

test('a test message that was not delivered does not count towards the daily limit and is never sent again', async () => {
  await using gateway = smsGateway(() => new Response(null, { status: 503 }))
  await using c = await clinic({ channels: byGateway(gateway.url), ceilings: { email: 1, sms: 1 } })
  for (let i = 0; i < 2; i++) expect((await outcomeOf(c.owner, toPhone)).outcome).toBe('not_sent')
  c.clock.now += 3_600_000
  const r = reminding(c)
  await r.round()
  expect(r.texts).toEqual([])
  expect((await waitingAs(c.owner, 'failed')).items).toEqual([])
})
