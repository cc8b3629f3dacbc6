import { expect, test } from 'bun:test'
import { deliveryKey } from '../../src/domain/reminders/delivery-key.ts'
import { success } from '../support/answers.ts'
import { booked, due, nine, reachable } from '../support/booked.ts'
import { type Clinic, clinic } from '../support/clinic.ts'
import { at, newPatient } from '../support/records.ts'
import { reminding } from '../support/reminding.ts'
import { until } from '../support/until.ts'
import { back, cancel, elsewhere, failing, held, hour, minute, setLead } from './sending.ts'

const grace = 5 * minute
const friday = Date.parse(elsewhere.startAt)
const tokenIn = (text: string) => /visit#([\w-]+)/.exec(text)?.[1]
const look = async (c: Clinic, token: string) => success(await c.anonymous('POST', '/visit/look', { token }))

/** Books an appointment whose patient was reminded by both channels an hour ago. */
async function reminded(c: Clinic, patient: object = {}) {
  const r = reminding(c)
  const entry = await booked(c, patient)
  c.clock.now = due
  await r.round()
  c.clock.now += hour
  /** Waits five minutes or `ms`, and sends what is due. Returns the messages that each channel sent in this time. */
  const later = async (ms = grace) => {
    const [mails, texts] = [r.emails.length, r.texts.length]
    c.clock.now += ms
    await r.round()
    return { emails: r.emails.slice(mails), texts: r.texts.slice(texts) }
  }
  return { ...entry, r, later }
}

test('§6.6 A patient who was reminded of an appointment gets a message when the appointment is moved, by the same channels.', async () => {
  await using c = await clinic()
  const { id, r, patch, later } = await reminded(c)
  const old = tokenIn(r.emails[0]!.text)!
  await patch(elsewhere)
  const { emails, texts } = await later()
  expect(emails).toMatchObject([
    { to: 'zoe@example.org', subject: 'New time: your appointment is on Friday, 20 March 2026 at 10:00' },
  ])
  expect(texts).toHaveLength(1)
  expect(r.news(id)).toMatchObject([{ kind: 'moved', startAt: friday, state: 'sent' }])
  expect(await look(c, old)).toMatchObject({ state: 'changed' })
  expect(await look(c, tokenIn(emails[0]!.text)!)).toMatchObject({
    state: 'open',
    when: { date: 'Friday, 20 March 2026' },
  })
  expect(tokenIn(texts[0]!.text)).toBeDefined()
  expect(await later(hour)).toEqual({ emails: [], texts: [] })
})

test('§6.6 A patient who was reminded of an appointment gets a message when the appointment is cancelled or deleted. This message has no link for an answer.', async () => {
  await using c = await clinic()
  const { id, r, later } = await reminded(c)
  await cancel(c, id)
  expect(await later(grace - 1)).toEqual({ emails: [], texts: [] })
  const { emails, texts } = await later(1)
  expect(emails).toMatchObject([
    { subject: 'Cancelled: your appointment on Tuesday, 10 March 2026 at 10:00' },
  ])
  expect(emails[0]!.calendar!.method).toBe('CANCEL')
  // The only link in the mail is the link to end e-mails.
  expect(emails[0]!.text.match(/https?:.*/g)).toHaveLength(1)
  expect(emails[0]!.text).toMatch(/No more e-mails: https:.*$/)
  for (const { text } of texts) expect(text).not.toContain('http')
  expect(texts).toHaveLength(1)
  expect(r.news(id)).toMatchObject([{ kind: 'cancelled', startAt: nine, state: 'sent' }])
})

const undone: [string, object, object][] = [
  ['moved', elsewhere, back],
  ['made a block', { type: 'unavailable' }, { type: 'appointment' }],
]

test.each(undone)(
  'an appointment that is %s by mistake and put back within five minutes sends no message',
  async (_, away, home) => {
    await using c = await clinic()
    const { id, r, patch, later } = await reminded(c)
    await patch(away)
    await later(grace - 1)
    await patch(home)
    expect(await later(hour)).toEqual({ emails: [], texts: [] })
    expect(r.news(id).map(({ state }) => state)).toEqual(['cancelled'])
  },
)

test('of several moves within a few minutes, the patient gets a message about the last move only', async () => {
  await using c = await clinic()
  const { id, r, patch, later } = await reminded(c)
  for (const startAt of ['2026-03-20T07:00:00Z', '2026-03-20T08:00:00Z', elsewhere.startAt]) {
    await patch({ ...elsewhere, startAt })
    await later(minute)
  }
  const { emails } = await later()
  expect(emails).toHaveLength(1)
  expect(r.news(id).map(({ state }) => state)).toEqual(['cancelled', 'cancelled', 'sent'])
})

