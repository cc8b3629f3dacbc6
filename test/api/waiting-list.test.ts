/** The waiting list: patients who wait for a free time (RULES §26). */
import { expect, test } from 'bun:test'
import { insertWaiting } from '../../src/store/calendar/waiting-list.ts'
import { insertClosure } from '../../src/store/practice/closures.ts'
import { times, waitingRow } from '../store/records.ts'
import { invalid, notFound, problem, success } from '../support/answers.ts'
import { archivedItems, deleteAt, restore, restored } from '../support/archive.ts'
import type { Client } from '../support/client.ts'
import { clinic } from '../support/clinic.ts'
import {
  absentId,
  at,
  newAppointmentType,
  newChair,
  newEntry,
  newPatient,
  newWaiting,
} from '../support/records.ts'

const path = '/api/v1/waiting-list'

const list = async (call: Client, query = '') => success(await call('GET', `${path}${query}`))
const ids = async (call: Client, query = '') =>
  (await list(call, query)).waiting.map(({ id }: { id: string }) => id)

/** The query for patients who fit into this time of Tuesday, 10 March 2026, in UTC. */
const fits = (from: string, until: string, more = '') => `?fits=${at(from)}/${at(until)}${more}`

test('§26 Any member puts a patient on the waiting list, changes what they wait for, and takes them off.', async () => {
  await using c = await clinic()
  const { call } = c.assistant
  const { id: patientId } = await newPatient(call)
  const { id: chairId } = await newChair(c.owner.call)
  const made = success(
    await call('POST', path, {
      patientId: patientId.toUpperCase(),
      durationMinutes: 45,
      chairIds: [chairId.toUpperCase()],
      weekdays: ['tue', 'mon'],
      startTime: '08:00',
      endTime: '24:00',
      fromDate: '2026-03-09',
      throughDate: '2026-03-31',
      urgency: 'urgent',
      note: '  Works nearby. ',
    }),
    201,
  )
  const expected = {
    id: expect.any(String),
    practiceId: c.owner.practiceId,
    patientId,
    durationMinutes: 45,
    chairIds: [chairId],
    weekdays: ['tue', 'mon'],
    startTime: '08:00',
    endTime: '24:00',
    fromDate: '2026-03-09',
    throughDate: '2026-03-31',
    urgency: 'urgent',
    note: 'Works nearby.',
    appointmentTypeId: null,
    createdBy: c.assistant.userId,
    createdAt: '2026-03-02T08:00:00.000Z',
    updatedAt: '2026-03-02T08:00:00.000Z',
    version: 1,
  }
  expect(made).toEqual(expected)
  const own = `${path}/${made.id}`
  expect(success(await call('GET', own))).toEqual(expected)
  c.clock.now += 1_000
  const changes = { chairIds: null, weekdays: null, note: ' ', endTime: '12:00', urgency: 'whenever' }
  const changed = { ...expected, ...changes, note: null, updatedAt: '2026-03-02T08:00:01.000Z', version: 2 }
  expect(success(await call('PATCH', own, changes))).toEqual(changed)
  expect(success(await call('PATCH', own, {}))).toEqual(changed)
  const patient = { firstName: 'Zoé', lastName: 'Müller', phoneMobile: null, email: null, alerts: [] }
  expect(await list(call)).toEqual({
    waiting: [{ ...changed, patient, expired: false, suggestedStartAt: null }],
    more: false,
  })
  success(await call('DELETE', own))
  notFound(await call('GET', own))
  expect(await list(call)).toEqual({ waiting: [], more: false })
})

