/** The appointments of one patient, in pages (RULES §23). */
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { newId } from '../../src/domain/id.ts'
import { insertCancellation } from '../../src/store/calendar/cancellations.ts'
import { insertEntry, removeEntry } from '../../src/store/calendar/entries.ts'
import { entryRow } from '../store/records.ts'
import { invalid, notFound, success } from '../support/answers.ts'
import type { Client } from '../support/client.ts'
import { type Clinic, clinic, monday } from '../support/clinic.ts'
import { absentId, at, newChair, newEntry, newPatient } from '../support/records.ts'
import { cancelled, noted, progressPath } from '../support/visits.ts'

const hour = 3_600_000

const pathOf = (patientId: string) => `/api/v1/patients/${patientId}/appointments`
const page = async (call: Client, patientId: string, query = '') =>
  success(await call('GET', `${pathOf(patientId)}${query}`))
const idsIn = (data: { appointments: { id: string }[] }) => data.appointments.map(({ id }) => id)

/** Books an appointment of one hour on the Tuesday and returns its id. */
const onTuesday = async (c: Clinic, patientId: string, time: string, fields: object = {}) =>
  (
    await newEntry(c.owner.call, {
      patientId,
      startAt: at(time),
      endAt: new Date(Date.parse(at(time)) + hour).toISOString(),
      ...fields,
    })
  ).id as string

test("§23 A patient's coming appointments are listed soonest first, past ones newest first, and all together newest first.", async () => {
  await using c = await clinic()
  const { id: patientId } = await newPatient(c.owner.call)
  const ids = []
  for (const time of ['08:00', '10:00', '12:00', '14:00']) ids.push(await onTuesday(c, patientId, time))
  const [eight, ten, twelve, two] = ids as [string, string, string, string]
  c.clock.now = Date.parse(at('12:00'))
  expect(idsIn(await page(c.owner.call, patientId))).toEqual([twelve, two])
  expect(idsIn(await page(c.owner.call, patientId, '?when=coming'))).toEqual([twelve, two])
  c.clock.now += 1
  expect(idsIn(await page(c.owner.call, patientId))).toEqual([two])
  expect(idsIn(await page(c.owner.call, patientId, '?when=past'))).toEqual([twelve, ten, eight])
  expect(idsIn(await page(c.owner.call, patientId, '?when=all'))).toEqual([two, twelve, ten, eight])
})

test("§23 Each appointment in a patient's list has its outcome. A cancelled or missed appointment has the reason, too.", async () => {
  await using c = await clinic()
  const { id: patientId } = await newPatient(c.owner.call)
  const times = ['08:00', '09:00', '10:00', '11:00'] as const
  const [planned, done, missed, gone] = await Promise.all(times.map((time) => onTuesday(c, patientId, time)))
  await noted(c.owner.call, planned!, 'confirmed')
  await noted(c.owner.call, gone!, 'confirmed')
  const cancellation = await cancelled(c.owner.call, gone!, { by: 'practice', note: 'The heating broke.' })
  c.clock.now = Date.parse(at('00:00'))
  await noted(c.owner.call, done!, 'done')
  success(await c.owner.call('POST', progressPath(missed!), { step: 'no_show', note: 'Was ill.' }))
  const { appointments, nextCursor } = await page(c.owner.call, patientId)
  expect(nextCursor).toBe(null)
  expect(appointments).toMatchObject([
    { id: planned, outcome: 'planned', progress: 'confirmed', noShowNote: null, cancellation: null },
    { id: done, outcome: 'done', progress: 'done', cancellation: null },
    { id: missed, outcome: 'missed', progress: 'no_show', noShowNote: 'Was ill.', cancellation: null },
    { id: gone, outcome: 'cancelled', progress: 'confirmed', version: cancellation.version },
  ])
  expect(appointments[3].cancellation).toEqual({
    reason: 'Has a cold.',
    by: 'practice',
    note: 'The heating broke.',
    shortNotice: false,
    at: new Date(monday).toISOString(),
  })
  const { outcome, progress, noShowNote, cancellation: _, ...entry } = appointments[0]
  expect(entry).toEqual(success(await c.owner.call('GET', `/api/v1/appointments/${planned}`)))
})

