import { expect, test } from 'bun:test'
import { channelStatus, openChannels } from '../../src/delivery/channels.ts'
import { smtpMailer } from '../../src/delivery/smtp.ts'
import { success } from '../support/answers.ts'
import { clinic } from '../support/clinic.ts'
import { at, newEntry, newPatient } from '../support/records.ts'
import { reminding } from '../support/reminding.ts'

test("§6.4 When no delivery is set up, the log notes that a reminder would have been sent, without the patient's data.", async () => {
  await using c = await clinic({ atAnyHour: true })
  const notes: [object, string][] = []
  const note = (facts: object, message: string) => void notes.push([facts, message])
  const channels = openChannels({ mailer: undefined, sms: undefined }, Date.now, note)
  expect(channelStatus(channels)).toEqual({ email: 'log_only', sms: 'log_only' })
  const r = reminding(c, { channels })
  const contact = { email: 'zoe@example.org', phoneMobile: '+4915551234567', notifyBySms: true }
  const { id: patientId } = await newPatient(c.owner.call, contact)
  const { id } = await newEntry(c.owner.call, { patientId })
  c.clock.now = Date.parse(at('00:00'))
  await r.round()
  const { reminders } = success(await c.owner.call('GET', `/api/v1/appointments/${id}/reminders`))
  expect(reminders).toMatchObject([
    { channel: 'email', state: 'sent', reason: 'log_only' },
    { channel: 'sms', state: 'sent', reason: 'log_only' },
  ])
  const { practiceId } = c.owner
  expect(notes.map(([facts]) => facts)).toEqual(
    reminders.map(({ channel, id }: Record<string, string>) => ({ channel, practiceId, reminderId: id })),
  )
})

const mail = { url: 'smtp://127.0.0.1:1', from: 'x@example.org' }
const webhook = { url: 'http://127.0.0.1:1', secret: 'whsec_AAAA' }
test('a channel that is not set up is off when the other channel is set up', () => {
  const none = () => undefined
  expect(channelStatus(openChannels({ mailer: smtpMailer(mail), sms: undefined }, Date.now, none))).toEqual({
    email: 'on',
    sms: 'off',
  })
  expect(channelStatus(openChannels({ mailer: undefined, sms: { webhook } }, Date.now, none))).toEqual({
    email: 'off',
    sms: 'on',
  })
})
