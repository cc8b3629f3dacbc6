/** `GET /days`: how full the days of a month are (RULES §24). */
import { describe, expect, test } from 'bun:test'
import { newId } from '../../src/domain/id.ts'
import { browseDays } from '../../src/features/day/days.ts'
import { insertEntry } from '../../src/store/calendar/entries.ts'
import { insertClosure } from '../../src/store/practice/closures.ts'
import { removePractice } from '../../src/transfer/remove.ts'
import { openStore, times } from '../store/records.ts'
import { invalid, success } from '../support/answers.ts'
import { type Clinic, clinic, monday } from '../support/clinic.ts'
import { absentId, newChair, newEntry } from '../support/records.ts'
import { weekOf } from '../support/week.ts'
import { act, teller } from '../transfer/practices.ts'

const path = '/api/v1/days'

const ask = (c: Clinic, query: object) =>
  c.assistant.call('GET', `${path}?${new URLSearchParams(query as Record<string, string>)}`)
const week = { from: '2026-03-09', to: '2026-03-16' }
const days = async (c: Clinic, query: object = week) => success(await ask(c, query)).days
/** Returns the Tuesday of the week above. */
const tuesday = async (c: Clinic, query: object = {}) => (await days(c, { ...week, ...query }))[1]

/** Books an entry at local times of Berlin. On these days, they are one hour ahead of UTC. */
const book = (c: Clinic, from: string, until: string, fields: object = {}) =>
  newEntry(c.owner.call, { startAt: `${from}:00+01:00`, endAt: `${until}:00+01:00`, ...fields })

