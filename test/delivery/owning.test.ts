import { expect, test } from 'bun:test'
import type { DeliveryFailure } from '../../src/delivery/delivery.ts'
import { publicPost } from '../../src/delivery/public-post.ts'
import { smtpEmail, smtpMailer } from '../../src/delivery/smtp.ts'
import { twilioSms } from '../../src/delivery/twilio.ts'
import { webhookSms } from '../../src/delivery/webhook.ts'
import { mailServer } from '../support/mail-server.ts'
import { errorOf, thrownBy } from '../support/rejection.ts'
import { smsGateway } from '../support/sms-gateway.ts'
import { webhookReceiver } from '../support/webhook-receiver.ts'

const from = 'praxis@example.org'
const mail = { to: 'zoe@example.org', subject: 'Termin', text: 'Bis morgen.' }
const { signal } = new AbortController()
const delivery = { key: 'k', practiceId: 'p', repeated: false, signal }
const text = { to: '+4915551234567', text: 'Bis morgen.', mark: 'Bis', plannedAt: 0 }
const away = { name: 'Error', verdict: 'away' } satisfies Partial<DeliveryFailure>

test('§12.4 A mail does not leave when the server stops owning its practices during the delivery.', async () => {
  let owns = true
  await using server = await mailServer({
    // After this step, the mail server asks for the content.
    onRcptTo: (_, __, done) => {
      owns = false
      done()
    },
  })
  expect(await thrownBy(smtpMailer({ url: server.url, from }, undefined, () => owns).send(mail))).toThrow()
  expect(server.received).toEqual([])
  owns = true
})

test('a mail whose sending stops before its end is dropped by the mail server, and counts as not delivered', async () => {
  let looks = 0
  await using server = await mailServer()
  const email = smtpEmail(smtpMailer({ url: server.url, from }, undefined, () => ++looks < 2))
  const message = {
    ...mail,
    sender: 'Praxis',
    html: '<p>Bis morgen.</p>',
    replyTo: null,
    unsubscribe: null,
    calendar: null,
  }
  expect(await errorOf(email(message, delivery))).toMatchObject(away)
  expect(looks).toBe(2)
  expect(server.received).toEqual([])
})

test.each(['Twilio', 'a gateway'])(
  '§12.4 No text message leaves from a server that is no longer sure that it owns its practices. By %s',
  async (by) => {
    await using gateway = smsGateway()
    const owns = () => false
    const send =
      by === 'Twilio'
        ? twilioSms({ accountSid: 'AC1', authToken: 't', from: '+49301', url: gateway.url }, { owns })
        : webhookSms({ url: gateway.url, secret: `whsec_${btoa('secret')}` }, Date.now, { owns })
    expect(await errorOf(send(text, delivery))).toMatchObject(away)
    expect(gateway.asked.map(({ body }) => body)).not.toContainEqual(expect.stringContaining('morgen'))
  },
)

test('§12.4 No webhook gets an event from a server that is no longer sure that it owns its practices.', async () => {
  await using receiver = await webhookReceiver()
  const resolve = async () => ['127.0.0.1']
  const post = publicPost({ networks: ['127.0.0.0/8'], resolve, owns: () => false })
  expect(await post(receiver.url, {}, '{}', signal)).toEqual({ status: null, error: 'stopped' })
  expect(receiver.got).toEqual([])
})
