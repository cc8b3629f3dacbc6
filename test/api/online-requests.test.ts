import { expect, test } from 'bun:test'
import { newId } from '../../src/domain/id.ts'
import { floodCodes, mostCodes } from '../../src/domain/online-booking.ts'
import { hashSecret } from '../../src/domain/secrets.ts'
import { acceptRequest } from '../../src/features/calendar/accepting.ts'
import { answerStepMs } from '../../src/features/online-booking/confirming.ts'
import { findEntry } from '../../src/store/calendar/entries.ts'
import { insertCode, listCodes } from '../../src/store/calendar/online-bookings.ts'
import { listNotices } from '../../src/store/notices/notices.ts'
import { auditRows } from '../support/audit.ts'
import type { ClinicOptions } from '../support/clinic.ts'
import { type BookingClinic, bookingClinic, type Visitor, zoe } from '../support/online-booking.ts'
import { errorOf } from '../support/rejection.ts'

const at = (time: string) => `2026-03-05T${time}:00.000Z`
const march = '/api/v1/appointments?from=2026-03-01T00:00:00Z&to=2026-04-01T00:00:00Z'
const hour = 3_600_000

const entriesOf = async (c: BookingClinic) => (await c.owner.call('GET', march)).data.appointments
const newsOf = (c: BookingClinic, entryId: string) =>
  listNotices(c.practice.read, entryId)
    .filter(({ kind, state }) => kind !== 'reminder' && state !== 'cancelled')
    .filter(({ channel }) => channel === 'email')
    .map(({ kind, startAt }) => [kind, new Date(startAt).toISOString()])

async function requested(options: ClinicOptions = {}) {
  const c = await bookingClinic('request', {}, options)
  const visitor = c.visitor()
  const answer = await visitor.book(at('10:00'))
  const [entry] = await entriesOf(c)
  return { c, visitor, answer, entry }
}

test("§31 A request waits in the inbox and holds its time until a member decides, or until the practice's limit of hours is over.", async () => {
  const { c, answer, entry } = await requested()
  await using _ = c
  const decidedBy = new Date(c.clock.now + 48 * hour).toISOString()
  expect(answer.data).toMatchObject({ state: 'requested', startAt: at('10:00'), decidedBy })
  expect(entry).toMatchObject({ type: 'unavailable', patientId: null, hold: { expiresAt: decidedBy } })
  const { data } = await c.owner.call('GET', '/api/v1/inbox?kind=online_request')
  expect(data.items).toMatchObject([
    {
      kind: 'online_request',
      appointmentId: entry.id,
      startAt: at('10:00'),
      patient: { lastName: 'Müller' },
    },
  ])
  expect((await auditRows(c)).find(({ recordId }) => recordId === entry.id)!.detail).toMatchObject({
    proof: 'email',
  })
})

test("§31 A member accepts a request by changing its type to `appointment`. The patient gets a message, and the patient's answers are on the entry.", async () => {
  const { c, entry } = await requested()
  await using _ = c
  const path = `/api/v1/appointments/${entry.id}`
  expect((await c.assistant.call('PATCH', path, { title: 'Mine' })).status).toBe(409)
  const { status, data } = await c.assistant.call('PATCH', path, { type: 'appointment' })
  expect(status).toBe(200)
  expect(data).toMatchObject({ type: 'appointment', title: 'Check-up', hold: null, createdBy: null })
  expect(data.metadata.online.answers).toEqual([{ question: 'What is it about?', answer: 'Pain' }])
  expect(newsOf(c, entry.id)).toEqual([['booked', at('10:00')]])
  expect((await c.owner.call('GET', '/api/v1/inbox?kind=online_request')).data.items).toEqual([])
})