test('the list of a patient’s appointments has no blocks, no reminders and no appointments of other patients', async () => {
  await using c = await clinic()
  const [zoe, jonas] = [await newPatient(c.owner.call), await newPatient(c.owner.call)]
  for (const type of ['unavailable', 'reminder']) await onTuesday(c, zoe.id, '08:00', { type })
  const own = await onTuesday(c, zoe.id, '09:00')
  await onTuesday(c, jonas.id, '10:00')
  await cancelled(c.owner.call, await onTuesday(c, jonas.id, '11:00'))
  expect(idsIn(await page(c.owner.call, zoe.id))).toEqual([own])
})

test("§23 A page of a patient's appointments has at most 100, and the next page goes on from the cursor.", async () => {
  await using c = await clinic()
  const { id: patientId } = await newPatient(c.owner.call)
  await c.practice.write((tx) => {
    for (let i = 0; i < 150; i++) {
      const startAt = monday + (i + 1) * hour
      const more = { id: newId(monday), patientId, chairId: null, startAt, endAt: startAt + 1 }
      insertEntry(tx, entryRow({ userId: c.owner.userId, chairId: '' }, more))
    }
  })
  const lengths = async (query: string) => {
    const first = await page(c.owner.call, patientId, query)
    return [first.appointments.length, typeof first.nextCursor]
  }
  expect(await lengths('')).toEqual([50, 'string'])
  expect(await lengths('?limit=100')).toEqual([100, 'string'])
  for (const limit of ['0', '101', '-1', 'x', ''])
    invalid(await c.owner.call('GET', `${pathOf(patientId)}?limit=${limit}`), 'limit')
  const { nextCursor } = await page(c.owner.call, patientId, '?limit=100')
  const rest = await page(c.owner.call, patientId, `?limit=100&cursor=${nextCursor}`)
  expect([rest.appointments.length, rest.nextCursor]).toEqual([50, null])
})

test('the list of a patient’s appointments refuses a cursor of another list, and a forged or malformed cursor', async () => {
  await using c = await clinic()
  const { id: patientId } = await newPatient(c.owner.call)
  for (const time of ['08:00', '09:00']) await onTuesday(c, patientId, time)
  const { nextCursor } = await page(c.owner.call, patientId, '?limit=1')
  for (const query of [
    `cursor=${nextCursor}&when=past`,
    `cursor=${nextCursor}x`,
    'cursor=',
    `cursor=${Buffer.from(`coming 1 ${absentId} x`).toString('base64url')}`,
    `cursor=${Buffer.from('coming x x').toString('base64url')}`,
    `cursor=${'x'.repeat(201)}`,
  ])
    invalid(await c.owner.call('GET', `${pathOf(patientId)}?${query}`), 'cursor')
  for (const when of ['', 'future', 'Past'])
    invalid(await c.owner.call('GET', `${pathOf(patientId)}?when=${when}`), 'when')
})

test('the list of appointments of a foreign or unknown patient is not found', async () => {
  await using c = await clinic()
  const { id } = await newPatient(c.stranger.call)
  for (const patientId of [id, absentId, 'x']) notFound(await c.owner.call('GET', pathOf(patientId)))
})

