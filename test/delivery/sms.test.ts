import { expect, test } from 'bun:test'
import { Webhook } from 'standardwebhooks'
import type { Deliver, Delivery, DeliveryFailure, SmsMessage } from '../../src/delivery/delivery.ts'
import { twilioSms } from '../../src/delivery/twilio.ts'
import { webhookSms } from '../../src/delivery/webhook.ts'
import { certifiedFor } from '../support/certificates.ts'
import { type SmsGateway, smsGateway } from '../support/sms-gateway.ts'

const link = 'https://clinic.example/visit#AZcAAA'
const plannedAt = Date.parse('2026-03-09T12:00:00.500Z')
const text = `Bis morgen & grüße. ${link}`
const message: SmsMessage = { to: '+4915551234567', text, mark: link, plannedAt }
const delivery = (more: Partial<Delivery> = {}): Delivery => ({
  key: 'notice-1',
  practiceId: 'practice-1',
  repeated: false,
  signal: AbortSignal.timeout(10_000),
  ...more,
})
const account = { accountSid: `AC${'0'.repeat(32)}`, authToken: 'secret', from: '+4930123456' }
const twilio = (gateway: SmsGateway, more = {}) => twilioSms({ ...account, url: gateway.url, ...more })
const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
const webhook = (gateway: SmsGateway) => webhookSms({ url: `${gateway.url}/sms`, secret }, Date.now)
const failureOf = async (sent: Promise<void>): Promise<DeliveryFailure> =>
  sent.then(
    () => Promise.reject(new Error('it was delivered')),
    (error) => error,
  )

test('a text message is sent to Twilio in the form that its API requires', async () => {
  await using gateway = smsGateway()
  await twilio(gateway)(message, delivery())
  const [asked, ...more] = gateway.asked
  expect(more).toEqual([])
  expect(asked).toMatchObject({
    method: 'POST',
    path: `/2010-04-01/Accounts/${account.accountSid}/Messages.json`,
  })
  expect(Object.fromEntries(new URLSearchParams(asked!.body))).toEqual({
    To: message.to,
    From: account.from,
    Body: message.text,
  })
  expect(asked!.headers.get('authorization')).toBe(`Basic ${btoa(`${account.accountSid}:secret`)}`)
})

test('a sender that is a messaging service of Twilio is sent as `MessagingServiceSid`', async () => {
  await using gateway = smsGateway()
  const from = `MG${'a'.repeat(32)}`
  await twilio(gateway, { from })(message, delivery())
  expect(new URLSearchParams(gateway.asked[0]!.body).get('MessagingServiceSid')).toBe(from)
})

test.each(['Praxis', 'MG Praxis', 'MG', 'Zahnarzt 24'])(
  'the sender name %p is sent to Twilio as `From`',
  async (from) => {
    await using gateway = smsGateway()
    await twilio(gateway, { from })(message, delivery())
    const body = new URLSearchParams(gateway.asked[0]!.body)
    expect([body.get('From'), body.get('MessagingServiceSid')]).toEqual([from, null])
  },
)

test.each([
  ['queued', 0],
  ['delivered', 0],
  ['failed', 1],
  ['undelivered', 1],
])(
  'when Twilio has a message with the same link that is %s, a repeated text message is sent %d times',
  async (status, sent) => {
    await using gateway = smsGateway(({ method }) =>
      Response.json(
        method === 'GET'
          ? {
              messages: [
                { body: `Other words. ${link}`, status, date_created: 'Mon, 09 Mar 2026 12:00:00 +0000' },
              ],
            }
          : {},
      ),
    )
    await twilio(gateway)(message, delivery({ repeated: true }))
    expect(gateway.asked[0]?.query.get('To')).toBe(message.to)
    expect(gateway.asked.filter(({ method }) => method === 'POST')).toHaveLength(sent)
  },
)

test('messages at Twilio with other links do not stop a repeated text message', async () => {
  const date_created = 'Mon, 09 Mar 2026 12:00:00 +0000'
  const others = { messages: [{ body: 'https://clinic.example/visit#other', status: 'sent', date_created }] }
  await using gateway = smsGateway(() => Response.json(others))
  await twilio(gateway)(message, delivery({ repeated: true }))
  expect(gateway.asked.map(({ method }) => method)).toEqual(['GET', 'POST'])
})

test('an older message at Twilio with the same text does not stop a repeated text message', async () => {
  const older = { body: message.text, status: 'sent', date_created: 'Mon, 09 Mar 2026 11:59:59 +0000' }
  await using gateway = smsGateway(() => Response.json({ messages: [older] }))
  await twilio(gateway)(message, delivery({ repeated: true }))
  expect(gateway.asked.map(({ method }) => method)).toEqual(['GET', 'POST'])
})