test('each move between two starts sends a new message with a new key', async () => {
  await using c = await clinic()
  const { patch, later } = await reminded(c)
  const keys = new Set<string>()
  for (let i = 0; i < 3; i++)
    for (const place of [elsewhere, back]) {
      await patch(place)
      const { emails } = await later()
      expect(emails).toHaveLength(1)
      keys.add(emails[0]!.key)
    }
  expect(keys.size).toBe(6)
})

test('when an appointment goes to another patient, the first patient gets a message that it is cancelled', async () => {
  await using c = await clinic()
  const { patch, patientId, later } = await reminded(c)
  const { id: other } = await newPatient(c.owner.call, { ...reachable, email: 'anna@example.org' })
  await patch({ patientId: other })
  expect((await later()).emails).toMatchObject([
    { to: 'zoe@example.org', subject: expect.stringMatching(/^Cancelled/) },
  ])
  await patch({ patientId })
  expect((await later()).emails).toMatchObject([
    { to: 'zoe@example.org', subject: 'Your appointment on Tuesday, 10 March 2026 at 10:00' },
  ])
})

test('§6.6 A patient who got no message about an appointment gets no message about a change of it.', async () => {
  await using c = await clinic()
  const r = reminding(c)
  const { id, patch } = await booked(c)
  await patch(elsewhere)
  c.clock.now += hour
  await cancel(c, id)
  c.clock.now += hour
  await r.round()
  expect([...r.emails, ...r.texts]).toEqual([])
})

test('a channel that sent no reminder of an appointment sends no message about its changes', async () => {
  await using c = await clinic()
  const { id, patch, patientId, later } = await reminded(c, { notifyBySms: false })
  success(await c.owner.call('PATCH', `/api/v1/patients/${patientId}`, { notifyBySms: true }))
  await patch(elsewhere)
  const { emails, texts } = await later()
  expect([emails.length, texts.length]).toEqual([1, 0])
  await cancel(c, id)
  expect((await later()).texts).toEqual([])
})

test('§6.6 No message goes out about an appointment that has begun or begins within ten minutes.', async () => {
  await using c = await clinic()
  const { id, patch, later } = await reminded(c)
  c.clock.now = nine - 10 * minute
  await patch(elsewhere)
  expect(await later(hour)).toEqual({ emails: [], texts: [] })
  await patch({ startAt: back.startAt })
  await cancel(c, id)
  expect(await later(hour)).toEqual({ emails: [], texts: [] })
})

test('a move a quarter of an hour before the start is announced before the last ten minutes', async () => {
  await using c = await clinic()
  const { patch, later } = await reminded(c)
  c.clock.now = nine - 15 * minute
  await patch(elsewhere)
  expect((await later(4 * minute)).emails).toHaveLength(1)
})

test('a message about a cancellation that could not go out in time is skipped and not sent late', async () => {
  await using c = await clinic()
  const { id, r, later } = await reminded(c)
  await cancel(c, id)
  c.clock.now = nine - 10 * minute
  expect(await later(0)).toEqual({ emails: [], texts: [] })
  expect(r.news(id)).toMatchObject([{ state: 'skipped', reason: 'missed_window' }])
})

test('a patient gets a message about a move that was made while the reminder was being delivered', async () => {
  await using c = await clinic()
  const r = held(c)
  const { id, patch } = await booked(c)
  c.clock.now = due
  const round = r.round()
  await r.begun
  await until('the text message', () => r.notice(id, 'sms')?.state === 'sent')
  await patch(elsewhere)
  expect(r.news(id)).toEqual([])
  r.end.resolve()
  await round
  expect(r.news(id)).toMatchObject([{ kind: 'moved', startAt: friday, state: 'scheduled' }])
  expect(r.news(id, 'sms')).toMatchObject([{ kind: 'moved' }])
})

test('a patient who may have got the reminder gets a message about the move', async () => {
  await using c = await clinic()
  const r = failing(c, { error: 'no_answer', verdict: 'unknown' })
  const { id, patch } = await booked(c)
  c.clock.now = due
  await r.sender.round('email')
  expect(r.notice(id)).toMatchObject({ state: 'uncertain' })
  await patch(elsewhere)
  expect(r.news(id)).toMatchObject([{ kind: 'moved', state: 'scheduled' }])
  await patch(back)
  expect(r.news(id)).toMatchObject([{ kind: 'moved', state: 'cancelled' }])
  expect(r.notice(id)).toMatchObject({ startAt: friday, state: 'cancelled' })
  expect(r.notices(id)[0]).toMatchObject({ startAt: nine, state: 'uncertain' })
})

