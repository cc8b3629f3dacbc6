import { expect, test } from 'bun:test'
import { updateEntry } from '../../src/store/calendar/entries.ts'
import { invalid, problem, success } from '../support/answers.ts'
import { nine } from '../support/booked.ts'
import { type Clinic, clinic } from '../support/clinic.ts'
import { at, newPatient } from '../support/records.ts'
import { look, moment, remindedVisit, reply } from '../support/visiting.ts'

test('§6.7 The link in a message shows the practice, the day and the time, and nothing about the patient.', async () => {
  await using c = await clinic()
  const { mailed, entry } = await remindedVisit(c)
  const before = await entry()
  expect(await look(c, mailed)).toEqual({
    state: 'open',
    language: 'en',
    practice: { name: 'Praxis am Lindenplatz', phone: null, address: null },
    when: { date: 'Tuesday, 10 March 2026', time: '10:00', minutes: 60 },
    answer: null,
    own: null,
    calendar: expect.stringContaining('DTSTART:20260310T090000Z'),
    messages: { channel: 'email', wanted: true },
    ticket: expect.any(String),
    accepted: false,
    next: null,
    waitMs: 1_500,
  })
  expect(await entry()).toEqual(before)
})

test.each(['confirmed', 'cancel_requested'])(
  "§6.7 The appointment keeps the patient's answer in its `metadata`: `confirmed` or `cancel_requested`. %s",
  async (answer) => {
    await using c = await clinic()
    const { mailed, entry } = await remindedVisit(c)
    const before = await entry()
    c.clock.now += 60_000
    expect(await reply(c, mailed, answer)).toMatchObject({ state: 'answered', answer, accepted: true })
    const answeredAt = new Date(c.clock.now).toISOString()
    const patientAnswer = { answer, at: answeredAt }
    expect(await entry()).toEqual({
      ...before,
      metadata: { patientAnswer },
      updatedAt: answeredAt,
      version: before.version + 1,
    })
  },
)

test('§6.7 A patient may change the answer until the start, and the newest answer counts.', async () => {
  await using c = await clinic()
  const { mailed, texted, entry } = await remindedVisit(c)
  for (const token of [mailed, texted])
    for (const answer of ['confirmed', 'cancel_requested']) {
      expect(await reply(c, token, answer)).toMatchObject({ state: 'answered', answer, accepted: true })
      const at = new Date(c.clock.now).toISOString()
      expect((await entry()).metadata.patientAnswer).toEqual({ answer, at })
    }
  const before = await entry()
  c.clock.now = nine - moment
  expect(await reply(c, mailed, 'confirmed')).toMatchObject({ state: 'expired', accepted: false })
  expect(await entry()).toEqual(before)
})

test('a patient who gives the same answer again does not change the time of their first answer', async () => {
  await using c = await clinic()
  const { mailed, entry } = await remindedVisit(c)
  await reply(c, mailed, 'confirmed')
  const before = await entry()
  c.clock.now += 60_000
  expect(await reply(c, mailed, 'confirmed')).toMatchObject({ state: 'answered', accepted: true })
  expect(await entry()).toEqual(before)
})

test('the answer page shows the phone and the address of the practice, also after the start of the appointment', async () => {
  await using c = await clinic()
  const contact = { phone: '030 123', address: 'Lindenplatz 1' }
  success(await c.owner.call('PATCH', '/api/v1/practice/reminders', contact))
  const { mailed } = await remindedVisit(c)
  const practice = { name: 'Praxis am Lindenplatz', ...contact }
  expect((await look(c, mailed)).practice).toEqual(practice)
  c.clock.now = nine
  expect(await look(c, mailed)).toMatchObject({ state: 'expired', practice })
})

test('the answer of a patient does not change the other metadata of the appointment', async () => {
  await using c = await clinic()
  const { id, mailed, entry, path } = await remindedVisit(c)
  await c.practice.write((tx) => updateEntry(tx, id, { metadata: { imported: 7 } }))
  await reply(c, mailed, 'confirmed')
  expect((await entry()).metadata).toMatchObject({ imported: 7, patientAnswer: { answer: 'confirmed' } })
  success(await c.owner.call('PATCH', path, { startAt: at('08:00') }))
  expect((await entry()).metadata).toEqual({ imported: 7 })
})

test("§6.7 When an appointment gets a new time or patient, the patient's answer is removed. Other changes keep the answer.", async () => {
  await using c = await clinic()
  const { mailed, entry, path } = await remindedVisit(c)
  await reply(c, mailed, 'confirmed')
  success(await c.owner.call('PATCH', path, { title: 'Cleaning', endAt: at('09:45') }))
  expect((await entry()).metadata).toHaveProperty('patientAnswer')
  const { id: other } = await newPatient(c.owner.call)
  success(await c.owner.call('PATCH', path, { patientId: other }))
  expect((await entry()).metadata).toEqual({})
})

