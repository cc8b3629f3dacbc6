import { expect, test } from 'bun:test'
import { twilioSms } from '../../src/delivery/twilio.ts'
import { webhookSms } from '../../src/delivery/webhook.ts'
import { deliveryKey } from '../../src/domain/reminders/delivery-key.ts'
import { updateNotice } from '../../src/store/notices/notices.ts'
import { booked } from '../support/booked.ts'
import { byTest } from '../support/by-test.ts'
import { type Clinic, clinic } from '../support/clinic.ts'
import { at, newEntry, newPatient } from '../support/records.ts'
import { reminding } from '../support/reminding.ts'
import { type SmsGateway, smsGateway } from '../support/sms-gateway.ts'

const due = Date.parse(at('09:00')) - 86_400_000
const secret = `whsec_${Buffer.alloc(24, 1).toString('base64')}`
const account = { accountSid: `AC${'0'.repeat(32)}`, authToken: 'secret', from: 'Praxis' }

/** A sender that uses a provider of text messages, and one appointment whose notice is due. */
async function dueBy(c: Clinic, gateway: SmsGateway, provider: 'webhook' | 'twilio', waitMs = 2_000) {
  const { url } = gateway
  const sms =
    provider === 'twilio'
      ? twilioSms({ ...account, url }, { waitMs })
      : webhookSms({ url, secret }, Date.now, { waitMs })
  const r = reminding(c, { channels: { email: null, sms } })
  const { id: patientId } = await newPatient(c.owner.call, {
    phoneMobile: '0151 23456789',
    notifyBySms: true,
  })
  const { id } = await newEntry(c.owner.call, { patientId })
  c.clock.now = due
  return { round: r.round, notice: () => r.notice(id, 'sms') }
}

/** Answers the first request with the first answer, and so on. The last answer repeats. */
const inTurn =
  (...answers: (() => Response | Promise<Response>)[]) =>
  (_: unknown, before: readonly unknown[]) =>
    answers[Math.min(before.length, answers.length - 1)]!()

const ok = () => Response.json({ messages: [] })
const wait = () => new Response(null, { status: 429, headers: { 'retry-after': '1800' } })
const broken = () => new Response(null, { status: 500 })
const silent = () => new Promise<Response>(() => undefined)