test('an item of the waiting list with wrong fields is refused, and the error names their paths', async () => {
  await using c = await clinic()
  const { call } = c.owner
  const { id: patientId } = await newPatient(call)
  const { id: foreign } = await newPatient(c.stranger.call)
  const { id: foreignChair } = await newChair(c.stranger.call)
  const { id: chairId } = await newChair(call)
  const create = (fields: object) =>
    call('POST', path, { patientId, durationMinutes: 30, urgency: 'soon', ...fields })
  for (const durationMinutes of [4, 1441, 30.5, '30', null])
    invalid(await create({ durationMinutes }), 'durationMinutes')
  invalid(await create({ patientId: foreign }), 'patientId')
  invalid(await create({ patientId: absentId, chairIds: [foreignChair] }), 'chairIds.0', 'patientId')
  invalid(await create({ chairIds: [] }), 'chairIds')
  invalid(await create({ chairIds: [chairId, chairId] }), 'chairIds')
  invalid(await create({ chairIds: Array.from({ length: 51 }, () => chairId) }), 'chairIds')
  invalid(await create({ weekdays: [] }), 'weekdays')
  invalid(await create({ weekdays: ['mon', 'mon'] }), 'weekdays')
  invalid(await create({ weekdays: ['monday'] }), 'weekdays.0')
  invalid(await create({ startTime: '24:00' }), 'startTime')
  invalid(await create({ startTime: '10:00', endTime: '10:00' }), 'endTime')
  invalid(await create({ fromDate: '2026-02-30' }), 'fromDate')
  invalid(await create({ fromDate: '2026-03-02', throughDate: '2026-03-01' }), 'throughDate')
  invalid(await create({ urgency: 'high' }), 'urgency')
  invalid(await create({ note: 'x'.repeat(1_001) }), 'note')
  const limits = { startTime: '10:00', endTime: '11:00', fromDate: '2026-03-02', throughDate: '2026-03-02' }
  const { id } = success(await create({ ...limits, note: 'x'.repeat(1_000) }), 201)
  const edit = (fields: object) => call('PATCH', `${path}/${id}`, fields)
  invalid(await edit({ startTime: '11:00' }), 'endTime')
  invalid(await edit({ endTime: '10:00', throughDate: '2026-03-01' }), 'endTime', 'throughDate')
  invalid(await edit({ chairIds: [chairId, foreignChair] }), 'chairIds.1')
  invalid(await edit({ patientId }), 'patientId')
  success(await edit({ startTime: null, throughDate: null }))
  expect((await ids(c.stranger.call)).length).toBe(0)
})

test('§26 The waiting list shows patients who need a time sooner first, and then patients who have waited longer.', async () => {
  await using c = await clinic()
  const { call } = c.owner
  const { id: patientId } = await newPatient(call, { phoneMobile: '0151 23456789', email: 'zoe@example.org' })
  const made: Record<string, string> = {}
  for (const [name, urgency] of Object.entries({
    later: 'whenever',
    soon: 'soon',
    urgent: 'urgent',
    soonToo: 'soon',
    urgentToo: 'urgent',
  })) {
    made[name] = (await newWaiting(call, { patientId, urgency })).id
    c.clock.now += 1_000
  }
  const inOrder = (...names: string[]) => names.map((name) => made[name]!)
  expect(await ids(call)).toEqual(inOrder('urgent', 'urgentToo', 'soon', 'soonToo', 'later'))
  success(await call('PATCH', `${path}/${made.later}`, { urgency: 'urgent' }))
  expect(await ids(call)).toEqual(inOrder('later', 'urgent', 'urgentToo', 'soon', 'soonToo'))
  expect((await list(call)).waiting[0].patient).toEqual({
    firstName: 'Zoé',
    lastName: 'Müller',
    phoneMobile: '0151 23456789',
    email: 'zoe@example.org',
    alerts: [],
  })
})

test('§30 A patient on the waiting list may wait for an active type. Then only the chairs of this type suit them.', async () => {
  await using c = await clinic()
  const { call } = c.owner
  const { id: patientId } = await newPatient(call)
  const [one, two] = [await newChair(call), await newChair(call)]
  const type = await newAppointmentType(call, { chairIds: [two.id] })
  const other = await newAppointmentType(call, { name: 'X-ray', active: false })
  const body = { patientId, durationMinutes: 30, urgency: 'soon' }
  invalid(
    await call('POST', '/api/v1/waiting-list', { ...body, appointmentTypeId: other.id }),
    'appointmentTypeId',
  )
  const waiting = await newWaiting(call, { patientId, appointmentTypeId: type.id.toUpperCase() })
  expect(waiting.appointmentTypeId).toBe(type.id)
  const who = async (chairId: string) =>
    (await list(call, fits('08:00', '10:00', `&chairId=${chairId}`))).waiting.map(
      ({ id }: { id: string }) => id,
    )
  expect([await who(one.id), await who(two.id)]).toEqual([[], [waiting.id]])
  const path = `/api/v1/waiting-list/${waiting.id}`
  success(await call('DELETE', `/api/v1/appointment-types/${type.id}`))
  // An item may keep an appointment type that was archived later. The type can also be removed.
  success(await call('PATCH', path, { appointmentTypeId: type.id, note: 'Later.' }))
  invalid(await call('PATCH', path, { appointmentTypeId: other.id }), 'appointmentTypeId')
  expect(success(await call('PATCH', path, { appointmentTypeId: null })).appointmentTypeId).toBeNull()
  expect(await who(one.id)).toEqual([waiting.id])
})

