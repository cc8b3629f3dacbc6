/** Series: entries that are repeated (RULES §22). */
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { newId } from '../../src/domain/id.ts'
import { localTime } from '../../src/domain/time.ts'
import { listNotices } from '../../src/store/notices/notices.ts'
import { insertClosure } from '../../src/store/practice/closures.ts'
import { inFile } from '../store/in-file.ts'
import { invalid, notFound, problem, success } from '../support/answers.ts'
import { atOnce, statusCounts } from '../support/at-once.ts'
import { reachable } from '../support/booked.ts'
import type { Answer } from '../support/client.ts'
import { type Clinic, clinic, monday } from '../support/clinic.ts'
import { absentId, type Fields, malformedIds, newChair, newEntry, newPatient } from '../support/records.ts'

const path = '/api/v1/appointments/series'
const minute = 60_000

/** Mondays from 09:00 to 09:30 in Berlin, from 16 March 2026 on. The clocks change on 29 March. */
const mondays = (fields: Fields = {}): Fields => ({
  type: 'appointment',
  startAt: '2026-03-16T08:00:00.000Z',
  endAt: '2026-03-16T08:30:00.000Z',
  repeat: { every: 1, unit: 'week', count: 4 },
  ...fields,
})
const starts = ['2026-03-16T08', '2026-03-23T08', '2026-03-30T07', '2026-04-06T07'].map(
  (hour) => `${hour}:00:00.000Z`,
)

const book = (c: Clinic, fields: Fields = {}) => c.owner.call('POST', path, mondays(fields))

async function booked(c: Clinic, fields: Fields = {}) {
  const answer = success(await book(c, fields), 201)
  const { seriesId } = answer
  const appointments = answer.appointments.map(({ warnings: _, ...entry }: { warnings: [] }) => entry)
  const of = `/api/v1/series/${seriesId}`
  const ids: string[] = appointments.map(({ id }: { id: string }) => id)
  return {
    seriesId,
    appointments,
    ids,
    read: () => c.owner.call('GET', of),
    move: (n: number, scope: string, body: Fields) =>
      c.owner.call('POST', `${of}/moves`, { appointmentId: ids[n], scope, ...body }),
    cancel: (n: number, scope: string, body: Fields = {}) =>
      c.owner.call('POST', `${of}/cancellations`, {
        appointmentId: ids[n],
        scope,
        reason: 'Treatment ended',
        by: 'patient',
        ...body,
      }),
  }
}

const startsOf = (answer: Answer, name = 'appointments'): string[] =>
  success(answer)[name].map(({ startAt }: { startAt: string }) => startAt)

const everything = (c: Clinic) =>
  ['entries', 'reminder_jobs', 'past_reminders', 'cancellations', 'audit', 'retries'].map((table) =>
    inFile(c.path, `SELECT * FROM ${table}`),
  )