test('pages of any length show each appointment of a patient once and in order, for past and for future appointments', async () => {
  await using c = await clinic()
  const kinds = fc.constantFrom('stands', 'cancelled', 'block', 'other')
  const visit = fc.record({ start: fc.integer({ min: -6, max: 6 }), kind: kinds })
  await fc.assert(
    fc.asyncProperty(
      fc.array(visit, { maxLength: 25 }),
      fc.integer({ min: 1, max: 7 }),
      async (visits, limit) => {
        const [zoe, jonas] = [await newPatient(c.owner.call), await newPatient(c.owner.call)]
        const model: { id: string; start: number }[] = []
        await c.practice.write((tx) => {
          tx.record({ kind: 'write' })
          for (const { start, kind } of visits) {
            const id = newId(monday)
            const startAt = monday + start * hour
            const patientId = kind === 'other' ? jonas.id : zoe.id
            const type = kind === 'block' ? ('unavailable' as const) : ('appointment' as const)
            const more = { id, type, patientId, chairId: null, startAt, endAt: startAt + 1 }
            insertEntry(tx, entryRow({ userId: c.owner.userId, chairId: '' }, more))
            if (kind === 'cancelled') {
              insertCancellation(tx, id, {
                cancelledAt: monday,
                cancelledBy: c.owner.userId,
                wishOf: 'patient',
                reason: 'Ill',
                note: null,
                shortNotice: false,
              })
              removeEntry(tx, id)
            }
            if (kind === 'stands' || kind === 'cancelled') model.push({ id, start })
          }
        })
        const ascending = model.sort((a, b) => a.start - b.start || (a.id < b.id ? -1 : 1))
        const expected = {
          coming: ascending.filter(({ start }) => start >= 0),
          past: ascending.filter(({ start }) => start < 0).toReversed(),
          all: ascending.toReversed(),
        }
        for (const [when, wanted] of Object.entries(expected)) {
          const seen: string[] = []
          let cursor: string | null = ''
          for (let pages = 0; cursor !== null; pages++) {
            expect(pages).toBeLessThan(30)
            const from: string = cursor === '' ? '' : `&cursor=${cursor}`
            const one: { appointments: { id: string }[]; nextCursor: string | null } = await page(
              c.owner.call,
              zoe.id,
              `?when=${when}&limit=${limit}${from}`,
            )
            expect(one.appointments.length).toBeLessThanOrEqual(limit)
            seen.push(...idsIn(one))
            cursor = one.nextCursor
          }
          expect(seen).toEqual(wanted.map(({ id }) => id))
        }
      },
    ),
    { numRuns: 60 },
  )
})

test('§23 The calendar can be narrowed to a patient, and to a chair as well.', async () => {
  await using c = await clinic()
  const [zoe, jonas] = [await newPatient(c.owner.call), await newPatient(c.owner.call)]
  const [one, two] = [await newChair(c.owner.call), await newChair(c.owner.call)]
  const first = await onTuesday(c, zoe.id, '12:00', { chairId: one.id })
  const second = await onTuesday(c, zoe.id, '08:00', { chairId: two.id })
  const blocked = await onTuesday(c, zoe.id, '09:00', { type: 'reminder', chairId: one.id })
  await onTuesday(c, jonas.id, '10:00', { chairId: one.id })
  const list = async (query: string) =>
    idsIn(
      success(
        await c.owner.call('GET', `/api/v1/appointments?from=${at('08:00')}&to=${at('23:00')}&${query}`),
      ),
    )
  expect(await list(`patientId=${zoe.id}`)).toEqual([second, blocked, first])
  expect(await list(`patientId=${zoe.id}&chairId=${one.id}`)).toEqual([blocked, first])
  expect(await list(`patientId=${zoe.id.toUpperCase()}&chairId=${two.id}`)).toEqual([second])
  expect(await list(`patientId=${absentId}`)).toEqual([])
  const theirs = await newPatient(c.stranger.call)
  await newEntry(c.stranger.call, { patientId: theirs.id })
  expect(await list(`patientId=${theirs.id}`)).toEqual([])
  const query = `from=${at('08:00')}&to=${at('12:00')}&patientId=${zoe.id}`
  expect(idsIn(success(await c.owner.call('GET', `/api/v1/appointments?${query}`)))).toEqual([
    second,
    blocked,
  ])
  invalid(await c.owner.call('GET', `/api/v1/appointments?${query.slice(0, -1)}`), 'patientId')
})

test('the calendar list of a patient with 350 entries is complete and in order', async () => {
  await using c = await clinic()
  const { id: patientId } = await newPatient(c.owner.call)
  const ids: string[] = []
  await c.practice.write((tx) => {
    tx.record({ kind: 'write' })
    for (let i = 0; i < 350; i++) {
      // Each three entries start at the same time, also across the end of a page.
      const startAt = monday + Math.floor(i / 3)
      ids.push(newId(monday))
      const more = { id: ids.at(-1)!, patientId, chairId: null, startAt, endAt: startAt + 1 }
      insertEntry(tx, entryRow({ userId: c.owner.userId, chairId: '' }, more))
    }
  })
  const query = `from=2026-03-01T00:00Z&to=2026-03-09T00:00Z&patientId=${patientId}`
  expect(idsIn(success(await c.owner.call('GET', `/api/v1/appointments?${query}`)))).toEqual(ids)
})
