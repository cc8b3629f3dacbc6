import { expect, test } from 'bun:test'
import { insertEntry } from '../../src/store/calendar/entries.ts'
import { entryRow } from '../store/records.ts'
import { invalid, problem, success } from '../support/answers.ts'
import { atOnce, statusCounts } from '../support/at-once.ts'
import type { Answer } from '../support/client.ts'
import { type Clinic, clinic } from '../support/clinic.ts'
import { absentId, at, entriesOfTuesday, entryBody, newChair, newEntry } from '../support/records.ts'

const path = '/api/v1/appointments'

/** Makes a chair that is taken from 09:00 to 10:00. */
async function withTakenChair(c: Clinic, type = 'appointment') {
  const { id: chairId } = await newChair(c.owner.call)
  const taken = await newEntry(c.owner.call, { chairId, type })
  const book = (start: string, end: string, fields: object = {}) =>
    c.assistant.call('POST', path, entryBody({ chairId, startAt: at(start), endAt: at(end), ...fields }))
  const patch = (id: string, body: object) => c.assistant.call('PATCH', `${path}/${id}`, body)
  return { chairId: chairId as string, taken, book, patch }
}

/** Expects a conflict that names exactly these entries. */
function expectConflict(answer: Answer, ...entries: { id: string; startAt: string; endAt: string }[]): void {
  problem(answer, 409, 'conflict')
  const named = entries.map(({ id, startAt, endAt }) => ({
    path: 'startAt',
    message: expect.any(String),
    entryId: id,
    startAt,
    endAt,
  }))
  expect(answer.body.error.details).toEqual(named)
}

test.each([
  ['09:00', '10:00'],
  ['09:15', '09:45'],
  ['08:00', '11:00'],
  ['08:30', '09:01'],
  ['09:59', '10:30'],
  ['09:00', '09:01'],
])(
  '§4.4 An entry is in the way of another one when it starts before the other ends, and ends after the other starts. %s, %s',
  async (start, end) => {
    await using c = await clinic()
    const { taken, book } = await withTakenChair(c)
    for (const type of ['appointment', 'unavailable']) expectConflict(await book(start, end, { type }), taken)
    success(await book(start, end, { type: 'reminder' }), 201)
  },
)

test.each([
  ['08:00', '09:00'],
  ['10:00', '11:00'],
])('§4.4 Entries that touch at a boundary do not overlap. %s, %s', async (start, end) => {
  await using c = await clinic()
  const { book } = await withTakenChair(c)
  success(await book(start, end), 201)
})

test('§2.3 An `appointment` and an `unavailable` block occupy their chair in the same way.', async () => {
  await using c = await clinic()
  const { taken, book } = await withTakenChair(c, 'unavailable')
  expectConflict(await book('09:30', '10:30'), taken)
  success(await book('10:00', '10:30'), 201)
})

test('§2.3 An entry of type `reminder` never occupies a chair, even when the entry names a chair.', async () => {
  await using c = await clinic()
  const { book } = await withTakenChair(c, 'reminder')
  success(await book('09:00', '10:00'), 201)
  success(await book('09:00', '10:00', { type: 'reminder' }), 201)
})

test('§4.4 Entries on different chairs, and entries without a chair, never conflict over a chair. §27 has the rules about a busy practitioner.', async () => {
  await using c = await clinic()
  const { book } = await withTakenChair(c)
  const other = await newChair(c.owner.call)
  success(await book('09:00', '10:00', { chairId: other.id }), 201)
  for (let i = 0; i < 2; i++) success(await book('09:00', '10:00', { chairId: undefined }), 201)
})

test('§4.4 A conflict is 409 `conflict`. Its details name the entries in the way, in order, with their ids and times.', async () => {
  await using c = await clinic()
  const { taken, book } = await withTakenChair(c)
  const second = success(await book('10:00', '10:30', { type: 'unavailable' }), 201)
  const third = success(await book('11:00', '12:00'), 201)
  await book('10:30', '11:00', { type: 'reminder' })
  const untouched = success(await book('12:00', '13:00'), 201)
  expectConflict(await book('09:59', '12:00'), taken, second, third)
  expectConflict(await book('10:00', '12:30'), second, third, untouched)
  expectConflict(await book('00:00', '23:00'), taken, second, third, untouched)
})

test('§4.4 At most 100 entries in the way are named, and the message says how many there are.', async () => {
  await using c = await clinic()
  const { id: chairId } = await newChair(c.owner.call)
  const [many, from] = [2_500, Date.parse(at('00:00'))]
  const time = (minutes: number) => new Date(from + minutes * 60_000).toISOString()
  const entries = Array.from({ length: many }, (_, i) => {
    const times = { startAt: from + i * 60_000, endAt: from + (i + 1) * 60_000 }
    return entryRow({ userId: c.owner.userId, chairId }, times)
  })
  await c.practice.write((tx) => {
    for (const entry of entries) insertEntry(tx, entry)
  })
  const named = entries.slice(0, 100).map(({ id }, i) => ({ id, startAt: time(i), endAt: time(i + 1) }))
  const book = (endAt: string) => c.owner.call('POST', path, entryBody({ chairId, startAt: time(0), endAt }))
  const answer = await book(time(many))
  expectConflict(answer, ...named)
  expect(answer.body.error.message).toBe(
    'The chair is taken at that time: 2500 entries are in the way, and `details` names the first 100. Choose another time or another chair.',
  )
  expect((await book(time(100))).body.error.message).toContain(': 100 entries are in the way. ')
  expect((await book(time(1))).body.error.message).toContain(': 1 entry is in the way. ')
  const { id } = success(
    await c.owner.call('POST', path, entryBody({ startAt: time(0), endAt: time(many) })),
    201,
  )
  expectConflict(await c.owner.call('PATCH', `${path}/${id}`, { chairId }), ...named)
})