test('§31 A member may accept a request for another time by sending the new times, too. The message to the patient names the new time.', async () => {
  const { c, entry } = await requested()
  await using _ = c
  const other = { type: 'appointment', startAt: at('13:00'), endAt: at('13:30') }
  const { data } = await c.owner.call('PATCH', `/api/v1/appointments/${entry.id}`, other)
  expect(data).toMatchObject(other)
  expect(newsOf(c, entry.id)).toEqual([['booked', at('13:00')]])
})

test('§31 Deleting a request declines it, and the patient gets a message. A request that nobody answers in time ends in the same way.', async () => {
  const declined = await requested()
  await using c = declined.c
  expect((await c.owner.call('DELETE', `/api/v1/appointments/${declined.entry.id}`)).status).toBe(200)
  expect(newsOf(c, declined.entry.id)).toEqual([['cancelled', at('10:00')]])
  const forgotten = await requested()
  await using d = forgotten.c
  d.clock.now += 48 * hour
  expect(await entriesOf(d)).toEqual([])
  expect(await d.store.holdUpkeep.endNext(d.clock.now)).toBe(true)
  expect(newsOf(d, forgotten.entry.id)).toEqual([['cancelled', at('10:00')]])
  expect(await d.store.holdUpkeep.endNext(d.clock.now)).toBe(false)
})

test('§31 Known and unknown persons get the same answer, to the byte. Name, birth date and contact link a booking to its patient.', async () => {
  const bytes: string[] = []
  for (const isKnown of [true, false]) {
    await using c = await bookingClinic()
    const email = 'zoe@example.org'
    const before = { ...zoe, email: isKnown ? email : 'other@example.org', preferredLanguage: 'de' }
    const patient = (await c.owner.call('POST', '/api/v1/patients', before)).data
    const visitor = c.visitor()
    const held = await visitor.hold(at('10:00'))
    const code = await visitor.code(held.data.secret, { email })
    const answer = await visitor.confirm(held.data.secret, code)
    bytes.push(answer.text.replace(/req_[\w-]+/, ''))
    const [entry] = await entriesOf(c)
    expect(entry.patientId === patient.id).toBe(isKnown)
    expect((await c.owner.call('GET', `/api/v1/patients/${patient.id}`)).data).toEqual(patient)
    const { items } = (await c.owner.call('GET', '/api/v1/inbox?kind=online_patient')).data
    expect(items).toHaveLength(isKnown ? 0 : 1)
  }
  expect(bytes[0]).toBe(bytes[1]!)
})

test('§31 The answer to a confirmation is delayed, so that its duration does not show who has been a patient before.', async () => {
  await using c = await bookingClinic()
  await c.owner.call('POST', '/api/v1/patients', { ...zoe, email: 'zoe@example.org' })
  for (const [startAt, email] of [
    [at('10:00'), 'zoe@example.org'],
    [at('13:00'), 'other@example.org'],
  ] as const) {
    const visitor = c.visitor()
    const { secret } = (await visitor.hold(startAt)).data
    const code = await visitor.code(secret, { email })
    // The first request books, and the others get the same answer. Each answer takes at least `answerStepMs`.
    for (let i = 0; i < 4; i++) {
      const asked = performance.now()
      expect((await visitor.confirm(secret, code)).status).toBe(200)
      expect(performance.now() - asked).toBeGreaterThanOrEqual(answerStepMs)
    }
  }
})

test('§31 One e-mail address or number has one open booking of an appointment type. Another booking of the type is 409 at `appointmentTypeId`.', async () => {
  await using c = await bookingClinic()
  const [first, second] = [c.visitor(), c.visitor()]
  const { secret } = (await first.hold(at('10:00'))).data
  expect((await first.confirm(secret, await first.code(secret))).status).toBe(200)
  const again = (await second.hold(at('13:00'))).data.secret
  const refused = await second.confirm(again, await second.code(again, { email: 'ZOE@example.org' }))
  expect(refused.status).toBe(409)
  expect(refused.body.error.details[0].path).toBe('appointmentTypeId')
})