test('§26 With `fits`, the waiting list shows the patients who fit into a free time, and the start for each.', async () => {
  await using c = await clinic()
  const { call } = c.owner
  const { id: patientId } = await newPatient(call)
  const [one, two] = [await newChair(call), await newChair(call)]
  const waits = async (fields: object) => (await newWaiting(call, { patientId, ...fields })).id as string
  const short = await waits({ durationMinutes: 15 })
  const long = await waits({ durationMinutes: 90 })
  const onTwo = await waits({ chairIds: [two.id] })
  const wednesdays = await waits({ weekdays: ['wed'] })
  // 09:30 in Berlin is 08:30 in UTC.
  const late = await waits({ startTime: '09:30', endTime: '10:00' })
  const early = await waits({ endTime: '09:15', durationMinutes: 15 })
  const nextWeek = await waits({ fromDate: '2026-03-11' })
  const starts = async (query: string) =>
    Object.fromEntries(
      (await list(call, query)).waiting.map(({ id, suggestedStartAt }: Record<string, string>) => [
        id,
        suggestedStartAt!.slice(11, 16),
      ]),
    )
  expect(await starts(fits('08:00', '09:00'))).toEqual({
    [short]: '08:00',
    [onTwo]: '08:00',
    [late]: '08:30',
    [early]: '08:00',
  })
  expect(await starts(fits('08:10', '10:00', `&chairId=${one.id}`))).toEqual({
    [short]: '08:10',
    [long]: '08:10',
    [late]: '08:30',
  })
  expect(await starts(`?fits=${at('08:00')}/2026-03-11T08:00:00+01:00`)).toEqual({
    [short]: '08:00',
    [long]: '08:00',
    [onTwo]: '08:00',
    [wednesdays]: '23:00',
    [nextWeek]: '23:00',
    [late]: '08:30',
    [early]: '08:00',
  })
  expect(await ids(call, `?chairId=${one.id.toUpperCase()}`)).not.toContain(onTwo)
  expect(await list(c.stranger.call, fits('08:00', '09:00'))).toEqual({ waiting: [], more: false })
})

test('§26 No patient is offered a time that is over, or a time after their last day.', async () => {
  await using c = await clinic()
  const { call } = c.owner
  const { id: patientId } = await newPatient(call)
  const until = await newWaiting(call, { patientId, throughDate: '2026-03-10' })
  const always = await newWaiting(call, { patientId })
  c.clock.now = Date.parse(at('08:10')) + 1
  const [first] = (await list(call, fits('08:00', '09:00'))).waiting
  expect([first.id, first.suggestedStartAt, first.expired]).toEqual([until.id, at('08:11'), false])
  expect(await ids(call, fits('07:00', '08:00'))).toEqual([])
  // The next day has begun in Berlin.
  c.clock.now = Date.parse(at('23:00'))
  const { waiting } = await list(call)
  expect(waiting.map(({ id, expired }: { id: string; expired: boolean }) => [id, expired])).toEqual([
    [until.id, true],
    [always.id, false],
  ])
  expect(await ids(call, `?fits=${at('22:00')}/2026-03-11T09:00Z`)).toEqual([always.id])
})

test('§26 A `fits` that is malformed, or longer than 48 hours, is refused.', async () => {
  await using c = await clinic()
  const { id: foreignChair } = await newChair(c.stranger.call)
  const ask = (query: string) => c.owner.call('GET', `${path}?${query}`)
  for (const wrong of [
    '',
    '/',
    at('08:00'),
    `${at('08:00')}/`,
    `${at('08:00')}/${at('09:00')}/`,
    `${at('09:00')}/${at('09:00')}`,
    `${at('09:00')}/${at('08:00')}`,
    '2026-03-10T08:00/2026-03-10T09:00',
    '2026-03-10T08:00:00Z/2026-03-12T08:00:00.001Z',
    'x'.repeat(101),
  ])
    invalid(await ask(`fits=${encodeURIComponent(wrong)}`), 'fits')
  success(await ask('fits=2026-03-10T08:00:00Z/2026-03-12T08:00:00Z'))
  // Some clients do not percent-encode the plus sign of an offset.
  success(await ask('fits=2026-03-10T08:00:00+01:00/2026-03-10T09:00:00%2B01:00'))
  for (const chairId of ['x', absentId, foreignChair]) invalid(await ask(`chairId=${chairId}`), 'chairId')
})

