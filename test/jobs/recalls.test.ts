/** Recall messages, which ask patients to come again (RULES §34). */
import { expect, test } from 'bun:test'
import { success } from '../support/answers.ts'
import { type Clinic, clinic } from '../support/clinic.ts'
import { came, contacts, dueAgain, messages, recallsOf } from '../support/recalling.ts'
import { type Fields, newEntry } from '../support/records.ts'
import { reminding } from '../support/reminding.ts'
import { look, optOut } from '../support/visiting.ts'
import { day, failing, minute } from './sending.ts'

/** Creates a patient who is due for a visit. A member has recall messages sent to the patient. */
async function told(c: Clinic, fields?: Fields) {
  const patient = await dueAgain(c, fields)
  const contact = success(await c.assistant.call('POST', contacts(patient.id), { kind: 'message' }), 201)
  return { ...patient, contact }
}
const wait = (c: Clinic, ms: number): void => {
  c.clock.now += ms
}
const states = async (c: Clinic, id: string) => (await messages(c, id)).map(({ state }) => state).toReversed()
const tokenIn = (text: string) => /visit#([\w-]+)/.exec(text)![1]!

test('§34 At most three recall messages go out, two weeks apart, and no message says why the patient should come.', async () => {
  await using c = await clinic()
  const { id, type } = await told(c)
  const r = reminding(c)
  await r.round()
  expect(r.emails).toEqual([])
  const days: number[] = []
  for (let i = 0; i < 60; i++) {
    wait(c, i === 0 ? minute : day)
    await r.round()
    if (r.emails.length > days.length) days.push(i)
  }
  expect(days).toEqual([0, 14, 28])
  expect(r.texts).toEqual([])
  for (const mail of r.emails) {
    expect(mail).toMatchObject({ to: 'zoe@example.org', subject: 'Time for your next visit', calendar: null })
    expect(mail.text).toContain('Please call us')
    for (const part of [mail.subject, mail.text, mail.html]) expect(part).not.toContain(type.name)
  }
  expect((await recallsOf(c)).recalls[0]).toMatchObject({ messagesSent: 3, nextMessageAt: null })
  const again = await c.assistant.call('POST', contacts(id), { kind: 'message' })
  expect(again.status).toBe(409)
})

test('§34 A booking stops the recall messages. They go on when the booking is cancelled.', async () => {
  await using c = await clinic()
  const { id } = await told(c)
  const r = reminding(c)
  wait(c, minute)
  await r.round()
  const ahead = { startAt: '2026-04-10T09:00:00Z', endAt: '2026-04-10T09:30:00Z' }
  const { id: entryId } = await newEntry(c.assistant.call, { patientId: id, ...ahead })
  wait(c, 14 * day)
  await r.round()
  expect(await states(c, id)).toEqual(['sent', 'cancelled', 'scheduled'])
  success(await c.assistant.call('DELETE', `/api/v1/appointments/${entryId}`))
  wait(c, 14 * day)
  await r.round()
  expect(await states(c, id)).toEqual(['sent', 'cancelled', 'sent'])
  expect(r.emails.filter(({ subject }) => subject === 'Time for your next visit')).toHaveLength(2)
})

test('§34 A patient who came, or who does not want to be asked any more, gets no recall message.', async () => {
  await using c = await clinic()
  const r = reminding(c)
  const one = await told(c)
  await came(c, one.id, one.type.id, '2026-03-02')
  wait(c, minute)
  await r.round()
  expect((await states(c, one.id))[0]).toBe('cancelled')
  expect(r.emails).toEqual([])
})

test('§34 The second recall message waits two weeks after the first message went out.', async () => {
  await using c = await clinic()
  const { id } = await told(c)
  wait(c, minute)
  await failing(c, { error: 'econnrefused', verdict: 'away' }).round()
  const r = reminding(c)
  wait(c, 5 * day)
  await r.round()
  expect(await states(c, id)).toEqual(['sent', 'scheduled', 'scheduled'])
  wait(c, 10 * day)
  await r.round()
  expect(r.emails).toHaveLength(1)
  wait(c, 4 * day)
  await r.round()
  expect(r.emails).toHaveLength(2)
})

test('§34 Recall messages that fell due while nothing was sent go out two weeks apart, too.', async () => {
  await using c = await clinic()
  const { id } = await told(c)
  const r = reminding(c)
  wait(c, minute)
  await r.round()
  wait(c, 29 * day)
  await r.round()
  expect(r.emails).toHaveLength(2)
  expect(await states(c, id)).toEqual(['sent', 'sent', 'scheduled'])
  wait(c, 14 * day)
  await r.round()
  expect(r.emails).toHaveLength(3)
})