describe('a day of a month', () => {
  test('§24 `GET /days` says for each day how many appointments start on it, and how long its chairs are taken and free.', async () => {
    await using c = await clinic()
    const [{ id: one }, { id: two }] = [await newChair(c.owner.call), await newChair(c.owner.call)]
    expect(await tuesday(c)).toEqual({
      date: '2026-03-10',
      open: true,
      appointments: 0,
      cancelled: 0,
      freeMinutes: 16 * 60,
      bookedMinutes: 0,
      closures: [],
    })
    await book(c, '2026-03-10T08:30', '2026-03-10T10:00', { chairId: one })
    await book(c, '2026-03-10T12:00', '2026-03-10T13:00', { chairId: two, type: 'unavailable' })
    await book(c, '2026-03-10T14:00', '2026-03-10T15:00', { chairId: two, type: 'reminder' })
    await book(c, '2026-03-10T14:00', '2026-03-10T15:00')
    expect(await tuesday(c)).toMatchObject({ appointments: 2, freeMinutes: 14 * 60, bookedMinutes: 90 })
    expect(await tuesday(c, { chairId: one })).toMatchObject({
      appointments: 1,
      freeMinutes: 7 * 60,
      bookedMinutes: 90,
    })
    expect(await tuesday(c, { chairId: two })).toMatchObject({
      appointments: 0,
      freeMinutes: 7 * 60,
      bookedMinutes: 0,
    })
  })

  test('an appointment over midnight counts on its first day, and its minutes count on both days', async () => {
    await using c = await clinic()
    const { id: chairId } = await newChair(c.owner.call)
    await book(c, '2026-03-08T23:00', '2026-03-09T09:30', { chairId })
    const both = await days(c, { from: '2026-03-08', to: '2026-03-10' })
    expect(both).toMatchObject([
      { appointments: 1, bookedMinutes: 60, freeMinutes: 480 },
      { appointments: 0, bookedMinutes: 570, freeMinutes: 450 },
    ])
    expect(await days(c, { from: '2026-03-09', to: '2026-03-10' })).toEqual(both.slice(1))
    expect(await days(c, { from: '2026-03-09', to: '2026-03-10', chairId })).toEqual(both.slice(1))
  })

  test('a block that began weeks before takes the time of a day', async () => {
    await using c = await clinic()
    const { id: chairId } = await newChair(c.owner.call)
    await book(c, '2026-02-20T08:00', '2026-03-10T12:00', { type: 'unavailable', chairId })
    for (const query of [{}, { chairId }])
      expect((await days(c, { ...week, ...query })).slice(0, 3)).toMatchObject([
        { open: true, freeMinutes: 0 },
        { open: true, freeMinutes: 5 * 60 },
        { open: true, freeMinutes: 8 * 60 },
      ])
  })

  test('§24 In `GET /days`, `cancelled` counts the cancelled appointments that were to start on the day.', async () => {
    await using c = await clinic()
    const [{ id: one }, { id: two }] = [await newChair(c.owner.call), await newChair(c.owner.call)]
    for (const chairId of [one, one, two]) {
      const { id } = await newEntry(c.owner.call, { chairId })
      const why = { reason: 'Is ill.', by: 'patient' }
      success(await c.owner.call('POST', `/api/v1/appointments/${id}/cancel`, why))
    }
    expect(await days(c)).toMatchObject([0, 3, 0, 0, 0, 0, 0].map((cancelled) => ({ cancelled })))
    expect(await tuesday(c, { chairId: one })).toMatchObject({ cancelled: 2, appointments: 0 })
  })

  test('a day names its closures, and is not open when they close all chairs', async () => {
    await using c = await clinic()
    const [{ id: one }, { id: two }] = [await newChair(c.owner.call), await newChair(c.owner.call)]
    const close = (name: string, date: string, chairIds: string[] | null, more: object = {}) =>
      c.practice.write((tx) => {
        const id = newId(monday)
        const day = { fromDate: date, throughDate: date, startTime: null, endTime: null, yearly: false }
        insertClosure(tx, { id, name, chairIds, ...day, ...more, ...times })
        tx.record({ kind: 'write', record: { kind: 'closure', id } })
      })
    await close('Holiday', '2026-03-09', null)
    await close('Lunch', '2026-03-10', null, { startTime: '12:00', endTime: '13:00' })
    await close('Repair', '2026-03-10', [two])
    await close('Repair', '2026-03-10', [two])
    expect((await days(c)).slice(0, 3)).toMatchObject([
      { open: false, freeMinutes: 0, closures: ['Holiday'] },
      { open: true, freeMinutes: 7 * 60, closures: ['Lunch', 'Repair'] },
      { open: true, freeMinutes: 16 * 60, closures: [] },
    ])
    expect(await tuesday(c, { chairId: one })).toMatchObject({ freeMinutes: 7 * 60, closures: ['Lunch'] })
    expect(await tuesday(c, { chairId: two })).toMatchObject({ open: false, freeMinutes: 0 })
  })

  test('a day of a month names at most 20 closures', async () => {
    await using c = await clinic()
    const days = { throughDate: '2026-03-10', startTime: null, endTime: null, yearly: false }
    await c.practice.write((tx) => {
      for (let i = 0; i < 28; i++) {
        const fromDate = `2026-02-${String(i + 1).padStart(2, '0')}`
        const closure = { name: `Closure ${i}`, fromDate, ...days, ...times }
        insertClosure(tx, { id: newId(monday), ...closure, chairIds: null })
      }
      tx.record({ kind: 'write', record: { kind: 'practice', id: c.owner.practiceId } })
    })
    expect((await tuesday(c)).closures).toEqual(Array.from({ length: 20 }, (_, i) => `Closure ${i}`))
  })

  test('§24 In `GET /days`, a chair that is not active has no free time, but its appointments count.', async () => {
    await using c = await clinic()
    const { id: chairId } = await newChair(c.owner.call)
    await newEntry(c.owner.call, { chairId })
    success(await c.owner.call('PATCH', `/api/v1/chairs/${chairId}`, { active: false }))
    for (const query of [{}, { chairId }])
      expect(await tuesday(c, query)).toMatchObject({
        open: false,
        appointments: 1,
        freeMinutes: 0,
        bookedMinutes: 60,
      })
  })

  test('a day on which the clocks change has 23 or 25 hours of free time', async () => {
    await using c = await clinic()
    await newChair(c.owner.call)
    const always = [{ start: '00:00', end: '24:00' }]
    success(await c.owner.call('PATCH', '/api/v1/practice', { workingHours: weekOf(always) }))
    expect(await days(c, { from: '2026-03-28', to: '2026-03-31' })).toMatchObject(
      [24, 23, 24].map((hours) => ({ freeMinutes: hours * 60 })),
    )
    expect(await days(c, { from: '2026-10-25', to: '2026-10-26' })).toMatchObject([{ freeMinutes: 1_500 }])
  })

  test('the days of a month show nothing of another practice', async () => {
    await using c = await clinic()
    const { id: chairId } = await newChair(c.stranger.call)
    const { id } = await newEntry(c.stranger.call, { chairId })
    await newEntry(c.stranger.call, {
      startAt: '2026-03-10T10:00:00Z',
      endAt: '2026-03-10T11:00:00Z',
      chairId,
    })
    const why = { reason: 'Is ill.', by: 'patient' }
    success(await c.stranger.call('POST', `/api/v1/appointments/${id}/cancel`, why))
    expect(await tuesday(c)).toMatchObject({ open: false, appointments: 0, cancelled: 0, bookedMinutes: 0 })
    invalid(await ask(c, { ...week, chairId }), 'chairId')
    invalid(await ask(c, { ...week, chairId: absentId }), 'chairId')
  })
})