describe('a new series', () => {
  test('§22.2 A series has its occurrences at the same local time. They are ordinary entries with one `seriesId`.', async () => {
    await using c = await clinic()
    const [{ id: chairId }, { id: patientId }] = [
      await newChair(c.owner.call),
      await newPatient(c.owner.call),
    ]
    const more = {
      chairId,
      patientId,
      title: 'Physio',
      color: 'red',
      serviceRef: '01',
      notes: 'Brings a towel.',
    }
    const { seriesId, appointments } = await booked(c, more)
    expect(appointments.map(({ startAt }: { startAt: string }) => startAt)).toEqual(starts)
    for (const one of appointments) {
      expect(one).toMatchObject({ seriesId, type: 'appointment', version: 1, ...more })
      expect(success(await c.owner.call('GET', `/api/v1/appointments/${one.id}`))).toEqual(one)
    }
    expect((await newEntry(c.owner.call)).seriesId).toBe(null)
  })

  test('§22.2 A series may end on a day, that day included.', async () => {
    await using c = await clinic()
    const until = (until: string) => book(c, { repeat: { every: 2, unit: 'week', until } })
    expect(success(await until('2026-03-30'), 201).appointments).toHaveLength(2)
    expect(success(await until('2026-03-29'), 201).appointments).toHaveLength(1)
  })

  test('§22.2 A series has at most 104 occurrences, whether its end is a number of occurrences or a day.', async () => {
    await using c = await clinic()
    const repeat = (repeat: Fields) => book(c, { repeat: { every: 1, unit: 'day', ...repeat } })
    expect(success(await repeat({ count: 104 }), 201).appointments).toHaveLength(104)
    expect(success(await repeat({ until: '2026-06-27' }), 201).appointments).toHaveLength(104)
    invalid(await repeat({ count: 105 }), 'repeat.count')
    invalid(await repeat({ until: '2026-06-28' }), 'repeat.until')
  })

  test('§22.2 A series leaves out the days in `skip`. A series without any occurrence left is refused.', async () => {
    await using c = await clinic()
    const repeat = (repeat: Fields) => book(c, { repeat: { every: 1, unit: 'week', ...repeat } })
    const { appointments } = success(await repeat({ count: 2, skip: ['2026-03-23'] }), 201)
    expect(appointments).toMatchObject([{ startAt: starts[0] }, { startAt: starts[2] }])
    invalid(await repeat({ until: '2026-03-22', skip: ['2026-03-16'] }), 'repeat.skip')
    const many = Array.from({ length: 105 }, (_, i) => new Date(i * 86_400_000).toISOString().slice(0, 10))
    expect((await repeat({ count: 2, skip: many.slice(1) })).status).toBe(201)
    invalid(await repeat({ count: 2, skip: many }), 'repeat.skip')
  })

  test('a new series may be in the past, like a booking', async () => {
    await using c = await clinic()
    const { appointments } = await booked(c, {
      startAt: '2026-02-02T08:00:00Z',
      endAt: '2026-02-02T09:00:00Z',
      repeat: { every: 1, unit: 'month', count: 2 },
    })
    expect(appointments).toHaveLength(2)
  })

  test.each([
    [{ every: 0, unit: 'week', count: 4 }, 'repeat.every'],
    [{ every: 53, unit: 'week', count: 4 }, 'repeat.every'],
    [{ every: 1, unit: 'year', count: 4 }, 'repeat.unit'],
    [{ every: 1, unit: 'week', count: 1 }, 'repeat.count'],
    [{ every: 1, unit: 'week' }, 'repeat.count'],
    [{ every: 1, unit: 'week', count: 4, until: '2026-04-06' }, 'repeat.until'],
    [{ every: 1, unit: 'week', until: '2026-02-30' }, 'repeat.until'],
    [{ every: 1, unit: 'week', until: '2026-03-15' }, 'repeat.until'],
    [{ every: 1, unit: 'week', count: 4, on: 'mon' }, 'repeat.on'],
  ])('a new series with the repeat %j is refused', async (repeat, wrong) => {
    await using c = await clinic()
    invalid(await book(c, { repeat }), wrong)
  })

  test('§22.2 A series is refused with an unknown chair or patient, an end before its start, or notes of more than 1,000 characters.', async () => {
    await using c = await clinic()
    invalid(await book(c, { chairId: absentId, patientId: absentId }), 'chairId', 'patientId')
    invalid(await book(c, { endAt: '2026-03-16T08:00:00Z' }), 'endAt')
    invalid(await book(c, { notes: 'x'.repeat(1001) }), 'notes')
    const late = { startAt: '9999-12-20T08:00:00Z', endAt: '9999-12-20T09:00:00Z' }
    invalid(await book(c, late), 'repeat')
    const { id: chairId } = await newChair(c.owner.call, { active: false })
    invalid(await book(c, { chairId }), 'chairId')
    expect(inFile(c.path, 'SELECT * FROM entries')).toEqual([])
  })

  test('§22.2 A series is booked as a whole or not at all. The answer names each clash of each occurrence: `occurrences.7.startAt`.', async () => {
    await using c = await clinic()
    const { id: chairId } = await newChair(c.owner.call)
    const taken = [
      await newEntry(c.owner.call, {
        chairId,
        startAt: '2026-03-23T08:15:00Z',
        endAt: '2026-03-23T08:20:00Z',
      }),
      await newEntry(c.owner.call, {
        chairId,
        startAt: '2026-03-23T08:20:00Z',
        endAt: '2026-03-23T09:00:00Z',
      }),
      await newEntry(c.owner.call, {
        chairId,
        startAt: '2026-04-06T06:00:00Z',
        endAt: '2026-04-06T07:01:00Z',
      }),
    ]
    const before = everything(c)
    const answer = await book(c, { chairId })
    problem(answer, 409, 'conflict')
    expect(answer.body.error.details).toEqual(
      [1, 1, 3].map((n, i) => ({
        path: `occurrences.${n}.startAt`,
        message: 'overlaps an entry on this chair',
        entryId: taken[i].id,
        startAt: taken[i].startAt,
        endAt: taken[i].endAt,
      })),
    )
    expect(answer.body.error.message).toContain(
      'at 2 of the 4 times: 3 entries are in the way. Nothing was changed.',
    )
    expect(everything(c)).toEqual(before)
  })

  test('§22.2 A series is refused when its own occurrences overlap.', async () => {
    await using c = await clinic()
    const { id: chairId } = await newChair(c.owner.call)
    const long = { endAt: '2026-03-17T09:00:00.000Z', repeat: { every: 1, unit: 'day', count: 2 } }
    const answer = await book(c, { chairId, ...long })
    problem(answer, 409, 'conflict', ['occurrences.0.startAt', 'occurrences.1.startAt'])
    expect(answer.body.error.details[1]).toEqual({
      path: 'occurrences.1.startAt',
      message: 'overlaps another occurrence of the series',
      startAt: '2026-03-16T08:00:00.000Z',
      endAt: '2026-03-17T09:00:00.000Z',
    })
    success(await book(c, long), 201)
  })

  test('a refused series names the first 100 conflicts of all its occurrences, and their number', async () => {
    await using c = await clinic()
    const { id: chairId } = await newChair(c.owner.call)
    for (const day of ['2026-03-16', '2026-03-23'])
      for (let i = 0; i < 70; i++) {
        const time = (n: number) => new Date(Date.parse(`${day}T08:00:00Z`) + n * minute).toISOString()
        await newEntry(c.owner.call, { chairId, startAt: time(i), endAt: time(i + 1) })
      }
    const long = { chairId, endAt: '2026-03-16T10:00:00Z' }
    const refused = await book(c, long)
    problem(refused, 409, 'conflict')
    expect(refused.body.error.details).toHaveLength(100)
    expect(refused.body.error.message).toContain(
      '140 entries are in the way, and `details` names the first 100.',
    )
    const dry = success(await c.owner.call('POST', `${path}?dryRun=true`, mondays(long)))
    expect(dry.conflictsTotal).toBe(140)
    expect(
      dry.occurrences.map(({ conflicts, conflictsTotal }: { conflicts: []; conflictsTotal: number }) => [
        conflicts.length,
        conflictsTotal,
      ]),
    ).toEqual([
      [70, 70],
      [30, 70],
      [0, 0],
      [0, 0],
    ])
  })

  test('a new series plans the messages of each occurrence as a single booking does', async () => {
    await using c = await clinic({ atAnyHour: true })
    const { id: patientId } = await newPatient(c.owner.call, reachable)
    const { ids } = await booked(c, { patientId })
    const noticesOf = (id: string) =>
      listNotices(c.practice.read, id).map(({ kind, channel, state, dueAt }) => ({
        kind,
        channel,
        state,
        dueAt,
      }))
    for (const [i, id] of ids.entries()) {
      const times = {
        startAt: starts[i],
        endAt: new Date(Date.parse(starts[i]!) + 30 * minute).toISOString(),
      }
      const alone = await newEntry(c.owner.call, { patientId, ...times })
      expect(noticesOf(id)).toEqual(noticesOf(alone.id))
      expect(noticesOf(id).length).toBeGreaterThan(1)
    }
  })
})