test('§6.6 A reminder that may have arrived and waits for its next try counts as received, too.', async () => {
  await using c = await clinic()
  const r = failing(c, { error: 'no_answer', verdict: 'unknown' })
  const { id, patch } = await booked(c)
  c.clock.now = due
  await r.sender.round('email')
  // The local time is half past nine in the evening. So the next try waits for the morning.
  c.clock.now = due + 11.5 * hour
  const path = `/api/v1/reminders/${r.notice(id).id}/retry`
  expect(success(await c.owner.call('POST', path))).toMatchObject({ state: 'scheduled', sentAt: null })
  expect(r.notice(id).nextAttemptAt).toBeGreaterThan(c.clock.now)
  await patch(elsewhere)
  expect(r.news(id)).toMatchObject([{ kind: 'moved', state: 'scheduled', startAt: friday }])
  await patch(back)
  expect(r.news(id)).toMatchObject([{ kind: 'moved', state: 'cancelled' }])
  // The move stopped the delivery, and nobody knows whether the patient has the reminder.
  expect(r.notices(id)[0]).toMatchObject({ startAt: nine, state: 'uncertain', sentAt: null })
})

test('a message about a move that may have arrived is tried again while it is still true', async () => {
  await using c = await clinic()
  const { id, r, patch } = await reminded(c)
  await patch(elsewhere)
  c.clock.now += grace
  const silent = failing(c, { error: 'timeout', verdict: 'unanswered' })
  await silent.sender.round('email')
  const [moved] = r.news(id)
  expect(moved).toMatchObject({ kind: 'moved', state: 'scheduled', attempts: 1, uncertainAt: c.clock.now })
  await r.sender.round('sms')
  c.clock.now = moved!.nextAttemptAt
  await r.sender.round('email')
  expect(r.news(id)).toMatchObject([{ id: moved!.id, state: 'sent', attempts: 2 }])
})

test('a message about a move that may have arrived and is no longer true is followed by a new message', async () => {
  await using c = await clinic()
  const { id, r, patch } = await reminded(c)
  await patch(elsewhere)
  c.clock.now += grace
  await failing(c, { error: 'timeout', verdict: 'unanswered' }).sender.round('email')
  await patch(back)
  c.clock.now += grace
  await r.sender.round('email')
  expect(r.news(id).map(({ startAt, state }) => [startAt, state])).toEqual([
    [friday, 'uncertain'],
    [nine, 'sent'],
  ])
})

test('no message about a move goes out when a reminder of the new start goes out first', async () => {
  await using c = await clinic()
  const { id, r, patch, later } = await reminded(c)
  // The reminder of this start falls due a minute after the move.
  await patch({ startAt: new Date(c.clock.now + 24 * hour + minute).toISOString(), endAt: at('12:00') })
  const { emails } = await later(minute)
  expect(emails).toMatchObject([{ subject: expect.stringMatching(/^Your appointment/) }])
  expect(r.news(id)).toMatchObject([{ kind: 'moved', state: 'cancelled' }])
  expect((await later()).emails).toEqual([])
})

test('§6.6 A deleted patient gets no message.', async () => {
  await using c = await clinic()
  const { id, r, patch, patientId, later } = await reminded(c)
  await patch(elsewhere)
  success(await c.owner.call('DELETE', `/api/v1/patients/${patientId}`))
  expect(r.news(id)).toMatchObject([{ kind: 'moved', state: 'cancelled' }])
  expect(await later()).toEqual({ emails: [], texts: [] })
  const second = await booked(c, {}, { startAt: at('14:00'), endAt: at('15:00') })
  c.clock.now = Date.parse(at('14:00')) - 23 * hour
  await r.round()
  await cancel(c, second.id)
  success(await c.owner.call('DELETE', `/api/v1/patients/${second.patientId}`))
  expect(await later()).toEqual({ emails: [], texts: [] })
})

const tellBooked = async (c: Clinic, value: boolean | null) =>
  success(await c.owner.call('PATCH', '/api/v1/practice/reminders', { tellBooked: value }))

