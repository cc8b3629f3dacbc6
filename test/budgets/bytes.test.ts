/**
 * The bytes of rows in the file, with their indexes. A change that needs more raises a number, and gives the reason
 * beside it.
 */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { chairId, day, hour, minute, patientId } from '../bench/records.ts'
import { success } from '../support/answers.ts'
import { newPatient } from '../support/records.ts'
import { budgetHouse } from './house.ts'

let house: Awaited<ReturnType<typeof budgetHouse>>
beforeAll(async () => {
  house = await budgetHouse()
})
afterAll(() => house[Symbol.asyncDispose]())

/**
 * The most bytes of each row, on average. The tables are as small as those of a new practice, so an index has more free
 * space than in a large table. The row of an entry and the index of its chair contain whether the entry is a hold.
 */
const most = { entry: 348, reminders: 430, patient: 870, trailOfBooking: 266 }

const count = 400
const first = Date.parse('2026-04-06T07:00:00Z')

test('the rows of a patient, a booking, its two reminders and its audit trail take no more bytes than their budgets', async () => {
  const { call, bytesOf } = house
  const tables = {
    entry: ['entries'],
    reminders: ['reminder_jobs'],
    trailOfBooking: ['audit', 'audit_patients', 'audit_values'],
  }
  const sizes = () => Object.fromEntries(Object.entries(tables).map(([name, of]) => [name, bytesOf(...of)]))
  const patients = ['patients', 'patient_words']
  const beforePatients = bytesOf(...patients)
  for (let i = 0; i < count; i++)
    await newPatient(call, {
      firstName: `Zoë ${i.toString(36)}`,
      lastName: `Lindemann ${(i * 7919).toString(36)}`,
      dob: '1980-03-02',
      email: `patient${i}@example.org`,
      phoneMobile: `+49 1555 ${1_000_000 + i * 7919}`,
      address: `Lindenstraße ${i}`,
      postcode: '10115',
      country: 'Germany',
    })
  const patient = (bytesOf(...patients) - beforePatients) / count
  const before = sizes()
  for (let i = 0; i < count; i++) {
    const startAt = first + Math.floor(i / 10) * day + (i % 10) * hour
    const times = { startAt: new Date(startAt), endAt: new Date(startAt + 30 * minute) }
    const body = {
      type: 'appointment',
      chairId: chairId(i % 10),
      patientId: patientId(i),
      title: 'Check-up',
      ...times,
    }
    success(await call('POST', '/api/v1/appointments', body), 201)
  }
  const after = sizes()
  const found = { patient }
  for (const name in after) Object.assign(found, { [name]: (after[name]! - before[name]!) / count })
  const over = Object.entries(most).map(([name, bytes]) => [
    name,
    Math.max(bytes, Math.round(found[name as keyof typeof found])),
  ])
  expect(Object.fromEntries(over)).toEqual(most)
})