test('a text message goes out under one key after the gateway asked to wait, failed, and did not answer', async () => {
  await using c = await clinic()
  await using gateway = smsGateway(inTurn(wait, broken, silent, ok))
  const { round, notice } = await dueBy(c, gateway, 'webhook', 1_000)
  await round()
  expect(notice()).toMatchObject({
    state: 'scheduled',
    lastError: 'http_429',
    nextAttemptAt: due + 1_800_000,
  })
  for (const lastError of ['http_500', 'timeout', null]) {
    c.clock.now = notice().nextAttemptAt
    await round()
    expect(notice().lastError).toBe(lastError)
  }
  expect(notice()).toMatchObject({ state: 'sent', attempts: 3 })
  expect(new Set(gateway.asked.map(({ headers }) => headers.get('webhook-id')))).toEqual(
    new Set([deliveryKey(notice().id, '+4915123456789')]),
  )
  const said = JSON.parse(gateway.asked[0]!.body).data
  expect(said.to).toBe('+4915123456789')
  expect(said.text).toMatch(/^Praxis am Lindenplatz: visit Tue 10 Mar, 10:00\. Can you come\? .*\/visit#/)
})

test('§6.3 When Twilio gave no answer to a text message, the service asks Twilio for the message. If Twilio has it, the message is not sent again.', async () => {
  await using c = await clinic()
  const messages: { body: string; status: string; date_created: string }[] = []
  await using gateway = smsGateway(({ method, body }) => {
    if (method === 'GET') return Response.json({ messages })
    messages.push({
      body: new URLSearchParams(body).get('Body')!,
      status: 'queued',
      date_created: new Date(due).toUTCString(),
    })
    return silent()
  })
  const { round, notice } = await dueBy(c, gateway, 'twilio', 1_000)
  await round()
  expect(notice()).toMatchObject({ state: 'scheduled', lastError: 'timeout' })
  c.clock.now = notice().nextAttemptAt
  await round()
  expect(notice()).toMatchObject({ state: 'sent', attempts: 2 })
  expect(messages).toHaveLength(1)
})

test('a notice that a provider refuses finally is not tried again', async () => {
  await using c = await clinic()
  await using gateway = smsGateway(() => Response.json({ code: 21610 }, { status: 400 }))
  const { round, notice } = await dueBy(c, gateway, 'twilio')
  await round()
  expect(notice()).toMatchObject({ state: 'dead', reason: 'refused', lastError: 'http_400' })
})

/**
 * A server with the API of Twilio. It stores each message with the time of the clinic's clock, and lists the messages.
 */
function twilioOf(c: Clinic, answer: () => Response | Promise<Response> | undefined) {
  const kept: { body: string; status: string; date_created: string }[] = []
  const gateway = smsGateway(({ method, body }) => {
    if (method === 'GET') return Response.json({ messages: kept })
    const refusal = answer()
    if (refusal instanceof Response) return refusal
    const date_created = new Date(c.clock.now).toUTCString()
    kept.push({ body: new URLSearchParams(body).get('Body')!, status: 'sent', date_created })
    return refusal ?? new Response('{}', { status: 201 })
  })
  return Object.assign(gateway, { kept, sms: twilioSms({ ...account, url: gateway.url }, { waitMs: 1_000 }) })
}

test('a text message that Twilio accepted without an answer is found at Twilio, also after the practice has a new key', async () => {
  await using c = await clinic({ atAnyHour: true })
  await using twilio = twilioOf(c, silent)
  const { id } = await booked(c, { notifyByEmail: false })
  c.clock.now = due
  const r = reminding(c, { channels: { sms: twilio.sms } })
  await r.round()
  await c.store.keys.rotate(c.owner.practiceId, byTest, () => c.clock.now)
  c.clock.now = r.notice(id, 'sms').nextAttemptAt
  await r.round()
  expect(twilio.kept).toHaveLength(1)
  expect(r.notice(id, 'sms').state).toBe('sent')
})

test('§6.3 A machine that took over asks Twilio first about due messages, because the earlier machine may have sent them.', async () => {
  await using c = await clinic({ atAnyHour: true })
  await using twilio = twilioOf(c, () => undefined)
  const { id } = await booked(c, { notifyByEmail: false })
  c.clock.now = due
  const r = reminding(c, { channels: { sms: twilio.sms } })
  const { id: noticeId, practiceId: _, ...before } = r.notice(id, 'sms')
  await r.round()
  // The database of the next machine does not have the outcome of this delivery.
  await c.practice.write((tx) => updateNotice(tx, noticeId, before))
  await c.store.dueNotices.suspectSent(c.clock.now)
  expect(r.notice(id, 'sms')).toMatchObject({ state: 'scheduled', lastError: 'interrupted' })
  await r.round()
  expect(twilio.kept).toHaveLength(1)
  expect(r.notice(id, 'sms').state).toBe('sent')
})

test('after a takeover, a message that is not due yet does not count as perhaps sent by the earlier machine', async () => {
  await using c = await clinic({ atAnyHour: true })
  const { id } = await booked(c, { notifyByEmail: false })
  c.clock.now = due - 1
  const r = reminding(c)
  await c.store.dueNotices.suspectSent(c.clock.now)
  expect(r.notice(id, 'sms')).toMatchObject({ state: 'scheduled', lastError: null })
})

test('a text message without a link is not mistaken for an older message with the same words', async () => {
  await using c = await clinic({ atAnyHour: true })
  let isDown = false
  await using twilio = twilioOf(c, () => (isDown ? broken() : undefined))
  const { id, patch, patientId } = await booked(c, { notifyByEmail: false })
  const r = reminding(c, { channels: { sms: twilio.sms } })
  const later = async () => {
    c.clock.now += 10 * 60_000
    await r.round()
  }
  c.clock.now = due
  await r.round()
  for (const next of [null, patientId, null]) {
    isDown = twilio.kept.length === 3
    await patch({ patientId: next })
    await later()
  }
  isDown = false
  await later()
  const bodies = twilio.kept.map(({ body }) => body)
  expect(bodies).toHaveLength(4)
  expect(bodies[3]).toBe(bodies[1]!)
  expect(r.news(id, 'sms').at(-1)!.state).toBe('sent')
})

test('a text message without a link that Twilio accepted without an answer is found at Twilio', async () => {
  await using c = await clinic({ atAnyHour: true })
  await using twilio = twilioOf(c, () => (twilio.kept.length === 1 ? silent() : undefined))
  const { id, patch } = await booked(c, { notifyByEmail: false })
  const r = reminding(c, { channels: { sms: twilio.sms } })
  c.clock.now = due
  await r.round()
  await patch({ patientId: null })
  for (let i = 0; i < 2; i++) {
    c.clock.now += 10 * 60_000
    await r.round()
  }
  expect(twilio.kept).toHaveLength(2)
  expect(r.news(id, 'sms').at(-1)!.state).toBe('sent')
})