test('a practice that sends messages about bookings sends one message for each booking, with the last time of the appointment', async () => {
  await using c = await clinic()
  await tellBooked(c, true)
  const r = reminding(c)
  const { id, patch } = await booked(c)
  c.clock.now += minute
  await patch(elsewhere)
  c.clock.now += grace
  await r.round()
  expect(r.emails).toMatchObject([{ subject: 'Your appointment on Friday, 20 March 2026 at 10:00' }])
  expect(r.emails[0]!.text).toContain('you have an appointment')
  expect(r.texts).toHaveLength(1)
  c.clock.now += minute
  await cancel(c, id)
  c.clock.now += grace
  await r.round()
  expect(r.emails.map(({ calendar }) => calendar!.method)).toEqual(['PUBLISH', 'CANCEL'])
})

test('a booking that is deleted at once sends no message', async () => {
  await using c = await clinic()
  await tellBooked(c, true)
  const r = reminding(c)
  const { id } = await booked(c)
  await cancel(c, id)
  await tellBooked(c, null)
  await booked(c)
  c.clock.now += hour
  await r.round()
  expect([...r.emails, ...r.texts]).toEqual([])
})

test('§6.6 A change of the lead leaves planned news as they are.', async () => {
  await using c = await clinic()
  const { id, r, patch, later } = await reminded(c)
  await patch(elsewhere)
  const before = r.news(id)
  await setLead(c, 60)
  await setLead(c, 0)
  expect(r.news(id)).toEqual(before)
  expect((await later()).emails).toHaveLength(1)
})

test("§6.6 The practice's own words are only for reminders. News have the standard words.", async () => {
  await using c = await clinic()
  const words = {
    language: 'de',
    emailSubject: 'Bis bald',
    emailText: 'Bis bald {link}',
    smsText: 'Hallo {link}',
  }
  success(await c.owner.call('PATCH', '/api/v1/practice/reminders', words))
  const { id, r, later } = await reminded(c)
  expect(r.emails[0]!.subject).toBe('Bis bald')
  await cancel(c, id)
  const { emails, texts } = await later()
  expect(emails).toMatchObject([{ subject: 'Abgesagt: Ihr Termin am Dienstag, 10. März 2026 um 10:00 Uhr' }])
  expect(texts[0]!.text).toContain('wurde abgesagt')
})

test('§6.6 A message about a cancellation that failed is listed, and can be tried again while the start is ahead.', async () => {
  await using c = await clinic()
  const { id, later } = await reminded(c)
  await cancel(c, id)
  c.clock.now += grace
  await failing(c, { error: 'smtp_550', verdict: 'refused' }).sender.round('email')
  const listed = async () => success(await c.owner.call('GET', '/api/v1/reminders/failed')).reminders
  const [failed] = await listed()
  expect(failed).toMatchObject({ kind: 'cancelled', state: 'dead', startAt: at('09:00'), appointment: null })
  const retry = () => c.assistant.call('POST', `/api/v1/reminders/${failed.id}/retry`)
  success(await retry())
  expect(await listed()).toEqual([])
  expect((await later()).emails).toMatchObject([
    { key: deliveryKey(failed.id, 'zoe@example.org'), subject: expect.stringMatching(/^Cancelled/) },
  ])
})

test('a failed message about a cancellation cannot be tried again when the appointment is back or begins soon', async () => {
  await using c = await clinic()
  const { patch, patientId } = await reminded(c, { notifyBySms: false })
  const retry = async () => {
    const { reminders } = success(await c.owner.call('GET', '/api/v1/reminders/failed'))
    return (await c.assistant.call('POST', `/api/v1/reminders/${reminders[0].id}/retry`)).status
  }
  await patch({ patientId: null })
  c.clock.now += grace
  await failing(c, { error: 'smtp_550', verdict: 'refused' }).sender.round('email')
  await patch({ patientId })
  expect(await retry()).toBe(409)
  c.clock.now = nine - 10 * minute
  await patch({ patientId: null })
  expect(await retry()).toBe(409)
})

test("the list of an appointment's reminders includes messages about changes, with their kinds", async () => {
  await using c = await clinic()
  const { path, patch } = await reminded(c, { notifyBySms: false })
  await patch(elsewhere)
  const { reminders } = success(await c.assistant.call('GET', `${path}/reminders`))
  const mails = reminders.filter(({ channel }: { channel: string }) => channel === 'email')
  expect(mails).toMatchObject([
    { kind: 'reminder', startAt: at('09:00'), state: 'sent' },
    { kind: 'reminder', startAt: '2026-03-20T09:00:00.000Z', state: 'scheduled' },
    { kind: 'moved', startAt: '2026-03-20T09:00:00.000Z', state: 'scheduled' },
  ])
})
