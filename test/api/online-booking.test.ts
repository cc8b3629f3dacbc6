import { expect, spyOn, test } from 'bun:test'
import { holdMs, mostKindsCounted } from '../../src/domain/online-booking.ts'
import { findOnlineBooking } from '../../src/store/calendar/online-bookings.ts'
import { Connection } from '../../src/store/engine/connection.ts'
import { auditRows } from '../support/audit.ts'
import { bookingClinic, online, publicBase, slug, zoe } from '../support/online-booking.ts'

const at = (time: string) => `2026-03-03T${time}:00.000Z`
const march = '/api/v1/appointments?from=2026-03-01T00:00:00Z&to=2026-04-01T00:00:00Z'
const otherTimes = (answer: { body: { error: { details: { startAt: string }[] } } }) =>
  answer.body.error.details.map(({ startAt }) => startAt)

test('§31 Online booking is off until an owner switches it on and chooses a slug. Booking that is off and an unknown slug get the same 404.', async () => {
  await using c = await bookingClinic()
  const { ask } = c.visitor()
  expect((await ask('GET', '/appointment-types')).status).toBe(200)
  const unknown = await c.anonymous('GET', '/api/v1/public/practices/nobody/appointment-types')
  const settings = { slug, frameAncestors: [], requestHours: 48, mostOpenRequests: 20 }
  const without = { ...settings, slug: null, enabled: true }
  expect((await c.owner.call('PATCH', '/api/v1/practice', { onlineBooking: without })).status).toBe(400)
  const off = await c.owner.call('PATCH', '/api/v1/practice', {
    onlineBooking: { ...settings, enabled: false },
  })
  expect(off.data.onlineBooking).toEqual({ ...settings, enabled: false })
  const closed = await ask('GET', '/appointment-types')
  expect([closed.status, unknown.status]).toEqual([404, 404])
  expect(closed.body.error).toEqual(unknown.body.error)
})

test('§31 No two practices have the same slug: 409 `conflict`.', async () => {
  await using c = await bookingClinic()
  const onlineBooking = { enabled: true, slug, frameAncestors: [], requestHours: 1, mostOpenRequests: 1 }
  const { status, body } = await c.stranger.call('PATCH', '/api/v1/practice', { onlineBooking })
  expect(status).toBe(409)
  expect(body.error.details[0].path).toBe('onlineBooking.slug')
})

test('§31 A held time is in the calendar as an `unavailable` entry with `hold`, without patient and maker. Nobody else can book it.', async () => {
  await using c = await bookingClinic()
  const held = await c.visitor().hold(at('10:00'))
  expect(held.status).toBe(201)
  expect(held.data).toMatchObject({ mode: 'instant', startAt: at('10:00'), endAt: at('10:30') })
  const { data } = await c.owner.call('GET', march)
  expect(data.appointments).toMatchObject([
    {
      type: 'unavailable',
      patientId: null,
      createdBy: null,
      title: null,
      chairId: c.chairId,
      startAt: at('10:00'),
      hold: { expiresAt: held.data.expiresAt },
    },
  ])
  const booking = { type: 'appointment', startAt: at('10:00'), endAt: at('10:30'), chairId: c.chairId }
  const refused = await c.owner.call('POST', '/api/v1/appointments', booking)
  expect(refused.status).toBe(409)
  expect(refused.body.error.details).toMatchObject([{ entryId: data.appointments[0].id }])
})

test('§31 A visitor who chooses a time that is gone gets three other times at once.', async () => {
  await using c = await bookingClinic()
  await c.visitor().hold(at('10:00'))
  const late = await c.visitor().hold(at('10:15'))
  expect(late.status).toBe(409)
  expect(otherTimes(late)).toEqual([at('09:30'), at('10:30'), at('10:45')])
})

