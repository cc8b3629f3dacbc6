/** A message to a corrected address has a new key, so mailboxes and gateways do not drop it as a copy. */
import { expect, test } from 'bun:test'
import { webhookSms } from '../../../src/delivery/webhook.ts'
import { deliveryKey } from '../../../src/domain/reminders/delivery-key.ts'
import { success } from '../../support/answers.ts'
import { booked, due } from '../../support/booked.ts'
import { clinic } from '../../support/clinic.ts'
import { reminding } from '../../support/reminding.ts'
import { smsGateway } from '../../support/sms-gateway.ts'
import { mailBy, patient as waits } from './course.ts'
import { scriptedMail } from './scripted-mail.ts'

test('a text message to a corrected number, and a mail to a corrected address, have new keys', async () => {
  await using c = await clinic()
  // The gateway keeps the first text message but answers 500. After that, it drops messages with a known id.
  const kept = new Map<string, string>()
  await using gateway = smsGateway(({ headers, body }, before) => {
    const id = headers.get('webhook-id')!
    if (!kept.has(id)) kept.set(id, JSON.parse(body).data.to)
    return new Response(null, { status: before.length === 0 ? 500 : 200 })
  })
  await using server = await scriptedMail((n) => (n === 0 ? { RCPT: { says: '450 4.2.1 Busy' } } : {}))
  const secret = `whsec_${Buffer.alloc(24, 1).toString('base64')}`
  const sms = webhookSms({ url: gateway.url, secret }, Date.now)
  const r = reminding(c, { channels: { ...mailBy(server.url, waits), sms } })
  const { id, patientId } = await booked(c)
  c.clock.now = due
  await r.round()
  const correct = { phoneMobile: '+4915559999999', email: 'zoe@example.com' }
  success(await c.owner.call('PATCH', `/api/v1/patients/${patientId}`, correct))
  for (const channel of ['email', 'sms'] as const) {
    c.clock.now = Math.max(c.clock.now, r.notice(id, channel).nextAttemptAt)
    await r.round()
    expect(r.notice(id, channel).state).toBe('sent')
  }
  const text = r.notice(id, 'sms').id
  expect([...kept]).toEqual(
    ['+4915551234567', '+4915559999999'].map((number) => [deliveryKey(text, number), number]),
  )
  expect(server.kept.map((message) => /^Message-ID: <(.*)@/im.exec(message)![1])).toEqual([
    deliveryKey(r.notice(id).id, 'zoe@example.com'),
  ])
})