test('§31 A patient who may not book online gets the same answer as a person with an open booking, and no other difference shows. Others can book.', async () => {
  await using c = await bookingClinic()
  const patient = { ...zoe, email: 'zoe@example.org', mayBookOnline: false }
  const { id } = (await c.owner.call('POST', '/api/v1/patients', patient)).data
  const visitor = c.visitor()
  const tryWith = async (startAt: string, email: string, person: object = {}) => {
    const held = await visitor.hold(startAt)
    expect(held.status).toBe(201)
    const code = await visitor.code(held.data.secret, { email })
    return visitor.confirm(held.data.secret, code, person)
  }
  const plain = ({ text }: { text: string }) => text.replace(/req_[\w-]+/, '')
  const shutOut = await tryWith(at('08:00'), 'Zoe@example.org')
  expect(shutOut.status).toBe(409)
  expect((await c.owner.call('GET', `/api/v1/patients/${id}`)).data.mayBookOnline).toBe(false)
  // Another name at this contact, or this name at another contact, counts as another person.
  expect((await tryWith(at('10:00'), 'zoe@example.org', { firstName: 'Ida' })).status).toBe(200)
  const open = await tryWith(at('13:00'), 'zoe@example.org', { firstName: 'Ida' })
  expect([open.status, plain(open)]).toEqual([409, plain(shutOut)])
  c.clock.now += 11 * 60_000
  expect((await tryWith(at('14:00'), 'other@example.org')).status).toBe(200)
  expect((await c.owner.call('PATCH', `/api/v1/patients/${id}`, { mayBookOnline: true })).status).toBe(200)
})

test('§31 One e-mail address or number gets three codes in an hour. When no code goes out, the answer is the same, and the last code is still valid.', async () => {
  await using c = await bookingClinic()
  const visitor = c.visitor()
  const { secret } = (await visitor.hold(at('10:00'))).data
  let code = ''
  for (let sent = 0; sent < mostCodes.contactHour; sent++) code = await visitor.code(secret)
  const body = { secret, email: 'zoe@example.org', language: 'en' }
  const refused = await visitor.ask('POST', '/holds/code', body)
  expect(refused.status).toBe(200)
  expect(Object.keys(refused.data)).toEqual(['channel', 'expiresAt'])
  expect(c.emails).toHaveLength(mostCodes.contactHour)
  expect((await visitor.confirm(secret, code)).status).toBe(200)
})

test('§31 One e-mail address or number gets ten codes in a day, a network twenty, and a practice a hundred. When no code goes out, the answer is the same.', async () => {
  await using c = await bookingClinic()
  const sent = () => listCodes(c.practice.read, 0).length
  const answers = new Set<string>()
  const ask = async (visitor: Visitor, secret: string, email: string) => {
    const before = sent()
    const { status, data } = await visitor.ask('POST', '/holds/code', { secret, email, language: 'en' })
    answers.add(`${status} ${Object.keys(data)}`)
    return sent() - before
  }
  const network = '2001:db8:1:2'
  let number = 0
  const next = () => `${number++}@example.org`
  // Different addresses ask for codes for one contact, about three times in an hour.
  const toOne = []
  for (let i = 0; i <= mostCodes.contactDay; i++) {
    c.clock.now += 21 * 60_000
    const visitor = c.visitor()
    toOne.push(await ask(visitor, (await visitor.hold(at('10:00'))).data.secret, 'zoe@example.org'))
  }
  expect(toOne).toEqual([...Array(mostCodes.contactDay).fill(1), 0])
  c.clock.now += 11 * 60_000
  const first = c.visitor(`${network}::1`)
  const { secret } = (await first.hold(at('10:00'))).data
  for (let i = 0; i < mostCodes.networkDay; i++) expect(await ask(first, secret, next())).toBe(1)
  expect(await ask(c.visitor(`${network}:ffff::2`), secret, next())).toBe(0)
  while (sent() < mostCodes.practiceDay) {
    const visitor = c.visitor()
    for (let i = 0; i < mostCodes.networkDay && sent() < mostCodes.practiceDay; i++)
      expect(await ask(visitor, secret, next())).toBe(1)
  }
  expect(await ask(c.visitor(), secret, next())).toBe(0)
  expect([...answers]).toEqual(['200 channel,expiresAt'])
})

