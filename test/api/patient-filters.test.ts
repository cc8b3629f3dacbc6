/** Finding patients by phone, e-mail, birth and id (RULES §25). */
import { expect, test } from 'bun:test'
import { newId } from '../../src/domain/id.ts'
import { success } from '../support/answers.ts'
import type { Client } from '../support/client.ts'
import { type Clinic, clinic, monday } from '../support/clinic.ts'
import { newEntry, newPatient } from '../support/records.ts'

const find = async (c: Clinic, query: string) =>
  success(await c.owner.call('GET', `/api/v1/patients?${query}`))
const names = async (c: Clinic, query: string) =>
  (await find(c, query)).patients.map(({ firstName }: { firstName: string }) => firstName)

async function filled(): Promise<Clinic> {
  const c = await clinic()
  const people = [
    {
      firstName: 'Abroad',
      phoneMobile: '+49 (0)151 2345678',
      email: 'Zoé.Müller@Example.org',
      dob: '1987-04-23',
    },
    { firstName: 'Home', phoneMobile: '0151/2345678', email: 'zoe@example.org', dob: '1987-12-31' },
    { firstName: 'Swiss', phoneMobile: '+41 151 2345678', dob: '1988-01-01' },
    { firstName: 'Without' },
  ]
  for (const person of people) await newPatient(c.owner.call, person)
  await newPatient(c.stranger.call, {
    phoneMobile: '0151 2345678',
    email: 'zoe@example.org',
    dob: '1987-04-23',
  })
  return c
}

test('§25 A search finds a phone number in every form, whole or in part.', async () => {
  await using c = await filled()
  expect(await names(c, 'phone=0151')).toEqual(['Abroad', 'Home', 'Swiss'])
  expect(await names(c, 'phone=456')).toEqual(['Abroad', 'Home', 'Swiss'])
  for (const plus of ['%2B', '+', '00'])
    expect(await names(c, `phone=${plus}49151`)).toEqual(['Abroad', 'Home'])
  for (const nobody of ['phone=0152', 'phone=12', 'phone=x', `phone=${'1'.repeat(1001)}`])
    expect([nobody, await names(c, nobody)]).toEqual([nobody, []])
  expect((await find(c, 'phone=')).patients).toHaveLength(4)
})

test('a patient is found by each of two phone numbers that stand in one field with a slash between them', async () => {
  await using c = await clinic()
  await newPatient(c.owner.call, { firstName: 'Two', phoneMobile: '030 123456 / 0151 2345678' })
  for (const number of ['030123456', '01512345678', '%2B491512345678', '678'])
    expect([number, await names(c, `phone=${number}`)]).toEqual([number, ['Two']])
  expect(await names(c, 'phone=4560151')).toEqual([])
})

test('after a change of phone number or e-mail address, a patient is found only by the new value', async () => {
  await using c = await clinic()
  const { id } = await newPatient(c.owner.call, { phoneMobile: '0151 2345678', email: 'a@example.org' })
  const change = async (fields: object) =>
    success(await c.owner.call('PATCH', `/api/v1/patients/${id}`, fields))
  await change({ phoneMobile: '030 999', email: 'b@example.org' })
  const found = async (query: string) => (await names(c, query)).length
  expect([await found('phone=0151'), await found('phone=030999')]).toEqual([0, 1])
  expect([await found('email=a@'), await found('email=b@')]).toEqual([0, 1])
  await change({ phoneMobile: null, email: null })
  expect([await found('phone=030999'), await found('email=b@')]).toEqual([0, 0])
})

test('§25 A search finds an e-mail address by its beginning, whatever the case.', async () => {
  await using c = await filled()
  expect(await names(c, 'email=ZOE')).toEqual(['Home'])
  expect(await names(c, 'email=zo%C3%89.M%C3%BCller@example.org')).toEqual(['Abroad'])
  expect(await names(c, 'email=zo')).toEqual(['Abroad', 'Home'])
  for (const nobody of ['example', '%25', 'zoe@example.org.uk'])
    expect(await names(c, `email=${nobody}`)).toEqual([])
})

