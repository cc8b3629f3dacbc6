/** The language in which a patient wants to get messages (RULES §2.1). */
import { expect, test } from 'bun:test'
import { invalid, success } from '../support/answers.ts'
import { booked, due } from '../support/booked.ts'
import { clinic } from '../support/clinic.ts'
import { newPatient } from '../support/records.ts'
import { reminding } from '../support/reminding.ts'

test('§2.1 An answer has `preferredLanguage` only when the patient has a language of their own.', async () => {
  await using c = await clinic()
  const { id } = await newPatient(c.owner.call)
  const path = `/api/v1/patients/${id}`
  expect(success(await c.owner.call('GET', path))).not.toHaveProperty('preferredLanguage')
  expect(success(await c.owner.call('PATCH', path, { preferredLanguage: 'de' })).preferredLanguage).toBe('de')
  expect(success(await c.owner.call('GET', path)).preferredLanguage).toBe('de')
  const { patients } = success(await c.owner.call('GET', '/api/v1/patients'))
  expect(patients[0].preferredLanguage).toBe('de')
  const cleared = success(await c.owner.call('PATCH', path, { preferredLanguage: null }))
  expect(cleared).not.toHaveProperty('preferredLanguage')
})

test('§2.1 An answer has `mayBookOnline` only for a patient who is shut out of online booking.', async () => {
  await using c = await clinic()
  const { id } = await newPatient(c.owner.call)
  const path = `/api/v1/patients/${id}`
  expect(success(await c.owner.call('GET', path))).not.toHaveProperty('mayBookOnline')
  expect(success(await c.owner.call('PATCH', path, { mayBookOnline: false })).mayBookOnline).toBe(false)
  const { patients } = success(await c.owner.call('GET', '/api/v1/patients'))
  expect(patients[0].mayBookOnline).toBe(false)
  for (const mayBookOnline of [null, 0, 'false', []])
    invalid(await c.owner.call('PATCH', path, { mayBookOnline }), 'mayBookOnline')
  const back = success(await c.owner.call('PATCH', path, { mayBookOnline: true }))
  expect(back).not.toHaveProperty('mayBookOnline')
})

test("§2.1 A patient's `preferredLanguage` is a language in which messages exist, or null for the language of the practice.", async () => {
  await using c = await clinic()
  const body = { firstName: 'Zoé', lastName: 'Weiß' }
  for (const preferredLanguage of ['fr', 'DE', '', 7, ['de']])
    invalid(
      await c.owner.call('POST', '/api/v1/patients', { ...body, preferredLanguage }),
      'preferredLanguage',
    )
  const made = await c.owner.call('POST', '/api/v1/patients', { ...body, preferredLanguage: 'en' })
  expect(success(made, 201).preferredLanguage).toBe('en')
})

test("§6.4 Messages are in the patient's language. When the patient has none, they are in the language of the practice.", async () => {
  await using c = await clinic()
  const words = { emailSubject: 'Our own subject', smsText: 'Our own text: {link}' }
  success(await c.owner.call('PATCH', '/api/v1/practice/reminders', words))
  await booked(c, { preferredLanguage: 'de' })
  c.clock.now = due
  const r = reminding(c)
  await r.round()
  // The practice wrote its own texts in its own language. So this patient gets the standard texts.
  expect(r.emails[0]!.subject).toBe('Ihr Termin am Dienstag, 10. März 2026 um 10:00 Uhr')
  expect(r.texts[0]!.text).toStartWith('Praxis am Lindenplatz: ')
  const token = /visit#([\w-]+)/.exec(r.emails[0]!.text)![1]!
  expect(success(await c.anonymous('POST', '/visit/look', { token }))).toMatchObject({
    language: 'de',
    when: { date: 'Dienstag, 10. März 2026' },
  })
})

test("§6.4 The practice's own words go only to patients of its language.", async () => {
  await using c = await clinic()
  success(await c.owner.call('PATCH', '/api/v1/practice/reminders', { emailSubject: 'Our own subject' }))
  await booked(c, { preferredLanguage: 'en' })
  c.clock.now = due
  const r = reminding(c)
  await r.round()
  expect(r.emails[0]!.subject).toBe('Our own subject')
})
