import { expect, test } from 'bun:test'
import { undoMs } from '../../src/domain/reminders/undo.ts'
import { success } from '../support/answers.ts'
import { booked, due, nine } from '../support/booked.ts'
import { type Clinic, clinic } from '../support/clinic.ts'
import { reminding } from '../support/reminding.ts'
import { changePractice, elsewhere } from './sending.ts'

const allow = async (c: Clinic, allowedCountries: string[] | null) =>
  success(await c.owner.call('PATCH', '/api/v1/practice/reminders', { allowedCountries }))

const german = '+4915551234567'
const french = '+33612345678'
const british = '+447400123456'

/** Books appointments for three patients, and returns the numbers that get a text message. */
async function textedTo(c: Clinic): Promise<string[]> {
  const r = reminding(c)
  for (const phoneMobile of [german, french, british]) await booked(c, { phoneMobile })
  c.clock.now = due
  await r.sender.round('sms')
  return r.texts.map(({ to }) => to).sort()
}

test('§6.2 Text messages go to the country of the practice and to countries that share a land border with it, unless an owner chooses other countries.', async () => {
  await using c = await clinic()
  expect(await textedTo(c)).toEqual([french, german])
})

test('a practice whose time zone is in no country sends no text messages until it allows a country', async () => {
  await using c = await clinic({ timezone: 'UTC' })
  expect(await textedTo(c)).toEqual([])
})

test.each([
  [['GB'], [british]],
  [
    ['DE', 'GB'],
    [british, german],
  ],
  [[], []],
])('when the owner allows the countries %p, text messages go to %p', async (countries, numbers) => {
  await using c = await clinic()
  await allow(c, countries)
  expect(await textedTo(c)).toEqual(numbers.toSorted())
})

test('§6.2 Premium and satellite numbers never get text messages, whichever countries are allowed: `costly_number`.', async () => {
  await using c = await clinic()
  await allow(c, ['GB'])
  const r = reminding(c)
  const { id } = await booked(c, { phoneMobile: '+44 70 1234 5678' })
  c.clock.now = due
  await r.round()
  expect(r.notice(id, 'sms')).toMatchObject({ state: 'skipped', reason: 'costly_number' })
})

test('§6.2 A message to a number in another country is skipped as `country_not_allowed`. It is tried again when an owner allows the country in time.', async () => {
  await using c = await clinic()
  const r = reminding(c)
  const { id } = await booked(c, { phoneMobile: british })
  c.clock.now = due
  await r.round()
  expect(r.notice(id, 'sms')).toMatchObject({ state: 'skipped', reason: 'country_not_allowed' })
  c.clock.now = nine - 3_600_000
  await allow(c, ['FR'])
  c.clock.now += undoMs
  await r.round()
  expect(r.notice(id, 'sms')).toMatchObject({ state: 'skipped', reason: 'country_not_allowed' })
  await allow(c, ['GB'])
  c.clock.now += undoMs
  await r.round()
  expect(r.notice(id, 'sms')).toMatchObject({ state: 'sent', reason: null })
  expect(r.texts.map(({ to }) => to)).toEqual([british])
})

test('no message is sent again for a past or a moved appointment when the allowed countries change', async () => {
  await using c = await clinic()
  const r = reminding(c)
  const [moved, over] = [await booked(c, { phoneMobile: british }), await booked(c, { phoneMobile: british })]
  c.clock.now = due
  await r.round()
  await moved.patch(elsewhere)
  c.clock.now = nine
  await allow(c, ['GB'])
  await r.round()
  expect(r.texts).toEqual([])
  const reasons = [...r.notices(moved.id), ...r.notices(over.id)].map(({ reason }) => reason)
  expect(reasons.filter((reason) => reason === 'country_not_allowed')).toHaveLength(2)
})

test('a practice that changes its time zone to another country sends text messages to numbers there', async () => {
  await using c = await clinic()
  await changePractice(c, { timezone: 'Europe/London' })
  expect(await textedTo(c)).toEqual([british])
})