test('an entry of several days conflicts with bookings on its first and its last day', async () => {
  await using c = await clinic()
  const { chairId, book } = await withTakenChair(c)
  const long = await newEntry(c.owner.call, {
    chairId,
    startAt: at('10:00'),
    endAt: '2026-03-12T10:00:00.000Z',
  })
  expectConflict(await book('20:00', '21:00'), long)
  const body = entryBody({ chairId, startAt: '2026-03-12T09:59:00Z', endAt: '2026-03-12T10:01:00Z' })
  expectConflict(await c.owner.call('POST', path, body), long)
})

test('a booking with an unknown patient on a taken chair gets only the error about the patient', async () => {
  await using c = await clinic()
  const { book } = await withTakenChair(c)
  invalid(await book('09:00', '10:00', { patientId: absentId }), 'patientId')
})

test('§4.3 Nothing of a refused booking or change is kept.', async () => {
  await using c = await clinic()
  const { chairId, taken, book } = await withTakenChair(c)
  const free = await newEntry(c.owner.call, { chairId, startAt: at('11:00'), endAt: at('12:00') })
  problem(
    await c.owner.call('PATCH', `${path}/${free.id}`, { startAt: at('09:30'), title: 'Moved' }),
    409,
    'conflict',
  )
  await book('09:30', '10:30')
  expect(await entriesOfTuesday(c.owner.call)).toEqual([taken, free])
})

test('a change of an entry never conflicts with the entry itself', async () => {
  await using c = await clinic()
  const { taken, patch } = await withTakenChair(c)
  for (const [startAt, endAt] of [
    ['09:30', '10:30'],
    ['09:00', '11:00'],
    ['09:15', '09:45'],
  ] as const)
    success(await patch(taken.id, { startAt: at(startAt), endAt: at(endAt) }))
  success(await patch(taken.id, { title: 'Stays', type: 'unavailable' }))
})

test('a change of only the start or the end is checked with both resulting times', async () => {
  await using c = await clinic()
  const { taken, book, patch } = await withTakenChair(c)
  const { id } = success(await book('11:00', '12:00'), 201)
  expectConflict(await patch(id, { startAt: at('09:59') }), taken)
  expectConflict(await patch(id, { startAt: at('08:00'), endAt: at('09:01') }), taken)
  success(await patch(id, { startAt: at('10:00') }))
  success(await patch(id, { startAt: at('08:00'), endAt: at('09:00') }))
  expectConflict(await patch(id, { endAt: at('09:01') }), taken)
})

test('§4.4 A change is checked with the chair, type and times that the entry would have after the change.', async () => {
  await using c = await clinic()
  const { chairId, taken, book, patch } = await withTakenChair(c)
  const other = await newChair(c.owner.call)
  const elsewhere = success(await book('09:30', '10:30', { chairId: other.id }), 201)
  const nowhere = success(await book('09:30', '10:30', { chairId: undefined }), 201)
  for (const { id } of [elsewhere, nowhere]) expectConflict(await patch(id, { chairId }), taken)
  expectConflict(await patch(nowhere.id, { chairId: other.id }), elsewhere)
  success(await patch(elsewhere.id, { chairId, startAt: at('10:00') }))
})

test('§3 The type of an entry may change. A reminder becomes an appointment only when its chair is free.', async () => {
  await using c = await clinic()
  const { taken, book, patch } = await withTakenChair(c)
  const { id } = success(await book('09:30', '10:30', { type: 'reminder' }), 201)
  for (const type of ['appointment', 'unavailable']) expectConflict(await patch(id, { type }), taken)
  success(await patch(id, { type: 'reminder', startAt: at('09:00'), endAt: at('10:00') }))
  success(await patch(id, { type: 'appointment', startAt: at('10:00'), endAt: at('10:30') }))
})

test.each([
  ['leaves its chair', { chairId: null }],
  ['becomes a reminder', { type: 'reminder' }],
  ['moves to another time', { startAt: at('20:00'), endAt: at('21:00') }],
])('an entry that %s makes its time free for other entries', async (_, change) => {
  await using c = await clinic()
  const { taken, book, patch } = await withTakenChair(c)
  success(await patch(taken.id, change))
  const inPlace = success(await book('09:00', '10:00'), 201)
  const { chairId, type, startAt, endAt } = taken
  expectConflict(await patch(taken.id, { chairId, type, startAt, endAt }), inPlace)
})

test('the time of a deleted entry can be booked again', async () => {
  await using c = await clinic()
  const { taken, book } = await withTakenChair(c)
  success(await c.owner.call('DELETE', `${path}/${taken.id}`))
  success(await book('09:00', '10:00'), 201)
})

test('§4.4 When many requests book the same time on a chair at once, exactly one succeeds.', async () => {
  await using c = await clinic()
  const { book } = await withTakenChair(c)
  const answers = await atOnce(20, () => book('14:00', '15:00'))
  expect(statusCounts(answers)).toEqual({ 201: 1, 409: 19 })
})
