import { expect, test } from 'bun:test'
import { de } from '../../src/messages/de.ts'
import { en } from '../../src/messages/en.ts'
import { languageIds, languages } from '../../src/messages/languages.ts'
import { hasStrayBraces } from '../../src/messages/template.ts'
import { invalid, problem, success } from '../support/answers.ts'
import { type Clinic, clinic } from '../support/clinic.ts'

const path = '/api/v1/practice/reminders'
const read = async (c: Clinic) => success(await c.assistant.call('GET', path))
const write = (c: Clinic, body: object) => c.owner.call('PATCH', path, body)
const preview = async (c: Clinic, body: object = {}) =>
  success(await c.assistant.call('POST', `${path}/preview`, body))

test('a practice without reminder settings shows the standard English texts', async () => {
  await using c = await clinic()
  expect(await read(c)).toEqual({
    language: 'en',
    ...en.templates,
    tellBooked: false,
    allowedCountries: ['AT', 'BE', 'CH', 'CZ', 'DE', 'DK', 'FR', 'LU', 'NL', 'PL'],
    phone: null,
    address: null,
    replyTo: null,
    moreLeadMinutes: [],
    sendFrom: '08:00',
    sendUntil: '20:00',
    languages: [
      { id: 'en', name: 'English', standard: en.templates },
      { id: 'de', name: 'Deutsch', standard: de.templates },
    ],
    placeholders: ['practice', 'title', 'firstName', 'lastName', 'date', 'time', 'instructions', 'link'],
    channels: { email: 'log_only', sms: 'log_only' },
    version: 1,
  })
})

test('§6.4 Owners choose the language and the words of messages. Null means the standard words of the language.', async () => {
  await using c = await clinic()
  success(await write(c, { language: 'de', smsText: '  Termin {date}, {time}. {link}  ' }))
  expect(await read(c)).toMatchObject({
    language: 'de',
    ...de.templates,
    smsText: 'Termin {date}, {time}. {link}',
  })
  success(await write(c, { smsText: null }))
  expect(await read(c)).toMatchObject({ language: 'de', ...de.templates })
  expect(success(await write(c, { language: null }))).toMatchObject({ language: 'en', ...en.templates })
  expect(success(await c.stranger.call('GET', path))).toMatchObject({ language: 'en' })
})

test('an owner sets the countries to which text messages may be sent, and null restores the standard countries', async () => {
  await using c = await clinic()
  const usual = (await read(c)).allowedCountries
  success(await write(c, { allowedCountries: ['JM', 'DE'] }))
  expect((await read(c)).allowedCountries).toEqual(['JM', 'DE'])
  success(await write(c, { allowedCountries: [] }))
  expect((await read(c)).allowedCountries).toEqual([])
  success(await write(c, { allowedCountries: null }))
  expect((await read(c)).allowedCountries).toEqual(usual)
  problem(await c.assistant.call('PATCH', path, { allowedCountries: ['JM'] }), 403, 'forbidden')
})

test('§6.6 A practice may send messages about bookings, too (`tellBooked`). They are off until an owner switches them on.', async () => {
  await using c = await clinic()
  expect(success(await write(c, { tellBooked: true }))).toMatchObject({ tellBooked: true, ...en.templates })
  expect(await read(c)).toMatchObject({ tellBooked: true })
  success(await write(c, { language: 'de' }))
  expect(await read(c)).toMatchObject({ tellBooked: true })
  expect(success(await write(c, { tellBooked: null }))).toMatchObject({ tellBooked: false })
  invalid(await write(c, { tellBooked: 'yes' }), 'tellBooked')
  problem(await c.assistant.call('PATCH', path, { tellBooked: true }), 403, 'forbidden')
})

test('§6.1 Owners set further leads and the send window. Null means no further leads, and the window 08:00–20:00.', async () => {
  await using c = await clinic()
  const set = { moreLeadMinutes: [60, 10_080], sendFrom: '07:30', sendUntil: '24:00' }
  expect(success(await write(c, set))).toMatchObject({ ...set, moreLeadMinutes: [10_080, 60] })
  expect(success(await write(c, { moreLeadMinutes: [60] })).moreLeadMinutes).toEqual([60])
  expect(success(await write(c, { moreLeadMinutes: [5, 60] })).moreLeadMinutes).toEqual([60, 5])
  success(await write(c, { moreLeadMinutes: null, sendFrom: null, sendUntil: null }))
  expect(await read(c)).toMatchObject({ moreLeadMinutes: [], sendFrom: '08:00', sendUntil: '20:00' })
  problem(await c.assistant.call('PATCH', path, { sendFrom: '09:00' }), 403, 'forbidden')
})

test('an assistant can read the reminder settings and the preview, and cannot change the settings', async () => {
  await using c = await clinic()
  problem(await c.assistant.call('PATCH', path, { language: 'de' }), 403, 'forbidden')
  expect((await preview(c)).email.subject).toBe('Your appointment on Monday, 9 March 2026 at 09:30')
})

