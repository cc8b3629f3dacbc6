/**
 * The most SQLite statements and log pages that an act may cost. A change that needs more raises the number here, and
 * gives the reason beside it.
 */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { chairId, day, hour, minute, patientId } from '../bench/records.ts'
import { success } from '../support/answers.ts'
import { newNote } from '../support/records.ts'
import { budgetHouse, type Cost } from './house.ts'

let house: Awaited<ReturnType<typeof budgetHouse>>
beforeAll(async () => {
  house = await budgetHouse()
})
afterAll(() => house[Symbol.asyncDispose]())

const first = Date.parse('2026-04-06T07:00:00Z')
/** Expects that a cost is within its budget. On failure, the message shows only the numbers that are too high. */
const within = ({ statements, pages }: Cost, most: Cost) =>
  expect({
    statements: Math.max(statements, most.statements),
    pages: Math.max(pages, most.pages),
  }).toEqual(most)
const at = (n: number) => {
  const startAt = first + Math.floor(n / 10) * day + (n % 10) * hour
  return { startAt: new Date(startAt).toISOString(), endAt: new Date(startAt + 30 * minute).toISOString() }
}

// When another process has changed the file, a write takes one more statement. It reads which practices take no writes.
test('a booking for a patient keeps to its budget', async () => {
  const { call, costOf } = house
  const cost = await costOf(async (i) => {
    const body = { type: 'appointment', chairId: chairId(1), patientId: patientId(i), ...at(i) }
    success(await call('POST', '/api/v1/appointments', body), 201)
  })
  // The index of the chair also contains which entries are holds, so its pages are fuller. One statement looks for
  // other appointments of the patient at that time.
  within(cost, { statements: 19, pages: 16 })
})

test('a move of an entry keeps to its budget', async () => {
  const { call, costOf } = house
  const body = { type: 'unavailable', chairId: chairId(2), ...at(0) }
  const { id } = success(await call('POST', '/api/v1/appointments', body), 201)
  const cost = await costOf(async (i) => {
    const moves = [{ id, ...at(i + 1) }]
    success(await call('POST', '/api/v1/appointments/moves', { moves }))
  })
  within(cost, { statements: 17, pages: 9 })
})

test('writing a note keeps to its budget', async () => {
  const { call, costOf } = house
  const cost = await costOf((i) => newNote(call, patientId(i), { body: 'Plaque on the molars.' }))
  within(cost, { statements: 15, pages: 7 })
})

// Practices have hosts. So a read after a change of the file takes one more statement, which reads the hosts again.
test('reading a patient keeps to its budget', async () => {
  const { call, costOf } = house
  const cost = await costOf(async (i) => success(await call('GET', `/api/v1/patients/${patientId(i)}`)))
  within(cost, { statements: 6, pages: 3 })
})

test('reading a page of patients keeps to its budget', async () => {
  const { call, costOf } = house
  const cost = await costOf(async (i) => success(await call('GET', `/api/v1/patients?offset=${i * 50}`)))
  // Sometimes a page of the audit trail is full and splits.
  within(cost, { statements: 8, pages: 9 })
})

test('reading a day of the calendar keeps to its budget', async () => {
  const { call, costOf } = house
  const cost = await costOf(async (i) => success(await call('GET', `/api/v1/day?date=2029-01-${10 + i}`)))
  // Two statements find the cursor of the newest change. One statement reads the absences, and
  // one statement reads the notes on the day.
  within(cost, { statements: 18, pages: 10 })
})