describe('a dry run', () => {
  test('§22.2 With `dryRun=true` the answer shows the occurrences and what is in their way, and nothing is written.', async () => {
    await using c = await clinic()
    const { id: chairId } = await newChair(c.owner.call)
    const taken = await newEntry(c.owner.call, {
      chairId,
      startAt: '2026-03-23T08:15:00.000Z',
      endAt: '2026-03-23T08:45:00.000Z',
    })
    const before = everything(c)
    const dry = success(await c.owner.call('POST', `${path}?dryRun=true`, mondays({ chairId })))
    expect(everything(c)).toEqual(before)
    expect(dry.occurrences).toMatchObject(starts.map((startAt) => ({ startAt })))
    expect(dry.occurrences[1]).toMatchObject({
      startAt: '2026-03-23T08:00:00.000Z',
      endAt: '2026-03-23T08:30:00.000Z',
      conflicts: [{ entryId: taken.id, taken: 'chair', startAt: taken.startAt, endAt: taken.endAt }],
      conflictsTotal: 1,
    })
    expect(dry.conflictsTotal).toBe(1)
  })

  test('a dry run of a series is refused when the series is not valid', async () => {
    await using c = await clinic()
    invalid(await c.owner.call('POST', `${path}?dryRun=true`, mondays({ chairId: absentId })), 'chairId')
    invalid(await c.owner.call('POST', `${path}?dryRun=yes`, mondays()), 'dryRun')
  })

  test('a repeated dry run with its key gets the same answer, and the booking of the series needs another key', async () => {
    await using c = await clinic()
    const send = (query: string) =>
      c.owner.call('POST', path + query, mondays(), { 'idempotency-key': 'series' })
    const [first, again] = [await send('?dryRun=true'), await send('?dryRun=true')]
    expect([first.status, again.status]).toEqual([200, 200])
    expect(again.text).toBe(first.text)
    problem(await send(''), 422, 'idempotency_mismatch')
    expect(inFile(c.path, 'SELECT * FROM entries')).toEqual([])
  })
})