test('§31 A request for a day thousands of years ahead is answered after a look at only some days.', async () => {
  await using c = await bookingClinic()
  expect((await c.owner.call('PATCH', `/api/v1/chairs/${c.chairId}`, { active: false })).status).toBe(200)
  const days = spyOn(Temporal.PlainDate, 'from')
  try {
    expect((await c.visitor().hold('9999-12-31T10:00:00.000Z')).status).toBe(409)
    expect(days.mock.calls.length).toBeLessThan(500)
  } finally {
    days.mockRestore()
  }
})

test('§31 A hold ends after ten minutes, and is then shown to nobody. The next write removes it, without archive and audit trail.', async () => {
  await using c = await bookingClinic()
  const trail = (await auditRows(c)).length
  await c.visitor().hold(at('10:00'))
  c.clock.now += holdMs - 1
  expect((await c.owner.call('GET', march)).data.appointments).toHaveLength(1)
  c.clock.now += 1
  const held = (await c.practice.read.practiceKey) && (await c.owner.call('GET', march)).data.appointments
  expect(held).toEqual([])
  const day = await c.owner.call('GET', '/api/v1/day?date=2026-03-03')
  expect(day.data.entries).toEqual([])
  const booking = { type: 'appointment', startAt: at('10:00'), endAt: at('10:30'), chairId: c.chairId }
  expect((await c.owner.call('POST', '/api/v1/appointments', booking)).status).toBe(201)
  expect((await c.owner.call('GET', '/api/v1/archive')).data.items).toEqual([])
  const acts = (await auditRows(c)).slice(trail).map(({ action }) => action)
  expect(acts).not.toContain('holdTime')
})

test('§31 Every member may release a hold by deleting its entry. Nobody may change the entry: 409.', async () => {
  await using c = await bookingClinic()
  const visitor = c.visitor()
  const { secret } = (await visitor.hold(at('10:00'))).data
  const [entry] = (await c.owner.call('GET', march)).data.appointments
  const path = `/api/v1/appointments/${entry.id}`
  expect((await c.assistant.call('PATCH', path, { startAt: at('11:00'), endAt: at('11:30') })).status).toBe(
    409,
  )
  expect((await c.assistant.call('DELETE', path)).status).toBe(200)
  expect((await c.owner.call('GET', '/api/v1/archive')).data.items).toEqual([])
  const code = await visitor.ask('POST', '/holds/code', { secret, email: 'a@example.org', language: 'en' })
  expect(code.status).toBe(409)
  expect(otherTimes(code)).toHaveLength(3)
})

test('§31 The chair of a hold that has ended can be deleted.', async () => {
  await using c = await bookingClinic()
  await c.visitor().hold(at('10:00'))
  const path = `/api/v1/chairs/${c.chairId}`
  expect((await c.owner.call('DELETE', path)).status).toBe(409)
  c.clock.now += holdMs
  expect((await c.owner.call('DELETE', path)).status).toBe(200)
})

test("§31 With the code and the person's data, a hold becomes an appointment. Confirming it twice books once, with the same answer.", async () => {
  await using c = await bookingClinic()
  const visitor = c.visitor()
  const { secret } = (await visitor.hold(at('10:00'))).data
  const code = await visitor.code(secret)
  const [first, second] = await Promise.all([visitor.confirm(secret, code), visitor.confirm(secret, code)])
  expect(first.data).toEqual({
    state: 'booked',
    startAt: at('10:00'),
    endAt: at('10:30'),
    practitioner: null,
    decidedBy: null,
  })
  expect(second.data).toEqual(first.data)
  const [entry, ...more] = (await c.owner.call('GET', march)).data.appointments
  expect(more).toEqual([])
  expect(entry).toMatchObject({ type: 'appointment', title: 'Check-up', createdBy: null, hold: null })
  expect(entry.metadata.online).toEqual({
    proof: 'email',
    answers: [{ question: 'What is it about?', answer: 'Pain' }],
  })
  const patient = await c.owner.call('GET', `/api/v1/patients/${entry.patientId}`)
  expect(patient.data).toMatchObject({ firstName: 'Zoé', email: 'zoe@example.org', preferredLanguage: 'en' })
  const rows = (await auditRows(c)).filter(({ action }) => action === 'confirmHold')
  expect(rows.map(({ actor, recordKind, detail }) => [actor, recordKind, detail])).toEqual([
    ['patient', 'patient', expect.objectContaining({ proof: 'email' })],
    ['patient', 'appointment', expect.objectContaining({ proof: 'email' })],
  ])
})