test('§24 `GET /days` takes 1 to 62 days.', async () => {
  await using c = await clinic()
  const all = await days(c, { from: '2026-01-01', to: '2026-03-04' })
  expect(all).toHaveLength(62)
  expect([all[0].date, all[61].date]).toEqual(['2026-01-01', '2026-03-03'])
  invalid(await ask(c, { from: '2026-01-01', to: '2026-03-05' }), 'to')
  invalid(await ask(c, { from: '2026-01-01', to: '2026-01-01' }), 'to')
  invalid(await ask(c, { from: '2026-01-02', to: '2026-01-01' }), 'to')
  invalid(await ask(c, { from: '0001-01-01', to: '9999-12-31' }), 'to')
  invalid(await ask(c, { from: '2026-01-01' }), 'to')
  expect(await days(c, { from: '9999-12-30', to: '9999-12-31' })).toHaveLength(1)
})

test('many entries of a day are counted in several steps, and other requests are answered meanwhile', async () => {
  await using c = await clinic()
  const { id: chairId } = await newChair(c.owner.call)
  await c.practice.write((tx) => {
    const blank = { patientId: null, title: null, color: null, serviceRef: null, notes: null, metadata: {} }
    for (let i = 0; i < 12_000; i++)
      insertEntry(tx, {
        ...times,
        ...blank,
        practitionerId: null,
        seriesId: null,
        appointmentTypeId: null,
        createdBy: c.owner.userId,
        id: newId(monday),
        type: 'appointment',
        chairId: i % 2 === 0 ? chairId : null,
        startAt: Date.parse('2026-03-10T08:00Z') + Math.floor(i / 2) * 1_000,
        endAt: Date.parse('2026-03-10T08:00Z') + Math.floor(i / 2 + 1) * 1_000,
      })
    tx.record({ kind: 'write', record: { kind: 'chair', id: chairId } })
  })
  let answered = false
  const [all] = await Promise.all([
    tuesday(c).then((day) => ({ day, answered })),
    c.owner.call('GET', '/api/v1/me').then(() => {
      answered = true
    }),
  ])
  expect(all).toMatchObject({
    day: { appointments: 12_000, bookedMinutes: 100, freeMinutes: 380 },
    answered: true,
  })
  expect(await tuesday(c, { chairId })).toMatchObject({ appointments: 6_000, bookedMinutes: 100 })
})

test('days get 404 when their practice is removed while they are counted', async () => {
  await using s = await openStore()
  const counting = browseDays(s.own.practice, { from: '2026-03-02', to: '2026-03-08' })
  counting.next()
  await removePractice(s.store.transfer, s.own.practiceId, null, act, '1', teller())
  expect(() => [...counting]).toThrow('There is nothing here.')
})
