import { expect, test } from 'bun:test'
import { invalid, success } from '../support/answers.ts'
import { booked, due } from '../support/booked.ts'
import { clinic } from '../support/clinic.ts'
import { newAppointmentType } from '../support/records.ts'
import { reminding } from '../support/reminding.ts'
import { bookedAtNeighbours, changePractice, hour } from './sending.ts'

test('messages are in the language of their practice, and name the practice as the sender', async () => {
  await using c = await clinic()
  const r = reminding(c)
  success(await c.owner.call('PATCH', '/api/v1/practice/reminders', { language: 'de' }))
  await booked(c)
  await bookedAtNeighbours(c)
  c.clock.now = due + hour
  await r.round()
  expect(r.emails.map(({ subject, sender }) => [subject, sender]).sort()).toEqual([
    ['Ihr Termin am Dienstag, 10. März 2026 um 10:00 Uhr', 'Praxis am Lindenplatz'],
    ['Your appointment on Tuesday, 10 March 2026 at 10:15', 'The neighbours'],
  ])
})

test('§6.4 A message says who writes, where and when the visit is, and nothing about the reason of the visit.', async () => {
  await using c = await clinic()
  const r = reminding(c)
  const secret = { title: 'Root canal', notes: 'HIV test', serviceRef: 'S-2410', color: 'puce' }
  await booked(c, { lastName: 'Weiß' }, secret)
  c.clock.now = due
  await r.round()
  const said = JSON.stringify([r.emails, r.texts])
  for (const word of [...Object.values(secret), 'Weiß']) expect(said).not.toContain(word)
})

test("§6.4 `{title}` is the form of address by the patient's gender, else the first name. So `{title} {lastName}` always reads well.", async () => {
  await using c = await clinic()
  const r = reminding(c)
  const greeting = {
    emailText: 'Guten Tag {title} {lastName}\n\n{link}',
    smsText: '{title} {lastName}: {link}',
  }
  success(await c.owner.call('PATCH', '/api/v1/practice/reminders', { language: 'de', ...greeting }))
  await booked(c, { gender: 'weiblich' })
  await booked(c, { gender: null })
  c.clock.now = due
  await r.round()
  const greetings = r.emails.map(({ text }) => text.split('\n')[0])
  expect(greetings.sort()).toEqual(['Guten Tag Frau Müller', 'Guten Tag Zoé Müller'])
  expect(r.texts.map(({ text }) => text.split(':')[0]).sort()).toEqual(['Frau Müller', 'Zoé Müller'])
})

test('§6.4 A text message has at most 480 characters. Names are cut to fit.', async () => {
  await using c = await clinic()
  const r = reminding(c)
  const smsText =
    'Hello {firstName}, {practice} reminds you: {date}, {time}. {link} {firstName}, {practice} {title} {lastName}'
  success(await c.owner.call('PATCH', '/api/v1/practice/reminders', { smsText }))
  await changePractice(c, { name: 'Praxis 😀'.repeat(20) })
  await booked(c, { firstName: 'Zoé-Marie '.repeat(19), lastName: 'Sánchez-'.repeat(24) })
  c.clock.now = due
  await r.round()
  const { text, mark } = r.texts[0]!
  expect(text.length).toBeLessThanOrEqual(480)
  expect(text.length).toBeGreaterThan(460)
  expect(text).toContain(`https://clinic.example/visit#${mark}`)
  expect(text).toMatch(/visit#[\w-]{43} /)
  expect(text.isWellFormed()).toBe(true)
  expect(text).toMatch(/^Hello Zoé-Marie .*, Praxis 😀.*\. reminds you: Tue 10 Mar, 10:00\./)
})

test('§30 The text of an e-mail may hold `{instructions}`: what patients should know about the type, and never its name.', async () => {
  await using c = await clinic()
  const { call } = c.owner
  const r = reminding(c)
  const emailText = 'Hello {firstName}\n\n{instructions}\n\n{link}'
  success(await call('PATCH', '/api/v1/practice/reminders', { emailText }))
  const instructions = { en: 'Come <fasting>.\nBring your card.', de: 'Kommen Sie nüchtern.' }
  const type = await newAppointmentType(call, { name: 'Root canal', instructions })
  const other = await newAppointmentType(call, { name: 'X-ray', instructions: { de: 'Ohne Schmuck.' } })
  await booked(c, { firstName: 'Anna' }, { appointmentTypeId: type.id })
  await booked(c, { firstName: 'Berta' }, { appointmentTypeId: other.id })
  await booked(c, { firstName: 'Carla' })
  c.clock.now = due
  await r.round()
  const said = r.emails.map(({ text }) => text.slice(0, text.indexOf('https://'))).sort()
  expect(said).toEqual([
    'Hello Anna\n\nCome <fasting>.\nBring your card.\n\n',
    'Hello Berta\n\nOhne Schmuck.\n\n',
    'Hello Carla\n\n',
  ])
  const { html } = r.emails.find(({ text }) => text.startsWith('Hello Anna'))!
  expect(html).toContain('Come &lt;fasting&gt;.<br>\nBring your card.')
  expect(JSON.stringify([r.emails, r.texts])).not.toMatch(/Root canal|X-ray/)
})

test('§30 The subject of an e-mail and a text message may not hold `{instructions}`, because they are too short: 400.', async () => {
  await using c = await clinic()
  const texts = { emailSubject: 'Come: {instructions}', smsText: '{instructions} {link}' }
  const answer = await c.owner.call('PATCH', '/api/v1/practice/reminders', texts)
  invalid(answer, 'emailSubject', 'smsText')
  expect(answer.body.error.details).toEqual([
    { path: 'emailSubject', message: 'must not hold {instructions}' },
    { path: 'smsText', message: 'must not hold {instructions}' },
  ])
})
