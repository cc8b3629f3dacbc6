/** People who booked online get the same messages and pages, whether the practice knew them before or not. */
import { expect, test } from 'bun:test'
import { listCodes } from '../../src/store/calendar/online-bookings.ts'
import { success } from '../support/answers.ts'
import { booked } from '../support/booked.ts'
import { type BookingClinic, bookingClinic, zoe } from '../support/online-booking.ts'
import { reminding } from '../support/reminding.ts'
import { until } from '../support/until.ts'
import { look, moment, optOut, send } from '../support/visiting.ts'

const hour = 3_600_000
const at = (day: number, time: string) => `2026-03-${day}T${time}:00.000Z`
const email = 'zoe@example.org'
/** A patient record. It differs from what the visitor types in each field that a message can show. */
const inRecord = {
  firstName: 'ZOE',
  lastName: 'Mueller',
  dob: zoe.dob,
  email: 'Zoe@Example.org',
  gender: 'female',
  preferredLanguage: 'de',
  notifyByEmail: false,
}

interface Booked {
  readonly c: BookingClinic
  readonly r: ReturnType<typeof reminding>
  readonly entryId: string
  readonly patientId: string
}

/** Books a time online as a person whom the practice knows or does not know. */
async function bookedBy(isKnown: boolean, mode: 'instant' | 'request' = 'instant'): Promise<Booked> {
  const c = await bookingClinic(mode)
  const record = isKnown ? inRecord : { ...inRecord, email: 'other@example.org' }
  const known = success(await c.owner.call('POST', '/api/v1/patients', record), 201)
  const visitor = c.visitor()
  const { secret } = success(await visitor.hold(at(10, '10:00')), 201)
  success(await visitor.confirm(secret, await visitor.code(secret, { email })))
  const march = '/api/v1/appointments?from=2026-03-01T00:00:00Z&to=2026-04-01T00:00:00Z'
  const [entry] = success(await c.owner.call('GET', march)).appointments
  if (mode === 'instant') expect(entry.patientId === known.id).toBe(isKnown)
  return { c, r: reminding(c), entryId: entry.id, patientId: entry.patientId }
}

const tokenOf = (text: string) => /visit#([\w-]+)/.exec(text)![1]!