const changes: [string, (c: Clinic, path: string) => Promise<unknown>][] = [
  ['has moved', (c, path) => c.owner.call('PATCH', path, { startAt: at('08:00') })],
  ['was deleted', (c, path) => c.owner.call('DELETE', path)],
  ['is no longer an appointment', (c, path) => c.owner.call('PATCH', path, { type: 'unavailable' })],
  ['has lost its patient', (c, path) => c.owner.call('PATCH', path, { patientId: null })],
]

test.each(changes)(
  'the link of an appointment that %s has the state `changed` and accepts no answer',
  async (_, change) => {
    await using c = await clinic()
    const { mailed, path } = await remindedVisit(c)
    await change(c, path)
    const told = { state: 'changed', when: null, answer: null }
    expect(await look(c, mailed)).toMatchObject(told)
    expect(await reply(c, mailed, 'confirmed')).toMatchObject(told)
    const { status, data } = await c.owner.call('GET', path)
    if (status === 200) expect(data.metadata).toEqual({})
  },
)

test('§6.7 The link takes no answer once the appointment has begun.', async () => {
  await using c = await clinic()
  const { mailed, entry } = await remindedVisit(c)
  c.clock.now = nine - 1
  expect(await look(c, mailed)).toMatchObject({ state: 'open' })
  c.clock.now = nine
  const told = { state: 'expired', when: null, answer: null }
  expect(await look(c, mailed)).toMatchObject(told)
  expect(await reply(c, mailed, 'confirmed')).toMatchObject(told)
  expect((await entry()).metadata).toEqual({})
})

test('the token of a patient’s link is invalid when any of its characters is changed', async () => {
  await using c = await clinic()
  const { mailed, entry } = await remindedVisit(c)
  const changed = [...mailed].map(
    (sign, i) => mailed.slice(0, i) + (sign === 'A' ? 'B' : 'A') + mailed.slice(i + 1),
  )
  for (const token of ['', 'x', mailed.slice(1), `${mailed}A`, `${mailed}=`, `${mailed}\0`, ...changed])
    expect(await reply(c, token, 'confirmed')).toMatchObject({ state: 'invalid', when: null, answer: null })
  expect((await entry()).metadata).toEqual({})
})

test('a malformed answer of a patient is refused with a JSON error', async () => {
  await using c = await clinic()
  const { mailed, entry } = await remindedVisit(c)
  const send = (body: unknown) => c.anonymous('POST', '/visit/answer', body)
  const ticketed = { token: mailed, ticket: 'x' }
  invalid(await send({ ...ticketed, answer: 'maybe' }), 'answer')
  invalid(await send({ token: mailed, answer: 'confirmed' }), 'ticket')
  invalid(await send({ ...ticketed, answer: 'confirmed', more: 1 }), 'more')
  invalid(await send('{'), '')
  expect((await entry()).metadata).toEqual({})
})

test('§6.7 Only a `POST` can record an answer, so opening the link changes nothing.', async () => {
  await using c = await clinic()
  const { mailed, entry } = await remindedVisit(c)
  const before = await entry()
  for (const method of ['GET', 'HEAD', 'PUT', 'DELETE'])
    for (const path of ['/visit', '/visit/look', '/visit/answer', '/visit/confirm', `/visit/${mailed}`])
      await c.anonymous(method, `${path}?token=${mailed}&answer=confirmed`)
  expect(await entry()).toEqual(before)
})

test('the answer page shows the date and its texts in the language of the practice', async () => {
  await using c = await clinic()
  success(await c.owner.call('PATCH', '/api/v1/practice/reminders', { language: 'de' }))
  const { mailed } = await remindedVisit(c)
  expect(await look(c, mailed)).toMatchObject({ language: 'de', when: { date: 'Dienstag, 10. März 2026' } })
  expect(await look(c, 'x')).toMatchObject({ state: 'invalid', language: null })
})

test('an IP address with too many requests to the answer page gets 429 with `retry-after`', async () => {
  await using c = await clinic({ rateLimit: { perMinute: 3 }, addressHeader: 'x-real-ip' })
  const ask = (address: string) =>
    c.anonymous('POST', '/visit/look', { token: 'x' }, { 'x-real-ip': address })
  for (let i = 0; i < 3; i++) success(await ask('192.0.2.1'))
  const refused = await ask('192.0.2.1')
  problem(refused, 429, 'rate_limited')
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  success(await ask('192.0.2.2'))
})