test('§31 A confirmation code is valid for ten minutes and five tries. A wrong code is 400, and a code that has ended is 409 at `code`.', async () => {
  await using c = await bookingClinic()
  const visitor = c.visitor()
  const { secret } = (await visitor.hold(at('10:00'))).data
  expect((await visitor.confirm(secret, '123456')).body.error.details[0].path).toBe('code')
  const code = await visitor.code(secret)
  const wrong = code === '000000' ? '000001' : '000000'
  for (let tries = 0; tries < 5; tries++) expect((await visitor.confirm(secret, wrong)).status).toBe(400)
  expect((await visitor.confirm(secret, code)).status).toBe(409)
  expect((await visitor.confirm(secret, await visitor.code(secret))).status).toBe(200)
})

test('§31 An unknown secret of a hold is 404. A hold that has ended is 409 with three other times, also with the right code.', async () => {
  await using c = await bookingClinic()
  const visitor = c.visitor()
  expect((await visitor.confirm('ch_unknown', '123456')).status).toBe(404)
  const { secret } = (await visitor.hold(at('10:00'))).data
  const code = await visitor.code(secret)
  c.clock.now += holdMs
  const late = await visitor.confirm(secret, code)
  expect(late.status).toBe(409)
  expect(otherTimes(late)).toHaveLength(3)
  expect((await c.owner.call('GET', march)).data.appointments).toEqual([])
})

test('§31 A network can hold two times at once before a contact is proven, and a practice ten. One more hold is 429.', async () => {
  await using c = await bookingClinic()
  const visitor = c.visitor('2001:db8:1:2::3')
  const neighbour = c.visitor('2001:db8:1:2::ffff')
  const first = await visitor.hold(at('08:00'))
  expect(first.status).toBe(201)
  expect((await neighbour.hold('2026-03-04T08:00:00Z')).status).toBe(201)
  const third = await visitor.hold('2026-03-05T08:00:00Z')
  expect(third.status).toBe(429)
  expect(Number(third.headers.get('retry-after'))).toBe(holdMs / 1_000)
  const instead = await visitor.hold('2026-03-05T08:00:00Z', { insteadOf: first.data.secret })
  expect(instead.status).toBe(201)
  for (let day = 6; day < 14; day++)
    expect((await c.visitor().hold(`2026-03-${String(day).padStart(2, '0')}T08:00:00Z`)).status).toBe(201)
  expect((await c.visitor().hold('2026-03-20T08:00:00Z')).status).toBe(429)
  // The service does not look for offers then. So a time that is taken gets the same answer.
  expect((await c.visitor().hold('2026-03-06T08:00:00Z')).status).toBe(429)
  c.clock.now += holdMs
  expect((await c.visitor().hold('2026-03-20T08:00:00Z')).status).toBe(201)
})

test('§31 Beyond the first, unproven holds take away at most a quarter of the times that a day offers.', async () => {
  await using c = await bookingClinic()
  // A day has 31 offers, and a hold in the middle of the day removes three of them.
  const answers = []
  for (const time of ['09:00', '10:00', '11:00', '12:00'])
    answers.push((await c.visitor().hold(at(time))).status)
  expect(answers).toEqual([201, 201, 429, 429])
})

test('§31 The offers of all appointment types count together, so short holds do not take away the times of a long type.', async () => {
  await using c = await bookingClinic()
  const long = { name: 'Long', durationMinutes: 240, online: online('instant') }
  for (const name of ['Long', 'Longer', 'Longest'])
    expect((await c.owner.call('POST', '/api/v1/appointment-types', { ...long, name })).status).toBe(201)
  const different = await c.owner.call('POST', '/api/v1/appointment-types', {
    ...long,
    name: 'Other',
    durationMinutes: 235,
  })
  expect(different.status).toBe(201)
  // The two long types have 17 offers each, and the short type has 31. Types with the same times count once.
  const answers = []
  for (const time of ['08:00', '12:00']) answers.push((await c.visitor().hold(at(time))).status)
  expect(answers).toEqual([201, 429])
})