describe('reading a series', () => {
  test('§22.2 `GET /api/v1/series/:seriesId` returns the appointments that stand, and the times of the cancelled ones.', async () => {
    await using c = await clinic()
    const { seriesId, appointments, ids, read, cancel } = await booked(c)
    success(await cancel(1, 'this'))
    success(await c.owner.call('DELETE', `/api/v1/appointments/${ids[3]}`))
    expect(success(await read())).toEqual({
      seriesId,
      appointments: [appointments[0], appointments[2]],
      cancelled: [{ id: ids[1], startAt: starts[1], endAt: '2026-03-23T08:30:00.000Z' }],
    })
  })

  test('a series of another practice, or a series whose entries are all deleted, is not found', async () => {
    await using c = await clinic()
    const { seriesId, ids, cancel } = await booked(c)
    const call = (suffix = '') => `/api/v1/series/${seriesId}${suffix}`
    notFound(await c.stranger.call('GET', call()))
    const cancelling = { appointmentId: ids[0], scope: 'all', reason: 'Ill', by: 'patient' }
    notFound(await c.stranger.call('POST', call('/moves'), { appointmentId: ids[0], scope: 'all' }))
    notFound(await c.stranger.call('POST', call('/cancellations'), cancelling))
    success(await cancel(0, 'all'))
    expect(success(await c.owner.call('GET', call())).cancelled).toHaveLength(4)
    const other = await booked(c)
    for (const id of other.ids) success(await c.owner.call('DELETE', `/api/v1/appointments/${id}`))
    notFound(await other.read())
    for (const id of malformedIds)
      notFound(await c.owner.call('GET', `/api/v1/series/${encodeURIComponent(id)}`))
  })

  test('§22.2 A deleted occurrence is in the series again after it was restored.', async () => {
    await using c = await clinic({ signedIn: true })
    const { appointments, ids, read } = await booked(c)
    success(await c.owner.call('DELETE', `/api/v1/appointments/${ids[1]}`))
    const { items } = success(await c.owner.call('GET', '/api/v1/archive?kind=appointment'))
    success(await c.owner.call('POST', `/api/v1/archive/${items[0].id}/restore`))
    expect(success(await read()).appointments.map(({ id }: { id: string }) => id)).toEqual(
      appointments.map(({ id }: { id: string }) => id),
    )
  })
})

