import { expect, test } from 'bun:test'
import { invalid, problem, success } from '../support/answers.ts'
import { booked, due } from '../support/booked.ts'
import { type Clinic, clinic } from '../support/clinic.ts'
import { reminding } from '../support/reminding.ts'

const path = '/api/v1/patients/phone-check'
const check = async (c: Clinic, body: object) => success(await c.assistant.call('POST', path, body))

type Row = [phoneMobile: string, country: string | null, dialled: string | null, reason: string | null]
const numbers: Row[] = [
  ['0151 23456789', null, '+4915123456789', null],
  ['0151 23456789', 'DEU', '+4915123456789', null],
  ['0664 1234567', 'Austria', '+436641234567', null],
  ['0043 664 1234567', 'Atlantis', '+436641234567', null],
  ['06 12 34 56 78', 'France', '+33612345678', null],
  ['07911 123456', 'UK', null, 'country_not_allowed'],
  ['07911 123456', 'Ingland', null, 'unknown_country'],
  ['0151 23456789', 'Kongo', null, 'unknown_country'],
  ['Zoe 0151 23456789', null, null, 'invalid_phone'],
  ['0151 23456789 ext. 3', null, null, 'invalid_phone'],
  ['030 123456', null, null, 'landline'],
  ['0900 1234567', null, null, 'costly_number'],
  ['+881 612 345 678', null, null, 'costly_number'],
  ['+1 876 210 1234', null, null, 'country_not_allowed'],
  ['', null, null, 'no_phone'],
]

test.each(numbers)(
  '§6.2 `POST /patients/phone-check` shows any member which number a text message would go to, or why none would go out. Reminders follow the same rules, and nothing is kept. %j, %j, %j, %j',
  async (phoneMobile, country, dialled, reason) => {
    await using c = await clinic()
    expect(await check(c, { phoneMobile, country })).toMatchObject({ dialled, reason })
    const r = reminding(c)
    const { id } = await booked(c, { phoneMobile, country })
    c.clock.now = due
    await r.sender.round('sms')
    expect(r.notice(id, 'sms')).toMatchObject({ state: reason === null ? 'sent' : 'skipped', reason })
    expect(r.texts.map(({ to }) => to)).toEqual(dialled === null ? [] : [dialled])
  },
)

test('the phone check returns the country of a number, and whether messages to this country are allowed', async () => {
  await using c = await clinic()
  expect(await check(c, { phoneMobile: '0151 23456789' })).toEqual({
    dialled: '+4915123456789',
    country: 'DE',
    allowed: true,
    reason: null,
  })
  expect(await check(c, { phoneMobile: '07400 123456', country: 'GB' })).toEqual({
    dialled: null,
    country: 'GB',
    allowed: false,
    reason: 'country_not_allowed',
  })
  const landline = await check(c, { phoneMobile: '030 123456' })
  expect(landline).toMatchObject({ country: 'DE', allowed: true, reason: 'landline' })
})

test('the phone check uses the countries that the owner allows', async () => {
  await using c = await clinic()
  const allowed = { allowedCountries: ['GB'] }
  success(await c.owner.call('PATCH', '/api/v1/practice/reminders', allowed))
  expect(await check(c, { phoneMobile: '+44 7400 123456' })).toMatchObject({ reason: null, allowed: true })
  const german = await check(c, { phoneMobile: '0151 23456789' })
  expect(german).toMatchObject({ reason: 'country_not_allowed', allowed: false })
})

test('the phone check accepts the name of a country in each language of the desk, and its code', async () => {
  await using c = await clinic()
  const sent = { dialled: '+436641234567', reason: null }
  for (const country of ['Österreich', 'Austria', 'AT'])
    expect(await check(c, { phoneMobile: '0664 1234567', country })).toMatchObject(sent)
})

test('the phone check refuses unknown fields and stores nothing', async () => {
  await using c = await clinic()
  invalid(await c.assistant.call('POST', path, { phoneMobile: '1', firstName: 'Zoé' }), 'firstName')
  invalid(await c.assistant.call('POST', path, {}), 'phoneMobile')
  invalid(await c.assistant.call('POST', path, { phoneMobile: 'x'.repeat(1001) }), 'phoneMobile')
  const before = success(await c.owner.call('GET', '/api/v1/patients')).patients
  await check(c, { phoneMobile: '0151 23456789' })
  expect(success(await c.owner.call('GET', '/api/v1/patients')).patients).toEqual(before)
  problem(await c.owner.call('GET', path), 404, 'not_found')
  problem(await c.owner.call('PATCH', path, {}), 404, 'not_found')
  problem(await c.anonymous('POST', path, { phoneMobile: '1' }), 401, 'missing_authorization')
})