test('§31 The offers of at most twenty appointment types count, so a hold costs the same in a practice with many types.', async () => {
  await using c = await bookingClinic('instant', { leastNoticeMinutes: 0 })
  const statements: number[] = []
  let kinds = 1
  for (const [most, time] of [
    [mostKindsCounted + 5, '09:00'],
    [mostKindsCounted + 25, '13:00'],
  ] as const) {
    for (; kinds < most; kinds++) {
      const kind = { name: `Kind ${kinds}`, durationMinutes: 5 + kinds, online: online('instant') }
      expect((await c.owner.call('POST', '/api/v1/appointment-types', kind)).status).toBe(201)
    }
    const visitor = c.visitor()
    const first = await visitor.hold(at(time))
    const prepared = spyOn(Connection.prototype, 'prepared')
    const second = await visitor.hold(at(time.replace('00', '30')))
    statements.push(prepared.mock.calls.length)
    prepared.mockRestore()
    expect([first.status, second.status]).toEqual([201, 201])
    c.clock.now += holdMs
  }
  expect(statements[0]).toBeGreaterThan(mostKindsCounted)
  expect(statements[1]).toBe(statements[0]!)
})

test('§31 Waiting requests and unproven holds together take away at most half of the times that a day offers.', async () => {
  await using c = await bookingClinic('request')
  const answers = []
  for (const time of ['08:30', '09:30', '10:30', '11:30', '12:30', '13:30'])
    answers.push((await c.visitor().book(at(time))).status)
  // A day has 31 offers, and each request in the middle of the day removes three of them.
  expect(answers).toEqual([200, 200, 200, 200, 200, 429])
  expect((await c.visitor().book('2026-03-04T09:00:00.000Z')).status).toBe(200)
})

test('§31 When a day takes only some bookings, unproven holds beyond the first do not fill the day.', async () => {
  await using c = await bookingClinic('instant', { mostPerDay: 2 })
  expect((await c.visitor().hold(at('09:00'))).status).toBe(201)
  expect((await c.visitor().hold(at('10:00'))).status).toBe(429)
})

test('§31 A hold ends when its time begins, so nobody books a time that has begun.', async () => {
  await using c = await bookingClinic('instant', { leastNoticeMinutes: 0 })
  c.clock.now = Date.parse(at('09:59'))
  const visitor = c.visitor()
  const { secret, expiresAt } = (await visitor.hold(at('10:00'))).data
  expect(expiresAt).toBe(at('10:00'))
  const code = await visitor.code(secret)
  c.clock.now = Date.parse(at('10:00'))
  expect((await visitor.confirm(secret, code)).status).toBe(409)
})

test('§31 An e-mail address belongs to a patient only when its letters are the same: `ß` is not `ss`.', async () => {
  await using c = await bookingClinic()
  const patient = await c.owner.call('POST', '/api/v1/patients', { ...zoe, email: 'Zoe@strasse.example' })
  const visitor = c.visitor()
  const { secret } = (await visitor.hold(at('10:00'))).data
  const code = await visitor.code(secret, { email: 'zoe@straße.example' })
  expect((await visitor.confirm(secret, code)).status).toBe(200)
  const [entry] = (await c.owner.call('GET', march)).data.appointments
  expect(entry.patientId).not.toBe(patient.data.id)
})

test('§31 What a visitor held and typed is forgotten an hour after the hold began, also when a member released it.', async () => {
  await using c = await bookingClinic()
  await c.visitor().hold(at('10:00'))
  const [entry] = (await c.owner.call('GET', march)).data.appointments
  expect((await c.owner.call('DELETE', `/api/v1/appointments/${entry.id}`)).status).toBe(200)
  expect(findOnlineBooking(c.practice.read, entry.id)?.state).toBe('closed')
  c.clock.now += 60 * 60_000
  expect(await c.store.holdUpkeep.endNext(c.clock.now)).toBe(true)
  expect(findOnlineBooking(c.practice.read, entry.id)).toBeNull()
})