describe('moving a series', () => {
  test('§22.3 With `this`, a change of a series moves only the named occurrence.', async () => {
    await using c = await clinic()
    const { move, read } = await booked(c)
    expect(startsOf(await move(1, 'this', { startAt: '2026-03-24T09:00:00Z' }))).toEqual([
      '2026-03-24T09:00:00.000Z',
    ])
    expect(startsOf(await read())).toEqual(starts.with(1, '2026-03-24T09:00:00.000Z'))
  })

  test('§22.3 With `following`, a change moves the named occurrence and all later ones, by a number of days and to the same local time.', async () => {
    await using c = await clinic()
    const { move, read, ids } = await booked(c)
    const answer = await move(1, 'following', { startAt: '2026-03-24T13:00:00Z', version: 1 })
    expect(success(answer).appointments).toMatchObject([
      { id: ids[1], startAt: '2026-03-24T13:00:00.000Z', endAt: '2026-03-24T13:30:00.000Z', version: 2 },
      { id: ids[2], startAt: '2026-03-31T12:00:00.000Z', endAt: '2026-03-31T12:30:00.000Z', version: 2 },
      { id: ids[3], startAt: '2026-04-07T12:00:00.000Z', endAt: '2026-04-07T12:30:00.000Z', version: 2 },
    ])
    expect(startsOf(await read())[0]).toBe(starts[0]!)
  })

  test('§22.3 With `all`, a change moves all occurrences, even when each moves to the former time of the next occurrence.', async () => {
    await using c = await clinic()
    const { id: chairId } = await newChair(c.owner.call)
    const { move } = await booked(c, { chairId })
    expect(startsOf(await move(2, 'all', { startAt: '2026-04-06T07:00:00Z' }))).toEqual([
      ...starts.slice(1),
      '2026-04-13T07:00:00.000Z',
    ])
  })

  test('§22.3 In a change with `all`, a new end or a new chair is for all occurrences.', async () => {
    await using c = await clinic()
    const { id: chairId } = await newChair(c.owner.call)
    const { move } = await booked(c)
    const moved = success(await move(0, 'all', { endAt: '2026-03-16T09:15:00Z', chairId })).appointments
    for (const [i, one] of moved.entries()) {
      expect(one).toMatchObject({ chairId, startAt: starts[i] })
      expect(Date.parse(one.endAt) - Date.parse(one.startAt)).toBe(75 * minute)
    }
    expect(startsOf(await move(0, 'all', { chairId: null }))).toEqual(starts)
  })

  test('§22.3 Occurrences that have begun do not move, unless the change names one of them.', async () => {
    await using c = await clinic()
    const { move, read, ids } = await booked(c)
    c.clock.now = Date.parse(starts[1]!)
    const answer = success(await move(2, 'all', { startAt: '2026-03-30T08:00:00Z' }))
    expect(answer.appointments.map(({ id }: { id: string }) => id)).toEqual(ids.slice(2))
    expect(startsOf(await read()).slice(0, 2)).toEqual(starts.slice(0, 2))
    const named = success(await move(0, 'all', { startAt: '2026-03-16T07:00:00Z' }))
    expect(named.appointments.map(({ id }: { id: string }) => id)).toEqual([ids[0], ids[2], ids[3]])
  })

  test('§22.3 When a chair is taken, the whole move of a series is refused. The conflict names the occurrence by its place in the series.', async () => {
    await using c = await clinic()
    const { id: chairId } = await newChair(c.owner.call)
    const { move } = await booked(c, { chairId })
    const times = { startAt: '2026-03-30T12:15:00.000Z', endAt: '2026-03-30T12:45:00.000Z' }
    const taken = await newEntry(c.owner.call, { chairId, ...times })
    const before = everything(c)
    const answer = await move(1, 'following', { startAt: '2026-03-23T13:00:00Z' })
    problem(answer, 409, 'conflict', ['appointments.2.startAt'])
    expect(answer.body.error.details[0]).toMatchObject({ entryId: taken.id, ...times })
    expect(everything(c)).toEqual(before)
  })

  test('§22.3 A move in a series is refused for an appointment that does not stand in the series (400), and for another version (412).', async () => {
    await using c = await clinic()
    const { ids, move, cancel } = await booked(c)
    const other = await booked(c)
    const alone = await newEntry(c.owner.call)
    success(await cancel(3, 'this'))
    for (const appointmentId of [other.ids[0], alone.id, ids[3], absentId])
      invalid(await move(0, 'all', { appointmentId }), 'appointmentId')
    problem(await move(0, 'all', { version: 2 }), 412, 'precondition_failed', ['version'])
    invalid(
      await move(0, 'all', { startAt: '9999-12-31T23:45:00Z' }),
      'appointments.0.startAt',
      'appointments.1.startAt',
      'appointments.2.startAt',
    )
    invalid(await move(0, 'this', { endAt: starts[0] }), 'appointments.0.endAt')
    invalid(await move(0, 'some', {}), 'scope')
  })

  test('a series with 104 occurrences can be moved by one request', async () => {
    await using c = await clinic()
    const { id: chairId } = await newChair(c.owner.call)
    const { move } = await booked(c, { chairId, repeat: { every: 1, unit: 'day', count: 104 } })
    const moved = success(await move(0, 'all', { startAt: '2026-03-17T08:00:00Z' })).appointments
    expect(moved).toHaveLength(104)
    const wall = moved.map(({ startAt }: { startAt: string }) =>
      new Date(startAt).toLocaleTimeString('de', { timeZone: 'Europe/Berlin', timeStyle: 'short' }),
    )
    expect(new Set(wall)).toEqual(new Set(['09:00']))
  })
})