test('§31 A practice sets how many requests may wait at once. One more request is 429, also for a time that is held already.', async () => {
  await using c = await bookingClinic('request')
  const onlineBooking = {
    enabled: true,
    slug: 'lindenplatz',
    frameAncestors: [],
    requestHours: 1,
    mostOpenRequests: 1,
  }
  expect((await c.owner.call('PATCH', '/api/v1/practice', { onlineBooking })).status).toBe(200)
  const late = c.visitor()
  const { secret } = (await late.hold(at('13:00'))).data
  const code = await late.code(secret)
  expect((await c.visitor().book(at('10:00'))).data.state).toBe('requested')
  expect((await c.visitor().hold('2026-03-06T10:00:00.000Z')).status).toBe(429)
  expect((await late.confirm(secret, code)).status).toBe(429)
  const [{ id }] = await entriesOf(c)
  expect((await c.owner.call('PATCH', `/api/v1/appointments/${id}`, { type: 'appointment' })).status).toBe(
    200,
  )
  expect((await late.confirm(secret, code)).data.state).toBe('requested')
})

test("§31 A confirmation code may go out as a text message, only to the practice's countries. A mail with a code holds no text that the visitor typed.", async () => {
  await using c = await bookingClinic()
  const visitor = c.visitor()
  const { secret } = (await visitor.hold(at('10:00'))).data
  const abroad = { secret, phone: '+61 491 570 156', language: 'de' }
  expect((await visitor.ask('POST', '/holds/code', abroad)).status).toBe(200)
  const code = await visitor.code(secret, { phone: '0151 23456789', language: 'de' })
  expect(c.texts.map(({ to }) => to)).toEqual(['+4915123456789'])
  expect((await visitor.confirm(secret, code)).status).toBe(200)
  const [entry] = await entriesOf(c)
  const patient = (await c.owner.call('GET', `/api/v1/patients/${entry.patientId}`)).data
  expect(patient).toMatchObject({ phoneMobile: '+4915123456789', email: null, notifyBySms: true })
  const row = (await auditRows(c)).find(({ recordId }) => recordId === entry.id)!
  expect(row).toMatchObject({ action: 'confirmHold', detail: { proof: 'sms' } })
  const malformed = await visitor.ask('POST', '/holds/code', { secret, phone: 'none', language: 'de' })
  expect(malformed.status).toBe(400)
})

test('§31 After 25 codes in an hour, every booking becomes a request, and the inbox says so for a day.', async () => {
  await using c = await bookingClinic()
  const floods = async () => (await c.assistant.call('GET', '/api/v1/inbox?kind=online_flood')).data
  const sendCodes = (number: number) =>
    c.practice.write((tx) => {
      for (let i = 0; i < number; i++)
        insertCode(tx, {
          id: newId(c.clock.now),
          sentAt: c.clock.now,
          network: `198.51.100.${i}`,
          contactHash: hashSecret(`${c.clock.now} ${i}`),
        })
    })
  await sendCodes(floodCodes - 1)
  expect((await c.visitor().hold(at('08:00'))).data.mode).toBe('instant')
  expect((await floods()).items).toEqual([])
  const visitor = c.visitor()
  const { secret } = (await visitor.hold(at('10:00'))).data
  const code = await visitor.code(secret)
  expect((await visitor.confirm(secret, code)).data.state).toBe('requested')
  const since = new Date(c.clock.now).toISOString()
  const { items, counts } = await floods()
  expect(items).toMatchObject([
    { kind: 'online_flood', since, startAt: null, appointmentId: null, patientId: null, patient: null },
  ])
  expect(counts).toMatchObject({ online_flood: 1, online_request: 1 })
  // More codes belong to the same flood. So its item does not return to the inbox after a member has marked it.
  const seen = { kind: 'online_flood', recordId: items[0].recordId }
  expect((await c.owner.call('POST', '/api/v1/inbox/marks', seen)).status).toBe(201)
  c.clock.now += 30 * 60_000
  await sendCodes(10)
  expect((await floods()).counts.online_flood).toBe(0)
  // An hour later the flood is over. Another flood is a new item.
  c.clock.now += 61 * 60_000
  expect((await c.visitor().hold(at('13:00'))).data.mode).toBe('instant')
  await sendCodes(floodCodes)
  expect((await floods()).items).toHaveLength(2)
  c.clock.now += 25 * hour
  expect((await floods()).items).toEqual([])
})