test('§6.4 A preview shows unsaved words as plain text, as HTML and as a text message.', async () => {
  await using c = await clinic()
  const draft = {
    language: 'de',
    emailSubject: 'Bis {date}!',
    emailText: 'Liebe/r {firstName} {lastName} ({title}) <3,\n\nkommen Sie um {time}?\n{link}',
    smsText: '{practice} {link}',
  }
  const { email, sms } = await preview(c, draft)
  const link = /http:\/\/localhost\/visit#[\w-]{43}/.exec(sms.text)![0]
  expect(email.subject).toBe('Bis Montag, 9. März 2026!')
  expect(email.text).toStartWith(
    `Liebe/r Alex Berger (Frau) <3,\n\nkommen Sie um 09:30 Uhr?\n${link}\n\n-- \n`,
  )
  expect(email.html).toContain(
    'Liebe/r <bdi dir="auto">Alex</bdi> <bdi dir="auto">Berger</bdi> (<bdi dir="auto">Frau</bdi>) &lt;3,</p>',
  )
  expect(email.html).toContain('kommen Sie um <strong>09:30 Uhr</strong>?<br>')
  expect(email.html).toContain(`<a href="${link}"`)
  const cost = { characters: 22 + link.length, encoding: 'GSM-7', segments: 1, costlyCharacters: [] }
  expect(sms).toMatchObject({ text: `Praxis am Lindenplatz ${link}`, ...cost })
  expect(await read(c)).toMatchObject({ language: 'en', ...en.templates })
  const token = link.split('#')[1]!
  expect(success(await c.anonymous('POST', '/visit/look', { token }))).toMatchObject({ state: 'invalid' })
})

test('§6.4 A preview says what a text message costs in each language, and which characters raise the cost.', async () => {
  await using c = await clinic()
  expect((await preview(c)).sms).toMatchObject({ encoding: 'GSM-7', segments: 1, costlyCharacters: [] })
  const smsText = 'Priviţi, {firstName} – {practice} vă aşteaptă: {date}, {time} {link}'
  const { sms } = await preview(c, { language: 'de', smsText })
  const dear = { encoding: 'UCS-2', costlyCharacters: ['ţ', 'ă', 'ş'] }
  expect(sms).toMatchObject({ segments: 3, ...dear })
  expect(sms.text).toStartWith('Priviţi, Alex - Praxis am Lindenplatz')
  // The practice's own texts are used only in its own language.
  expect(sms.longest).toEqual([
    { language: 'en', characters: 129, encoding: 'GSM-7', segments: 1, costlyCharacters: [] },
    { language: 'de', characters: 146, segments: 3, ...dear },
  ])
})

const wrong: [why: string, body: object, path: string][] = [
  ['an unknown placeholder', { emailText: 'Dear {name}, {link}' }, 'emailText'],
  ['an empty pair of braces', { emailSubject: 'On {}' }, 'emailSubject'],
  ['a doubled pair of braces', { emailSubject: 'On {{date}}' }, 'emailSubject'],
  ['a brace that is not closed', { smsText: '{date {link}' }, 'smsText'],
  ['a brace that was not opened', { emailText: 'On date} {link}' }, 'emailText'],
  ['a placeholder with a capital letter', { smsText: '{Date} {link}' }, 'smsText'],
  ['a mail without the link', { emailText: 'Come at {time}.' }, 'emailText'],
  ['a text message without the link', { smsText: 'Come at {time}.' }, 'smsText'],
  ['a text message with too many characters', { smsText: `{link}${'x'.repeat(320)}` }, 'smsText'],
  ['a text message that gets too long when filled in', { smsText: '{link}'.repeat(8) }, 'smsText'],
  ['a blank subject', { emailSubject: ' ' }, 'emailSubject'],
  ['an unknown language', { language: 'tlh' }, 'language'],
  ['an unknown country', { allowedCountries: ['DE', 'XX'] }, 'allowedCountries.1'],
  ['a country in small letters', { allowedCountries: ['de'] }, 'allowedCountries.0'],
  ['a country by its name', { allowedCountries: ['Germany'] }, 'allowedCountries.0'],
  ['a country twice', { allowedCountries: ['DE', 'AT', 'DE'] }, 'allowedCountries.2'],
  ['more countries than there are', { allowedCountries: Array(300).fill('DE') }, 'allowedCountries'],
  ['three further leads', { moreLeadMinutes: [1, 2, 3] }, 'moreLeadMinutes'],
  ['a further lead of 0', { moreLeadMinutes: [60, 0] }, 'moreLeadMinutes.1'],
  ['a further lead of more than a year', { moreLeadMinutes: [525_601] }, 'moreLeadMinutes.0'],
  ['a further lead twice', { moreLeadMinutes: [60, 60] }, 'moreLeadMinutes.1'],
  ['a further lead as text', { moreLeadMinutes: ['60'] }, 'moreLeadMinutes.0'],
  ['an opening at 24:00', { sendFrom: '24:00' }, 'sendFrom'],
  ['a time without a colon', { sendUntil: '2000' }, 'sendUntil'],
  ['a time with seconds', { sendFrom: '08:00:00' }, 'sendFrom'],
  ['a window that ends before it begins', { sendFrom: '20:00', sendUntil: '08:00' }, 'sendUntil'],
  ['a window of less than an hour', { sendFrom: '08:00', sendUntil: '08:59' }, 'sendUntil'],
  ['an opening too close to the standard closing', { sendFrom: '19:01' }, 'sendFrom'],
  ['an unknown field', { sender: 'x' }, 'sender'],
]

test.each(wrong)(
  '§6.4 E-mail and text message must hold `{link}`, and only known names stand in braces. %s',
  async (_, body, at) => {
    await using c = await clinic()
    const before = await read(c)
    invalid(await write(c, body), at)
    invalid(await c.owner.call('POST', `${path}/preview`, body), at)
    expect(await read(c)).toEqual(before)
  },
)

test.each(languageIds)(
  'the standard texts of reminders in %s are valid settings, and the text message fits into one segment',
  async (id) => {
    await using c = await clinic()
    const { templates } = languages[id]
    for (const template of Object.values(templates)) expect(hasStrayBraces(template)).toBe(false)
    success(await write(c, { language: id, ...templates }))
    expect((await preview(c)).sms).toMatchObject({ segments: 1 })
  },
)