describe('cancelling a series', () => {
  test('§22.3 A cancellation in a series cancels the named occurrence and the later ones, but none that have begun. Each can be brought back by itself.', async () => {
    await using c = await clinic()
    const { ids, read, cancel } = await booked(c)
    c.clock.now = Date.parse(starts[0]!)
    expect(startsOf(await cancel(2, 'all'), 'cancelled')).toEqual(starts.slice(1))
    expect(startsOf(await read())).toEqual(starts.slice(0, 1))
    const kept = inFile<{ reason: string }>(c.path, 'SELECT reason FROM cancellations')
    expect(kept).toEqual(Array(3).fill({ reason: 'Treatment ended' }))
    notFound(await c.owner.call('GET', `/api/v1/appointments/${ids[2]}`))
    success(await c.owner.call('DELETE', `/api/v1/appointments/${ids[2]}/cancellation`))
    expect(startsOf(await read())).toEqual([starts[0]!, starts[2]!])
    expect(startsOf(await read(), 'cancelled')).toEqual([starts[1]!, starts[3]!])
  })

  test('a series that contains a block cannot be cancelled, and no occurrence changes', async () => {
    await using c = await clinic()
    const { ids, read, cancel } = await booked(c)
    success(await c.owner.call('PATCH', `/api/v1/appointments/${ids[2]}`, { type: 'unavailable' }))
    const before = everything(c)
    problem(await cancel(0, 'all'), 409, 'conflict', ['appointments.2'])
    expect(everything(c)).toEqual(before)
    expect(startsOf(await read())).toEqual(starts)
    invalid(await cancel(0, 'all', { reason: ' ' }), 'reason')
    problem(await cancel(0, 'this', { version: 7 }), 412, 'precondition_failed', ['version'])
  })
})