test("§31 An erasure removes the person's online booking and its answers, also those of a request.", async () => {
  const { c } = await requested({ signedIn: true })
  await using _ = c
  const { items } = (await c.owner.call('GET', '/api/v1/inbox?kind=online_request')).data
  const path = `/api/v1/patients/${items[0].patientId}/erase`
  expect(
    (
      await c.owner.call('POST', path, {
        reason: 'They asked for it.',
        overrideRetention: 'They were never here.',
      })
    ).status,
  ).toBe(200)
  expect((await c.owner.call('GET', '/api/v1/inbox?kind=online_request')).data.items).toEqual([])
  // The calendar has no entry at this time now. So the time can be held again.
  expect(await entriesOf(c)).toEqual([])
  expect((await c.visitor().hold(at('10:00'))).status).toBe(201)
})

test('§31 The export for a person has the answers of their request that waits.', async () => {
  const { c } = await requested({ signedIn: true })
  await using _ = c
  const { items } = (await c.owner.call('GET', '/api/v1/inbox?kind=online_request')).data
  const path = `/api/v1/patients/${items[0].patientId}/export`
  const { online } = (await c.owner.call('GET', path)).data
  expect(online).toMatchObject([
    { state: 'requested', startAt: at('10:00'), lastName: 'Müller', answers: ['What is it about? Pain'] },
  ])
  const page = (await c.owner.call('GET', `${path}/page`)).data.parts.join('')
  expect(page).toContain('What is it about? Pain')
})

test('an online request that has ended cannot be accepted', async () => {
  const { c, entry } = await requested()
  await using _ = c
  const late = c.clock.now + 48 * hour
  const accepting = c.practice.write((tx) =>
    acceptRequest(tx, findEntry(tx, entry.id)!, { type: 'appointment' }, late),
  )
  expect(await errorOf(accepting)).toMatchObject({ code: 'conflict' })
})

test('§31 A new patient from an online booking is in the inbox until they are merged, and again when the merge is undone.', async () => {
  await using c = await bookingClinic()
  const waiting = async () => (await c.owner.call('GET', '/api/v1/inbox?kind=online_patient')).data.items
  const before = { ...zoe, email: 'old@example.org' }
  const old = (await c.owner.call('POST', '/api/v1/patients', before)).data
  c.clock.now += hour
  expect((await c.visitor().book(at('10:00'))).status).toBe(200)
  const [{ patientId }] = await waiting()
  for (const [kept, gone] of [
    [old.id, patientId],
    [patientId, old.id],
  ]) {
    const merged = await c.owner.call('POST', `/api/v1/patients/${kept}/merge`, { from: gone })
    expect(merged.status, merged.text).toBe(200)
    expect(await waiting()).toEqual([])
    const { items } = (await c.owner.call('GET', '/api/v1/archive?kind=merge')).data
    expect((await c.owner.call('POST', `/api/v1/archive/${items[0].id}/restore`)).status).toBe(200)
    expect(await waiting()).toHaveLength(1)
  }
})