test('§34 A recall message waits for the hours in which the practice sends. When it has failed, it may be tried again.', async () => {
  await using c = await clinic()
  c.clock.now = Date.parse('2026-03-02T21:00:00Z')
  const { id } = await told(c)
  expect((await recallsOf(c)).recalls[0].nextMessageAt).toBe('2026-03-03T07:00:00.000Z')
  const refusing = failing(c, { error: 'smtp_550', verdict: 'refused' })
  await refusing.round()
  expect((await states(c, id))[0]).toBe('scheduled')
  c.clock.now = Date.parse('2026-03-03T07:00:00Z')
  await refusing.round()
  const failed = success(await c.assistant.call('GET', '/api/v1/reminders/failed')).reminders
  expect(failed).toMatchObject([{ kind: 'recall', state: 'dead', appointmentId: null, appointment: null }])
  success(await c.assistant.call('POST', `/api/v1/reminders/${failed[0].id}/retry`))
  const r = reminding(c)
  await r.round()
  expect(r.emails).toHaveLength(1)
})

test('§34 When patients can book online, the recall message leads to the booking page.', async () => {
  await using c = await clinic()
  const onlineBooking = {
    enabled: true,
    slug: 'lindenplatz',
    frameAncestors: [],
    requestHours: 48,
    mostOpenRequests: 20,
  }
  success(await c.owner.call('PATCH', '/api/v1/practice', { onlineBooking }))
  await told(c)
  const r = reminding(c)
  wait(c, minute)
  await r.round()
  const [mail] = r.emails
  expect(mail!.text).toContain('https://clinic.example/book/lindenplatz')
  expect(mail!.html).toContain('>Choose a time</a>')
  expect(await look(c, tokenIn(mail!.text))).toMatchObject({
    state: 'recall',
    book: '/book/lindenplatz',
    when: null,
  })
})

test('§34 A patient without an e-mail address gets a text message, which leads to the booking page.', async () => {
  await using c = await clinic()
  await told(c, {
    phoneMobile: '+49 151 23456789',
    notifyBySms: true,
    recallConsent: true,
    preferredLanguage: 'de',
  })
  const r = reminding(c)
  wait(c, minute)
  await r.round()
  expect(r.emails).toEqual([])
  expect(r.texts).toHaveLength(1)
  expect(r.texts[0]!.text).toMatch(
    /^.+: Zeit für Ihren nächsten Besuch\. Bitte rufen Sie an\. https:\/\/clinic\.example\/visit#[\w-]+$/,
  )
  expect(await look(c, tokenIn(r.texts[0]!.text))).toMatchObject({ state: 'recall', language: 'de' })
})

test('§34 A patient ends recall messages by the link in them, and still gets reminders.', async () => {
  await using c = await clinic()
  const { id } = await told(c)
  const r = reminding(c)
  wait(c, minute)
  await r.round()
  const token = tokenIn(r.emails[0]!.text)
  const said = await optOut(c, token)
  expect(said).toMatchObject({ accepted: true, messages: { channel: 'email', wanted: false, recall: true } })
  const patient = async () => success(await c.owner.call('GET', `/api/v1/patients/${id}`))
  expect(await patient()).toMatchObject({ recallConsent: false, notifyByEmail: true })
  expect(await states(c, id)).toEqual(['sent', 'cancelled', 'cancelled'])
  success(await c.owner.call('PATCH', `/api/v1/patients/${id}`, { recallConsent: true }))
  const { pathname } = new URL(r.emails[0]!.unsubscribe!)
  const page = await c.anonymous('GET', pathname)
  expect(page.text).toContain('about your next visit')
  await c.anonymous('POST', pathname, 'List-Unsubscribe=One-Click', {
    'content-type': 'application/x-www-form-urlencoded',
  })
  expect(await patient()).toMatchObject({ recallConsent: false, notifyByEmail: true })
})

test('the link in an old recall message opens a page that says that the link has expired', async () => {
  await using c = await clinic()
  await told(c)
  const r = reminding(c)
  wait(c, minute)
  await r.round()
  const token = tokenIn(r.emails[0]!.text)
  wait(c, 40 * day)
  expect(await look(c, token)).toMatchObject({ state: 'expired', when: null, messages: { recall: true } })
})

test('a recall message that was skipped without an address goes out when the patient has an address', async () => {
  await using c = await clinic()
  const { id } = await told(c)
  const own = `/api/v1/patients/${id}`
  success(await c.owner.call('PATCH', own, { email: null }))
  const r = reminding(c)
  wait(c, minute)
  await r.round()
  expect((await states(c, id))[0]).toBe('skipped')
  success(await c.owner.call('PATCH', own, { email: 'new@example.org' }))
  wait(c, minute)
  await r.round()
  expect(r.emails).toMatchObject([{ to: 'new@example.org' }])
})
