import { expect, test } from 'bun:test'
import ICAL from 'ical.js'
import PostalMime from 'postal-mime'
import { deliveryKey } from '../../src/domain/reminders/delivery-key.ts'
import { success } from '../support/answers.ts'
import { nine } from '../support/booked.ts'
import { clinic } from '../support/clinic.ts'
import { mailServer } from '../support/mail-server.ts'
import { at } from '../support/records.ts'
import { calendarIn, dueByMail } from './mailed.ts'
import { elsewhere, hour, minute } from './sending.ts'

test('a patient gets an e-mail in plain text and HTML, with a file for the calendar', async () => {
  await using c = await clinic()
  await using server = await mailServer()
  const { id, round, notice } = await dueByMail(c, server.url)
  await round()
  expect(server.received).toHaveLength(1)
  const mail = await PostalMime.parse(server.received[0]!.source)
  expect(mail.from).toMatchObject({ name: 'Praxis am Lindenplatz', address: 'reminders@clinic.example' })
  expect(mail.to).toMatchObject([{ address: 'zoe@example.org' }])
  expect(mail.subject).toBe('Your appointment on Tuesday, 10 March 2026 at 10:00')
  expect(mail.messageId).toBe(`<${deliveryKey(notice(id).id, 'zoe@example.org')}@clinic.example>`)
  expect(mail.headers).toContainEqual(
    expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
  )
  const link = /https:\/\/clinic\.example\/visit#[\w-]{43}/
  expect(mail.text).toContain('Hello Zoé,')
  expect(mail.text).toContain('Tuesday, 10 March 2026\n10:00')
  expect(mail.text).toMatch(link)
  expect(mail.html).toMatch(link)
  expect(mail.html).toContain('<strong>Tuesday, 10 March 2026</strong>')
  expect(mail.html).not.toMatch(/<script|<img|<link|src=/i)
  expect(server.received[0]!.source).not.toContain('Root canal')

  const file = mail.attachments.find(({ mimeType }) => mimeType === 'text/calendar')!
  const text = new TextDecoder().decode(file.content as ArrayBuffer)
  const calendar = new ICAL.Component(ICAL.parse(text))
  expect(calendar.getFirstPropertyValue('method')).toBe('PUBLISH')
  const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent')!)
  expect(event.startDate.toJSDate().getTime()).toBe(nine)
  expect(event.endDate.toJSDate().getTime()).toBe(Date.parse(at('10:00')))
  expect(event.summary).toBe('Appointment at Praxis am Lindenplatz')
  expect(event.uid).toBe(id)
})

test('the calendar file names the place and the phone number, and has an alarm two hours before the start', async () => {
  await using c = await clinic()
  const contact = { phone: '+49 30 123456', address: 'Lindenplatz 1\n10969 Berlin' }
  success(await c.owner.call('PATCH', '/api/v1/practice/reminders', contact))
  await using server = await mailServer()
  const { round } = await dueByMail(c, server.url)
  await round()
  const { event } = await calendarIn(server.received[0]!.source)
  expect(event.location).toBe('Praxis am Lindenplatz, Lindenplatz 1 10969 Berlin')
  expect(event.description).toContain('+49 30 123456')
  const alarm = event.component.getFirstSubcomponent('valarm')!
  expect(alarm.getFirstPropertyValue('trigger')!.toString()).toBe('-PT2H')
})

test("§6.6 Every mail to a patient has a calendar file, and a newer file replaces an older file in the patient's calendar.", async () => {
  await using c = await clinic()
  await using server = await mailServer()
  const { id, round } = await dueByMail(c, server.url)
  await round()
  c.clock.now += minute
  success(await c.owner.call('PATCH', `/api/v1/appointments/${id}`, elsewhere))
  c.clock.now += hour
  await round()
  success(await c.owner.call('DELETE', `/api/v1/appointments/${id}`))
  c.clock.now += hour
  await round()
  const files = await Promise.all(server.received.map(({ source }) => calendarIn(source)))
  expect(files.map(({ method }) => method)).toEqual(['PUBLISH', 'PUBLISH', 'CANCEL'])
  const events = files.map(({ event }) => event)
  for (const { uid } of events) expect(uid).toBe(id)
  const [first, second, third] = events.map(({ sequence }) => sequence)
  expect(second).toBeGreaterThan(first!)
  expect(third).toBeGreaterThan(second!)
  // In files of earlier versions, the sequence number was the minutes since 1970.
  expect(first).toBeGreaterThan(nine / 60_000)
  expect(third).toBeLessThan(2 ** 31)
  const starts = [nine, Date.parse(elsewhere.startAt), Date.parse(elsewhere.startAt)]
  expect(events.map(({ startDate }) => startDate.toJSDate().getTime())).toEqual(starts)
  const value = (i: number, name: string) =>
    events[i]!.component.getFirstPropertyValue(name)?.toString().replace('MAILTO:', 'mailto:') ?? null
  for (const i of [0, 1, 2]) expect(value(i, 'organizer')).toBe('mailto:reminders@clinic.example')
  expect([value(1, 'status'), value(2, 'status')]).toEqual([null, 'CANCELLED'])
  // A published event has no attendee. A cancelled event has the patient as its attendee (RFC 5546 §3.2).
  expect([value(1, 'attendee'), value(2, 'attendee')]).toEqual([null, 'mailto:zoe@example.org'])
})

test('special characters of HTML, calendar files and mail headers in a practice name are escaped or removed', async () => {
  await using c = await clinic()
  await using server = await mailServer()
  const name = 'Praxis\u0007 "A;B,C"\r\nBcc: all@example.org <b>&amp;</b>'
  success(await c.owner.call('PATCH', '/api/v1/practice', { name }))
  const templates = { emailSubject: '{practice}\r\nBcc: x@example.org {date}' }
  success(await c.owner.call('PATCH', '/api/v1/practice/reminders', templates))
  const { round } = await dueByMail(c, server.url)
  await round()
  const [{ to, source }, ...more] = server.received as [(typeof server.received)[0]]
  expect([to, more]).toEqual([['zoe@example.org'], []])
  const mail = await PostalMime.parse(source)
  expect(mail.text).toContain('appointment at Praxis "A;B,C" Bcc: all@example.org <b>&amp;</b>:')
  expect(mail.headers.map(({ key }) => key)).not.toContain('bcc')
  expect(mail.html).toContain('&lt;b&gt;&amp;amp;&lt;/b&gt;')
  const file = mail.attachments.find(({ mimeType }) => mimeType === 'text/calendar')!
  const parsed = ICAL.parse(new TextDecoder().decode(file.content as ArrayBuffer))
  const event = new ICAL.Event(new ICAL.Component(parsed).getFirstSubcomponent('vevent')!)
  expect(event.summary).toBe('Appointment at Praxis "A;B,C" Bcc: all@example.org <b>&amp;</b>')
})