test('§31 After a clock was ahead, no hold and no count of codes from that time is left.', async () => {
  await using c = await bookingClinic()
  const today = c.clock.now
  c.clock.now += 30 * 86_400_000
  const visitor = c.visitor()
  const { secret } = (await visitor.hold('2026-04-03T10:00:00.000Z')).data
  for (let sent = 0; sent < 3; sent++) await visitor.code(secret)
  c.clock.now = today
  expect(await c.store.holdUpkeep.endNext(c.clock.now)).toBe(true)
  expect(await c.store.holdUpkeep.endNext(c.clock.now)).toBe(false)
  const april = '/api/v1/appointments?from=2026-04-01T00:00:00Z&to=2026-05-01T00:00:00Z'
  expect((await c.owner.call('GET', april)).data.appointments).toEqual([])
  const again = (await visitor.hold('2026-03-05T10:00:00.000Z')).data.secret
  expect((await visitor.confirm(again, await visitor.code(again))).status).toBe(200)
})

test('§31 A type offers only times after its least notice and within its horizon. A day takes as many bookings of a type as the type says.', async () => {
  await using c = await bookingClinic('instant', { leastNoticeMinutes: 180, horizonDays: 2, mostPerDay: 1 })
  const { ask, book } = c.visitor()
  const offers = `/openings?appointmentTypeId=${c.typeId}&known=false`
  const { data } = await ask('GET', offers)
  expect(data.days.map(({ date }: { date: string }) => date)).toEqual([
    '2026-03-02',
    '2026-03-03',
    '2026-03-04',
  ])
  expect(data.days[0].times[0].startAt).toBe('2026-03-02T11:00:00.000Z')
  expect(data.nextFrom).toBeNull()
  expect((await book(at('10:00'))).status).toBe(200)
  const later = await ask('GET', offers)
  expect(later.data.days.map(({ date }: { date: string }) => date)).toEqual(['2026-03-02', '2026-03-04'])
})

test('§31 The visitor says whether they came before, and this chooses the rule of the type. When the type is off for them, the answer is 400.', async () => {
  await using c = await bookingClinic('instant', { newPatients: 'off', knownPatients: 'request' })
  const { hold } = c.visitor()
  expect((await hold(at('10:00'), { known: false })).status).toBe(400)
  expect((await hold(at('10:00'), { known: true })).data.mode).toBe('request')
})

test('§31 Exactly five routes of online booking need no token, each with its method. Every sibling, deeper and encoded path is 401.', async () => {
  await using c = await bookingClinic()
  const open = [
    'GET /appointment-types',
    'GET /openings',
    'POST /holds',
    'POST /holds/code',
    'POST /holds/confirm',
  ]
  const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
  for (const path of open.map((one) => one.split(' ')[1]!)) {
    for (const method of methods) {
      const { status } = await c.anonymous(method, publicBase + path)
      expect({ method, path, isOpen: status !== 401 }).toEqual({
        method,
        path,
        isOpen: open.includes(`${method} ${path}`),
      })
    }
    const [method] = open.find((one) => one.endsWith(` ${path}`))!.split(' ')
    const odd = [
      `${publicBase}${path}/`,
      `${publicBase}${path}/more`,
      `${publicBase}${path}s`,
      `${publicBase}/${path}`,
      `${publicBase}${path.replace(/.$/, (letter) => `%${letter.charCodeAt(0).toString(16)}`)}`,
      `/api/v1/public/practices/linden%70latz${path}`,
      `/api/v1/public/practices/${slug}/x${path}`,
      `/api/v1/public/practices${path}`,
      `/api/v1/public${path}`,
    ]
    for (const at of odd)
      expect({ at, status: (await c.anonymous(method!, at)).status }).toEqual({ at, status: 401 })
  }
})