test('§26 Booking a patient takes them off the waiting list, and both can be undone.', async () => {
  await using c = await clinic()
  const { call } = c.assistant
  const { id: patientId } = await newPatient(call)
  const chair = await newChair(c.owner.call)
  const waits = await newWaiting(call, { patientId, durationMinutes: 45, note: 'Works nearby.' })
  const booking = { startAt: at('09:00'), chairId: chair.id, title: 'Check-up', color: '#22c55e' }
  const entry = success(await call('POST', `${path}/${waits.id}/book`, booking), 201)
  expect(entry).toMatchObject({
    type: 'appointment',
    patientId,
    chairId: chair.id,
    title: 'Check-up',
    color: '#22c55e',
    serviceRef: null,
    startAt: at('09:00'),
    endAt: at('09:45'),
    createdBy: c.assistant.userId,
    version: 1,
    warnings: [],
  })
  const { warnings: _, ...asRead } = entry
  expect(success(await call('GET', `/api/v1/appointments/${entry.id}`))).toEqual(asRead)
  const { reminders } = success(await call('GET', `/api/v1/appointments/${entry.id}/reminders`))
  expect(reminders.length).toBeGreaterThan(0)
  notFound(await call('GET', `${path}/${waits.id}`))
  const [item] = await archivedItems(c.owner.call, '?kind=waiting')
  expect(item).toMatchObject({
    recordId: waits.id,
    patientId,
    label: null,
    patientName: 'Zoé Müller',
    durationMinutes: 45,
    keepUntil: '2027-03-02T08:00:00.000Z',
  })
  expect(await restored(c.owner.call, item.id)).toEqual([])
  const back = success(await call('GET', `${path}/${waits.id}`))
  expect(back).toEqual({ ...waits, version: 2 })
  const longer = { ...booking, startAt: at('11:00'), endAt: at('13:00') }
  expect(success(await call('POST', `${path}/${waits.id}/book`, longer), 201).endAt).toBe(at('13:00'))
})

test('a waiting patient can be booked inside a closure with a warning, but the inbox does not offer this time', async () => {
  await using c = await clinic()
  const { call } = c.owner
  const { id: patientId } = await newPatient(call)
  const chair = await newChair(call)
  const waits = await newWaiting(call, { patientId })
  await c.practice.write((tx) => {
    const days = { fromDate: '2026-03-02', throughDate: '2026-03-03', startTime: null, endTime: null }
    insertClosure(tx, {
      id: absentId,
      name: 'Holidays',
      ...days,
      yearly: false,
      chairIds: [chair.id],
      ...times,
    })
    tx.record({ kind: 'write' })
  })
  const { items } = success(await call('GET', '/api/v1/inbox'))
  expect(items).toMatchObject([{ recordId: waits.id, startAt: '2026-03-04T08:00:00.000Z' }])
  const booking = { startAt: '2026-03-03T08:00:00Z', chairId: chair.id }
  const { warnings } = success(await call('POST', `${path}/${waits.id}/book`, booking), 201)
  expect(warnings).toMatchObject([{ code: 'closed', closureId: absentId, name: 'Holidays' }])
})

test('§26 When the booking of a patient is refused, the patient stays on the waiting list.', async () => {
  await using c = await clinic()
  const { call } = c.owner
  const { id: patientId } = await newPatient(call)
  const [chair, out] = [await newChair(call), await newChair(call, { active: false })]
  const taken = await newEntry(call, { chairId: chair.id })
  const waits = await newWaiting(call, { patientId })
  const book = (fields: object) =>
    call('POST', `${path}/${waits.id}/book`, { startAt: at('09:45'), chairId: chair.id, ...fields })
  const answer = await book({})
  problem(answer, 409, 'conflict', ['startAt'])
  expect(answer.body.error.details[0].entryId).toBe(taken.id)
  invalid(await book({ chairId: out.id }), 'chairId')
  invalid(await book({ chairId: absentId }), 'chairId')
  invalid(await book({ endAt: at('09:45') }), 'endAt')
  invalid(await book({ startAt: '9999-12-31T23:59:00Z' }), 'startAt')
  for (const field of ['type', 'patientId']) invalid(await book({ [field]: 'appointment' }), field)
  invalid(await call('POST', `${path}/${waits.id}/book`, { startAt: at('09:45') }), 'chairId')
  expect(await ids(call)).toEqual([waits.id])
  expect(await archivedItems(call)).toEqual([])
  success(await book({ startAt: at('10:00') }), 201)
})

