import { expect, test } from 'bun:test'
import { success } from '../support/answers.ts'
import { booked, due } from '../support/booked.ts'
import { clinic } from '../support/clinic.ts'
import { reminding } from '../support/reminding.ts'

const unreachable: [string, object, 'email' | 'sms', string][] = [
  ['has not agreed to e-mail', { notifyByEmail: false }, 'email', 'no_consent'],
  ['has not agreed to text messages', { notifyBySms: false }, 'sms', 'no_consent'],
  ['has no address', { email: null }, 'email', 'no_address'],
  ['has an empty number', { phoneMobile: '' }, 'sms', 'no_phone'],
  ['has no number', { phoneMobile: null }, 'sms', 'no_phone'],
  ['has no valid number', { phoneMobile: 'ask her mother' }, 'sms', 'invalid_phone'],
  ['has a number with a letter', { phoneMobile: 'Zoe 0151 23456789' }, 'sms', 'invalid_phone'],
  ['has a landline', { phoneMobile: '030 123456' }, 'sms', 'landline'],
  [
    'is of an unknown country',
    { phoneMobile: '0151 23456789', country: 'Atlantis' },
    'sms',
    'unknown_country',
  ],
  ['has a number in a far country', { phoneMobile: '+1 876 210 1234' }, 'sms', 'country_not_allowed'],
  ['has a premium number', { phoneMobile: '+49 900 1234567' }, 'sms', 'costly_number'],
  ['has a number of a satellite', { phoneMobile: '+881 612 345 678' }, 'sms', 'costly_number'],
]

test.each(unreachable)(
  '§6.2 A patient without consent, address or valid number is skipped, with the reason. %s',
  async (_, patient, channel, reason) => {
    await using c = await clinic()
    const r = reminding(c)
    const { id } = await booked(c, patient)
    c.clock.now = due
    await r.round()
    expect(r.notice(id, channel)).toMatchObject({ state: 'skipped', reason, attempts: 0, sentAt: null })
    expect(channel === 'email' ? r.emails : r.texts).toEqual([])
    expect(r.notice(id, channel === 'email' ? 'sms' : 'email').state).toBe('sent')
  },
)

test("§6.2 A message uses the patient's address and consent as they are when the message goes out.", async () => {
  await using c = await clinic()
  const r = reminding(c)
  const { patientId } = await booked(c, { notifyBySms: false })
  const change = { email: 'new@example.org', notifyBySms: true, phoneMobile: '0151 23456789' }
  success(await c.owner.call('PATCH', `/api/v1/patients/${patientId}`, change))
  c.clock.now = due
  await r.round()
  expect(r.emails.map(({ to }) => to)).toEqual(['new@example.org'])
  expect(r.texts.map(({ to }) => to)).toEqual(['+4915123456789'])
})

test('a reminder by text message is skipped when only e-mail is set up', async () => {
  await using c = await clinic()
  const r = reminding(c, { channels: { sms: null } })
  const { id } = await booked(c)
  c.clock.now = due
  await r.sender.round('sms')
  expect(r.notice(id, 'sms')).toMatchObject({ state: 'skipped', reason: 'not_configured' })
})

test('a reminder that is only written to the log counts as sent, with the reason `log_only`', async () => {
  await using c = await clinic()
  const r = reminding(c, { channels: { logOnly: true } })
  const { id } = await booked(c)
  c.clock.now = due
  await r.sender.round('email')
  expect(r.notice(id)).toMatchObject({ state: 'sent', reason: 'log_only' })
})