/** The value as text, without the parts that differ each time: tokens, tickets, ids and sequence numbers. */
const withoutChance = (value: unknown): string =>
  JSON.stringify(value)
    .replace(/visit#[\w-]+/g, 'visit#')
    .replace(/unsubscribe\/[\w-]+/g, 'unsubscribe/')
    .replace(/[\da-f]{8}-[\da-f-]{27}/g, 'id')
    .replace(/SEQUENCE:\d+/g, 'SEQUENCE')
    .replace(/"(ticket|next)":"[\w-]+"/g, '"ticket"')

const mailsOf = ({ r }: Booked) =>
  r.emails.map(({ to, subject, text, html, calendar, sender }) => ({
    to,
    subject,
    text,
    html,
    calendar,
    sender,
  }))

/** Runs the same steps for a known and for an unknown person, and expects equal results. Returns the first result. */
async function bothGet(run: (booked: Booked) => Promise<unknown>, mode: 'instant' | 'request' = 'instant') {
  const [known, unknown] = [await bookedBy(true, mode), await bookedBy(false, mode)]
  await using _ = known.c
  await using __ = unknown.c
  const got = [await run(known), await run(unknown)]
  expect(withoutChance(got[0])).toBe(withoutChance(got[1]))
  return got[0]
}

test('§31 A message about an online booking uses the texts that the visitor typed, the same for known and unknown people.', async () => {
  const mails = await bothGet(async (booked) => {
    const { c, r, entryId } = booked
    const path = `/api/v1/appointments/${entryId}`
    c.clock.now += hour
    await r.round()
    success(await c.owner.call('PATCH', path, { startAt: at(12, '11:00'), endAt: at(12, '11:30') }))
    c.clock.now += hour
    await r.round()
    c.clock.now = Date.parse(at(11, '12:00'))
    await r.round()
    success(await c.owner.call('POST', `${path}/cancel`, { reason: 'Ill', by: 'practice' }))
    c.clock.now += hour
    await r.round()
    return mailsOf(booked)
  })
  expect(mails).toMatchObject([
    { to: email, subject: expect.stringContaining('on Tuesday, 10 March') },
    { to: email, subject: expect.stringContaining('New time') },
    { to: email, subject: expect.stringContaining('on Thursday, 12 March') },
    { to: email, subject: expect.stringContaining('Cancelled') },
  ])
})

test('§31 After a request is declined, the message says that the time is not possible, the same for known and unknown people.', async () => {
  const mails = await bothGet(async (booked) => {
    success(await booked.c.owner.call('DELETE', `/api/v1/appointments/${booked.entryId}`))
    booked.c.clock.now += hour
    await booked.r.round()
    return mailsOf(booked)
  }, 'request')
  expect(mails).toMatchObject([{ to: email, text: expect.stringContaining('Hello Zoé,'), calendar: null }])
  expect((mails as { subject: string }[])[0]!.subject).toStartWith('Your request for Tuesday, 10 March')
})

test('§31 The page behind a message about an online booking is the same for known and unknown people, also after they ended the messages.', async () => {
  await bothGet(async ({ c, r }) => {
    c.clock.now += hour
    await r.round()
    const token = tokenOf(r.emails[0]!.text)
    const seen = [await look(c, token)]
    const stopped = await optOut(c, token)
    seen.push(stopped, await look(c, token))
    c.clock.now += moment
    seen.push(await send(c, 'opt-in', { token, ticket: stopped.next }), await look(c, token))
    expect(seen.map(({ messages }) => messages.wanted)).toEqual([true, false, false, true, true])
    // A month after the appointment, the link still opens the page.
    c.clock.now = Date.parse(at(10, '10:00')) + 30 * 24 * hour
    while (await c.store.holdUpkeep.endNext(c.clock.now));
    return [...seen, await look(c, token)]
  })
})

test('§31 Confirmation codes take at most half of the ceiling of a day. No code goes out that would make a reminder of the day wait.', async () => {
  for (const [appointments, codes] of [
    [0, 2],
    [3, 1],
    [4, 0],
  ] as const) {
    const ceilings = { email: 4, sms: 0 }
    await using c = await bookingClinic('instant', {}, { ceilings })
    const r = reminding(c, { ceilings })
    const tomorrow = { startAt: '2026-03-03T16:00:00.000Z', endAt: '2026-03-03T16:30:00.000Z' }
    for (let i = 0; i < appointments; i++) await booked(c, { notifyBySms: false }, tomorrow)
    const visitor = c.visitor()
    const { secret } = success(await visitor.hold(at(10, '10:00')), 201)
    for (let i = 0; i < 4; i++) {
      const email = `${i}@example.org`
      success(await visitor.ask('POST', '/holds/code', { secret, email, language: 'en' }))
    }
    await until('the codes', () => c.emails.length === codes)
    expect(listCodes(c.practice.read, 0)).toHaveLength(codes)
    c.clock.now = Date.parse('2026-03-02T16:00:00.000Z')
    await r.round()
    expect(r.emails).toHaveLength(appointments)
  }
})

test('a known patient who ends the messages and takes this back gives the record no consent that it did not have', async () => {
  const { c, r, patientId } = await bookedBy(true)
  await using _ = c
  c.clock.now += hour
  await r.round()
  const token = tokenOf(r.emails[0]!.text)
  const stopped = await optOut(c, token)
  c.clock.now += moment
  await send(c, 'opt-in', { token, ticket: stopped.next })
  const { notifyByEmail } = success(await c.owner.call('GET', `/api/v1/patients/${patientId}`))
  expect(notifyByEmail).toBe(false)
})

test('§31 When a member changes how a patient is reached, this counts for messages about online bookings, too.', async () => {
  const { c, r, patientId } = await bookedBy(true)
  await using _ = c
  const path = `/api/v1/patients/${patientId}`
  success(await c.owner.call('PATCH', path, { notifyByEmail: true, email: 'new@example.org' }))
  c.clock.now += hour
  await r.round()
  expect(r.emails).toMatchObject([{ to: 'new@example.org', text: expect.stringContaining('Guten Tag ZOE,') }])
})