test('a gateway gets a signed webhook that a library for Standard Webhooks accepts', async () => {
  await using gateway = smsGateway()
  await webhook(gateway)(message, delivery())
  await webhook(gateway)(message, delivery({ repeated: true }))
  expect(gateway.asked.map(({ headers }) => headers.get('webhook-id'))).toEqual(['notice-1', 'notice-1'])
  const { body, headers } = gateway.asked[0]!
  const verified = new Webhook(secret).verify(body, headers.toJSON() as Record<string, string>)
  expect(verified).toMatchObject({ type: 'sms.send', data: { to: message.to, text: message.text } })
  expect(() => new Webhook(`whsec_${'A'.repeat(32)}`).verify(body, headers.toJSON() as never)).toThrow()
})

const ways: [string, (gateway: SmsGateway) => Deliver<SmsMessage>][] = [
  ['Twilio', twilio],
  ['the webhook', webhook],
]

test.each([
  [400, 21211, true],
  [400, 21610, true],
  [400, 21614, true],
  [400, 21265, true],
  [400, 21635, true],
  [400, 21606, false],
  [400, undefined, false],
  [404, 20404, false],
])(
  'an answer %d from Twilio with the error code %d refuses a message finally: %p',
  async (status, code, final) => {
    await using gateway = smsGateway(() => Response.json({ code, message: message.to }, { status }))
    const failure = await failureOf(twilio(gateway)(message, delivery()))
    expect(failure).toMatchObject({ error: `http_${status}` })
    expect(failure.verdict === 'refused').toBe(final)
  },
)

test.each([400, 422])('an answer %d from a gateway refuses a message finally', async (status) => {
  await using gateway = smsGateway(() => new Response(null, { status }))
  expect(await failureOf(webhook(gateway)(message, delivery()))).toMatchObject({ verdict: 'refused' })
})

for (const [name, way] of ways) {
  test.each([401, 403])(
    `a try that ${name} answers with %d does not count, because the provider did not accept our credentials`,
    async (status) => {
      await using gateway = smsGateway(() => new Response(null, { status }))
      expect(await failureOf(way(gateway)(message, delivery()))).toMatchObject({
        verdict: 'unwelcome',
      })
    },
  )

  test.each([408, 425, 429, 501, 503, 505, 511])(
    `a try that ${name} answers with %d does not count, and its pauses do not grow`,
    async (status) => {
      await using gateway = smsGateway(() => new Response(null, { status }))
      expect(await failureOf(way(gateway)(message, delivery()))).toMatchObject({ verdict: 'away' })
    },
  )

  test.each([
    [404, false],
    [405, false],
    [410, false],
    [401, false],
    [403, false],
    [408, false],
    [425, false],
    [429, false],
    [500, false],
    [503, false],
    [302, false],
  ])(
    `§6.3 A text message is refused finally only when the gateway answers 400 or 422, or Twilio says that the number takes no text messages. ${name}, %d, %p`,
    async (status, final) => {
      await using gateway = smsGateway(
        () => new Response(null, { status, headers: { location: '/elsewhere' } }),
      )
      const failure = await failureOf(way(gateway)(message, delivery()))
      expect(failure).toMatchObject({ error: `http_${status}` })
      expect(failure.verdict === 'refused').toBe(final)
      expect(gateway.asked).toHaveLength(1)
    },
  )

  test(`a pause that ${name} asks for, in seconds or as a date, is passed on to the sender`, async () => {
    const date = new Date(Date.parse('2026-03-09T12:00:00Z')).toUTCString()
    const later = new Date(Date.parse('2026-03-09T12:02:00Z')).toUTCString()
    for (const headers of [{ 'retry-after': '120' }, { 'retry-after': later, date }]) {
      await using gateway = smsGateway(() => new Response(null, { status: 429, headers }))
      expect((await failureOf(way(gateway)(message, delivery()))).retryAfter).toBe(120_000)
    }
  })

  test(`a try ends as \`unanswered\` when ${name} does not answer in time`, async () => {
    await using gateway = smsGateway(() => new Promise(() => undefined))
    const failure = await failureOf(way(gateway)(message, delivery({ signal: AbortSignal.timeout(50) })))
    expect(failure).toMatchObject({ error: 'timeout', verdict: 'unanswered' })
  })

  test(`a try does not count when nobody listens at the address of ${name}`, async () => {
    const gateway = smsGateway()
    await gateway[Symbol.asyncDispose]()
    expect(await failureOf(way(gateway)(message, delivery()))).toMatchObject({
      error: 'unreachable',
      verdict: 'away',
    })
  })
}

test('a gateway with a certificate of an unknown authority gets no message', async () => {
  await using gateway = smsGateway(undefined, await certifiedFor('127.0.0.1'))
  for (const [, way] of ways)
    expect((await failureOf(way(gateway)(message, delivery()))).verdict).not.toBe('refused')
  expect(gateway.asked).toEqual([])
})

test('the error of a failed text message does not contain the phone number', async () => {
  await using gateway = smsGateway(({ body }) => new Response(body, { status: 400 }))
  for (const [, way] of ways) {
    const failure = await failureOf(way(gateway)(message, delivery()))
    expect(Bun.inspect(failure)).not.toContain('555123')
  }
})