test('§25 A search can find patients by their date or year of birth.', async () => {
  await using c = await filled()
  expect(await names(c, 'dob=1987-04-23')).toEqual(['Abroad'])
  expect(await names(c, 'birthYear=1987')).toEqual(['Abroad', 'Home'])
  expect(await names(c, 'birthYear=1987&dob=1987-12-31')).toEqual(['Home'])
  for (const nobody of [
    'dob=1987-02-30',
    'dob=23.4.1987',
    'birthYear=87',
    'birthYear=x',
    'birthYear=1988&dob=1987-12-31',
  ])
    expect([nobody, await names(c, nobody)]).toEqual([nobody, []])
})

test('§25 A query with up to 200 `ids` returns these patients in the order of the patient list. A text that is no id finds nobody.', async () => {
  await using c = await filled()
  const { patients } = await find(c, '')
  const [abroad, home] = patients.map(({ id }: { id: string }) => id)
  expect(await names(c, `ids=${home},${abroad.toUpperCase()},${home},x`)).toEqual(['Abroad', 'Home'])
  const absent = Array.from({ length: 199 }, () => newId(monday)).join()
  expect(await names(c, `ids=${absent},${home},${abroad}`)).toEqual(['Home'])
  for (const nobody of ['x', ',', newId(monday)]) expect(await names(c, `ids=${nobody}`)).toEqual([])
})

test('§25 With `nextVisits=true`, a page of patients has the next visit of each patient.', async () => {
  await using c = await filled()
  const { patients } = await find(c, '')
  const [first, second, third] = patients.map(({ id }: { id: string }) => id)
  const book = (call: Client, day: string, fields: object) =>
    newEntry(call, { startAt: `2026-03-${day}T09:00:00Z`, endAt: `2026-03-${day}T10:00:00Z`, ...fields })
  await book(c.owner.call, '12', { patientId: first })
  await book(c.owner.call, '10', { patientId: first })
  await book(c.owner.call, '01', { patientId: first })
  await book(c.owner.call, '01', { patientId: second })
  await book(c.owner.call, '11', { patientId: third, type: 'reminder' })
  expect((await find(c, 'nextVisits=true')).nextVisits).toEqual([
    { patientId: first, startAt: '2026-03-10T09:00:00.000Z' },
  ])
  // An appointment that starts at exactly this moment counts as a next visit. A cancelled appointment does not.
  c.clock.now = Date.parse('2026-03-10T09:00:00Z')
  expect((await find(c, 'nextVisits=true')).nextVisits).toHaveLength(1)
  c.clock.now += 1
  const [next] = (await find(c, `nextVisits=true&ids=${first}`)).nextVisits
  expect(next.startAt).toBe('2026-03-12T09:00:00.000Z')
  for (const query of ['', 'nextVisits=1', 'nextVisits='])
    expect(await find(c, query)).not.toHaveProperty('nextVisits')
  expect((await find(c, 'nextVisits=true&search=nobody')).nextVisits).toEqual([])
})

test('§25 Filters of patients combine with each other and with the search. With `count=true`, the answer counts all patients that match.', async () => {
  await using c = await filled()
  expect(await names(c, 'phone=0151&birthYear=1987&search=home&status=active')).toEqual([])
  expect(await names(c, 'phone=0151&birthYear=1987&search=home')).toEqual(['Home'])
  expect(await find(c, 'phone=0151&count=true&limit=1')).toMatchObject({ total: 3, limit: 1 })
  expect(await find(c, 'count=true&offset=9')).toMatchObject({ total: 4, patients: [] })
  expect(await find(c, 'phone=x&count=true')).toMatchObject({ total: 0 })
  expect(Object.keys(await find(c, 'count=yes'))).not.toContain('total')
})

test('the audit trail keeps the names of the filters of a search, and not their values', async () => {
  await using c = await clinic({ signedIn: true, strictReads: true })
  await newPatient(c.owner.call, { phoneMobile: '0151 2345678' })
  await find(c, 'phone=0151234&count=true')
  const { events } = success(await c.owner.call('GET', '/api/v1/audit?kind=read&limit=1'))
  expect(events[0]).toMatchObject({ action: 'listPatients', detail: { filters: 'phone', found: 1 } })
  expect(JSON.stringify(events)).not.toContain('151234')
})