test('when ten equal series are booked on one chair at once, one of them succeeds', async () => {
  await using c = await clinic()
  const { id: chairId } = await newChair(c.owner.call)
  const answers = await atOnce(10, () => book(c, { chairId }))
  expect(statusCounts(answers)).toEqual({ 201: 1, 409: 9 })
  expect(inFile(c.path, 'SELECT * FROM entries')).toHaveLength(4)
})

test('a series is booked exactly when each occurrence could be booked as a single entry, in time zones with clock changes', async () => {
  const zones = ['Europe/Berlin', 'America/Santiago', 'Australia/Lord_Howe', 'Africa/Cairo', 'Asia/Kathmandu']
  const answered = new Map<number, number>()
  const sample = fc.record({
    timezone: fc.constantFrom(...zones),
    day: fc.integer({ min: 0, max: 300 }),
    hour: fc.integer({ min: 0, max: 23 }),
    repeat: fc.record({
      every: fc.integer({ min: 1, max: 3 }),
      unit: fc.constantFrom('day', 'week', 'month'),
      count: fc.integer({ min: 2, max: 6 }),
    }),
    minutes: fc.constantFrom(30, 90, 150, 60 * 25),
    /** Hours after the first occurrence at which the chair is taken, mostly near its time of day. */
    taken: fc.array(
      fc
        .tuple(fc.constantFrom(0, 1, 2, 3, 7, 14, 17), fc.integer({ min: -1, max: 2 }))
        .map(([d, h]) => d * 24 + h),
      { minLength: 1, maxLength: 3, size: 'max' },
    ),
  })
  const repeat = { every: 1, unit: 'day', count: 2 }
  const plain = { timezone: 'Europe/Berlin', day: 0, hour: 9, repeat, minutes: 30 }
  await fc.assert(
    fc.asyncProperty(fc.noBias(sample), async ({ timezone, day, hour, repeat, minutes, taken }) => {
      await using c = await clinic({ timezone })
      const [one, two] = [await newChair(c.owner.call), await newChair(c.owner.call)]
      const date = Temporal.PlainDate.from('2026-03-02').add({ days: day }).toString()
      const startAt = localTime(date, `${String(hour).padStart(2, '0')}:00`, timezone)
      const iso = (instant: number) => new Date(instant).toISOString()
      const blocks = taken.map((hours) => ({
        type: 'unavailable',
        startAt: iso(startAt + hours * 60 * minute),
        endAt: iso(startAt + (hours + 1) * 60 * minute),
      }))
      for (const block of blocks)
        for (const { id: chairId } of [one, two])
          await c.owner.call('POST', '/api/v1/appointments', { ...block, chairId })
      const body = { ...mondays({ repeat }), startAt: iso(startAt), endAt: iso(startAt + minutes * minute) }
      const before = everything(c)
      const dry = success(await c.owner.call('POST', `${path}?dryRun=true`, { ...body, chairId: one.id }))
      const answer = await c.owner.call('POST', path, { ...body, chairId: one.id })
      const statuses = []
      for (const { startAt, endAt } of dry.occurrences) {
        const alone = { type: 'appointment', chairId: two.id, startAt, endAt }
        statuses.push((await c.owner.call('POST', '/api/v1/appointments', alone)).status)
      }
      const fits = statuses.every((status) => status === 201)
      answered.set(answer.status, (answered.get(answer.status) ?? 0) + 1)
      expect(answer.status).toBe(fits ? 201 : 409)
      expect(dry.conflictsTotal === 0).toBe(fits)
      if (!fits) expect(inFile(c.path, 'SELECT * FROM entries WHERE series_id IS NOT NULL')).toEqual([])
      else
        expect(before[0]!.length + dry.occurrences.length * 2).toBe(
          inFile(c.path, 'SELECT * FROM entries').length,
        )
    }),
    // By chance, all random samples may be booked, or none. These two examples give one result each.
    { numRuns: 25, examples: [[{ ...plain, taken: [2] }], [{ ...plain, taken: [0] }]] },
  )
  expect([...answered.keys()].sort()).toEqual([201, 409])
})