test('§26 When two desks book the same time at once, one booking succeeds, and no patient is booked twice.', async () => {
  await using c = await clinic()
  const { id: patientId } = await newPatient(c.owner.call)
  const chairs = [await newChair(c.owner.call), await newChair(c.owner.call)]
  const waits = await newWaiting(c.owner.call, { patientId })
  const answers = await Promise.all(
    [c.owner, c.assistant].map(({ call }, i) =>
      call('POST', `${path}/${waits.id}/book`, { startAt: at('09:00'), chairId: chairs[i]!.id }),
    ),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 404])
  // When two patients are booked on one chair at the same time, the second one stays on the waiting list.
  const two = [await newWaiting(c.owner.call, { patientId }), await newWaiting(c.owner.call, { patientId })]
  const race = await Promise.all(
    two.map(({ id }) =>
      c.owner.call('POST', `${path}/${id}/book`, { startAt: at('12:00'), chairId: chairs[0]!.id }),
    ),
  )
  expect(race.map(({ status }) => status).sort()).toEqual([201, 409])
  expect(await ids(c.owner.call)).toEqual([two[race.findIndex(({ status }) => status === 409)]!.id])
  const window = `from=${at('00:00')}&to=${at('23:00')}`
  expect(success(await c.owner.call('GET', `/api/v1/appointments?${window}`)).appointments).toHaveLength(2)
})

test('§26 A patient who was taken off the waiting list can come back with their earlier wait, unless the patient is deleted.', async () => {
  await using c = await clinic()
  const { call } = c.owner
  const { id: patientId } = await newPatient(call)
  const waits = await newWaiting(call, { patientId })
  c.clock.now += 60_000
  const item = await deleteAt(call, `/waiting-list/${waits.id}`)
  const patient = await deleteAt(call, `/patients/${patientId}`)
  const [kept] = await archivedItems(call, '?kind=waiting')
  expect(kept).toMatchObject({ patientName: null, durationMinutes: 30 })
  problem(await restore(call, item.id), 409, 'conflict', ['patientId'])
  await restored(call, patient.id)
  expect(await restored(call, item.id)).toEqual([])
  expect((await list(call)).waiting[0]).toMatchObject({ id: waits.id, createdAt: waits.createdAt })
})

test('§26 A deleted patient leaves the waiting list. A restored patient is on the list again.', async () => {
  await using c = await clinic()
  const { call } = c.owner
  const { id: patientId } = await newPatient(call)
  const waits = [await newWaiting(call, { patientId }), await newWaiting(call, { patientId })]
  const { id: other } = await newPatient(call)
  const stays = await newWaiting(call, { patientId: other })
  const item = await deleteAt(call, `/patients/${patientId}`)
  expect(await ids(call)).toEqual([stays.id])
  await restored(call, item.id)
  expect(await ids(call)).toEqual([...waits.map(({ id }) => id), stays.id])
})

test('§8 The waiting list of a practice has at most 1,000 items.', async () => {
  await using c = await clinic()
  const { call } = c.owner
  const { id: patientId } = await newPatient(call)
  const { id } = await newWaiting(call, { patientId })
  const fill = (number: number) =>
    c.practice.write((tx) => {
      for (let i = 0; i < number; i++) insertWaiting(tx, waitingRow({ userId: c.owner.userId, patientId }))
      tx.record({ kind: 'write' })
    })
  await fill(998)
  const create = () => call('POST', path, { patientId, durationMinutes: 30, urgency: 'soon' })
  success(await create(), 201)
  problem(await create(), 409, 'conflict')
  const item = await deleteAt(call, `/waiting-list/${id}`)
  success(await create(), 201)
  problem(await restore(call, item.id), 409, 'conflict')
  expect(await list(call)).toMatchObject({ waiting: { length: 1_000 }, more: false })
  // Restored patients may bring more items than the limit.
  await fill(1)
  expect(await list(call)).toMatchObject({ waiting: { length: 1_000 }, more: true })
  const theirs = await newPatient(c.stranger.call)
  await newWaiting(c.stranger.call, { patientId: theirs.id })
})