test('a move of a series is refused when an occurrence would be outside the years 0 to 9999', async () => {
  await using c = await clinic()
  const { move } = await booked(c)
  const first = await move(3, 'all', { startAt: '0000-01-01T10:00:00Z' })
  invalid(first, 'appointments.0.startAt', 'appointments.1.startAt', 'appointments.2.startAt')
  const last = await move(0, 'all', { startAt: '9999-12-31T10:00:00Z' })
  invalid(last, 'appointments.1.startAt', 'appointments.2.startAt', 'appointments.3.startAt')
})

test('an occurrence inside a closure is booked and moved with a warning, and a dry run shows the warning', async () => {
  await using c = await clinic()
  const closureId = newId(monday)
  await c.practice.write((tx) => {
    const [days, times] = [
      { fromDate: '2026-03-23', throughDate: '2026-03-24' },
      { createdAt: 0, updatedAt: 0 },
    ]
    const whole = { startTime: null, endTime: null, yearly: false, chairIds: null }
    insertClosure(tx, { id: closureId, name: 'Holidays', ...days, ...whole, ...times })
    tx.record({ kind: 'write' })
  })
  const warning = {
    code: 'closed',
    closureId,
    absenceId: null,
    name: 'Holidays',
    appointmentId: null,
    startAt: null,
    endAt: null,
    message: 'Closed at that time: Holidays.',
  }
  const warningsOf = (occurrences: { warnings: object[] }[]) => occurrences.map(({ warnings }) => warnings)
  const dry = success(await c.owner.call('POST', `${path}?dryRun=true`, mondays()))
  expect(warningsOf(dry.occurrences)).toEqual([[], [warning], [], []])
  const { seriesId, appointments } = success(await book(c), 201)
  expect(warningsOf(appointments)).toEqual([[], [warning], [], []])
  const later = { appointmentId: appointments[0].id, scope: 'this', startAt: '2026-03-24T08:00:00Z' }
  const moved = success(await c.owner.call('POST', `/api/v1/series/${seriesId}/moves`, later))
  expect(warningsOf(moved.appointments)).toEqual([[warning]])
  const back = { moves: [{ id: appointments[0].id, startAt: '2026-03-25T08:00:00Z' }] }
  const free = success(await c.owner.call('POST', '/api/v1/appointments/moves', back))
  expect(warningsOf(free.appointments)).toEqual([[]])
})

test('§22.2 A patient gets one message about a new series, for the next coming occurrence, and reminders of each occurrence.', async () => {
  await using c = await clinic()
  c.clock.now = Date.parse('2026-03-20T08:00:00Z')
  success(await c.owner.call('PATCH', '/api/v1/practice/reminders', { tellBooked: true }))
  const { id: patientId } = await newPatient(c.owner.call, reachable)
  const { ids } = await booked(c, { patientId })
  const kinds = ids.map((id) => new Set(listNotices(c.practice.read, id).map(({ kind }) => kind)))
  expect(kinds.map((one) => one.has('booked'))).toEqual([false, true, false, false])
  for (const one of kinds.slice(1)) expect(one).toContain('reminder')
})
