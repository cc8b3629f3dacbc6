/** Filters by phone, e-mail, birth and id find the same patients as a check of every patient (RULES §25). */
import { afterAll, beforeAll, expect, spyOn, test } from 'bun:test'
import fc from 'fast-check'
import { newId } from '../../src/domain/id.ts'
import { phoneKey, phoneSearch } from '../../src/domain/phone-digits.ts'
import { emailKey } from '../../src/domain/search.ts'
import { Connection } from '../../src/store/engine/connection.ts'
import { countPatients, listPatients, type PatientFilter } from '../../src/store/patients/patient-list.ts'
import { insertPatient, type NewPatient } from '../../src/store/patients/patients.ts'
import { monday } from '../support/clinic.ts'
import { type Opened, openStore, patientRow } from './records.ts'

/** The number of patients. `patient-list.ts` treats up to 2,000 as few. */
const many = 2_600
const two = (n: number) => String(n).padStart(2, '0')
/**
 * Nearly all phone numbers contain `151`, nearly all e-mail addresses begin with `p`, and most patients were born in
 * 1987.
 */
const people = Array.from({ length: many }, (_, i): NewPatient => {
  const national = `151 ${two(i % 100)}${(i * 7919) % 10_000}`
  const phones = [
    `0${national}`,
    `+49 ${national}`,
    `0049 (0)${national}`,
    `+41 ${national}`,
    null,
    `030 ${i}`,
  ]
  const phoneMobile = i % 9 === 0 ? phones[(i / 9) % 6]! : phones[0]!
  const email = i % 20 === 0 ? null : `${i % 50 === 1 ? 'ZOÉ' : 'p'}${i}@example.org`
  const dob =
    i % 10 === 0 ? null : `${i % 7 === 0 ? 1900 + (i % 100) : 1987}-${two((i % 12) + 1)}-${two((i % 28) + 1)}`
  const more = { phoneMobile, email, dob, status: i % 3 === 0 ? 'new' : 'active' }
  return patientRow(newId(monday + i), 'Anna', `Name${String(i).padStart(4, '0')}`, more)
})

let s: Opened
beforeAll(async () => {
  s = await openStore()
  await s.own.practice.write((tx) => {
    for (const row of people) insertPatient(tx, row)
  })
  await s.foreign.practice.write((tx) => {
    for (const row of people.slice(0, 50)) insertPatient(tx, { ...row, id: newId(monday) })
  })
})
afterAll(() => s[Symbol.asyncDispose]())

const find = (filter: Partial<PatientFilter>, limit = 200, offset = 0) =>
  listPatients(s.own.practice.read, { words: [], ...filter }, { limit, offset }).map(({ id }) => id)
const count = (filter: Partial<PatientFilter>) => countPatients(s.own.practice.read, { words: [], ...filter })

function byTheBook({ words = [], phone, email, born, ids, status }: Partial<PatientFilter>): string[] {
  const holds = (row: NewPatient, part: string) => phoneKey(row.phoneMobile)?.includes(part) ?? false
  return people
    .filter((row) => words.every((word) => `anna ${row.lastName.toLowerCase()}`.includes(String(word))))
    .filter((row) => phone === undefined || holds(row, phone.phone1) || holds(row, phone.phone2))
    .filter((row) => email === undefined || (emailKey(row.email)?.startsWith(email) ?? false))
    .filter(({ dob }) => born === undefined || (dob !== null && dob >= born.from && dob <= born.through))
    .filter(({ id }) => ids === undefined || ids.includes(id))
    .filter((row) => status === undefined || row.status === status)
    .map(({ id }) => id)
}

const some = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 1 })
const digits = fc
  .array(fc.constantFrom(...'0123456789'), { minLength: 3, maxLength: 4 })
  .map((all) => all.join(''))
const part = fc.nat(many - 1).chain((i) => {
  const [, ...rest] = phoneKey(people[i]!.phoneMobile) ?? ' 015100'
  const text = rest.join('').replace(/\D/g, '')
  return fc
    .tuple(fc.nat(text.length - 3), fc.integer({ min: 3, max: 12 }))
    .map(([at, n]) => text.slice(at, at + n))
})
const phone = fc
  .oneof(digits, part, fc.constantFrom('0151', '151', '+49151', '+41 151 0', '0049 1510', '+49 30'))
  .map((text) => phoneSearch(text) ?? undefined)
const filter = fc.record({
  words: fc.constantFrom([], ['anna'], ['name00'], ['name', '12']),
  phone: some(phone),
  email: some(fc.constantFrom('p', 'p1', 'zoé', 'p100@example.org', 'zoé101', 'x', '%', 'p_')),
  born: some(
    fc.constantFrom(
      { from: '1987-01-01', through: '1987-12-31' },
      { from: '1921-01-01', through: '1921-12-31' },
      { from: '1987-03-03', through: '1987-03-03' },
      { from: '2020-01-01', through: '2020-12-31' },
    ),
  ),
  ids: some(
    fc
      .array(fc.constantFrom(...people.slice(0, 400).map(({ id }) => id), newId(monday)), { maxLength: 200 })
      .map((ids) => [...new Set(ids)]),
  ),
  status: some(fc.constantFrom('new', 'active', 'gone')),
})

test('§25 Each filter of patients, by itself and with others, finds and counts the same patients as a search through all of them.', () => {
  fc.assert(
    fc.property(filter, fc.integer({ min: 1, max: 200 }), fc.nat(300), (wanted, limit, offset) => {
      // At least one filter must be set. Each filter excludes the patient of `openStore`, whom `byTheBook` does not
      // know.
      fc.pre(
        wanted.words.length > 0 ||
          wanted.phone !== undefined ||
          wanted.born !== undefined ||
          wanted.ids !== undefined ||
          wanted.email !== undefined,
      )
      const all = byTheBook(wanted)
      expect(find(wanted, limit, offset)).toEqual(all.slice(offset, offset + limit))
      expect(count(wanted)).toBe(all.length)
    }),
    { numRuns: 300 },
  )
})

/** The SQL statement that reads a list. */
function wayOf(wanted: Partial<PatientFilter>): string {
  const statements = spyOn(Connection.prototype, 'prepared')
  find(wanted)
  const list = statements.mock.calls.at(-1)![0]
  statements.mockRestore()
  return list.replaceAll('\n', ' ')
}

test.each<[string, Partial<PatientFilter>, RegExp]>([
  ['a rare number', { phone: phoneSearch('+49 151 1')! }, /from patient_words/],
  ['a number', { phone: phoneSearch('030 2600')! }, /from patient_words/],
  ['a number that all have', { phone: phoneSearch('0151')! }, /from "patients" where.*instr.*order by/],
  ['an address', { email: 'p100@' }, /indexed by patients_email/],
  [
    'an address that all have',
    { email: 'p' },
    /from "patients" where.*\+coalesce\(email_key, email\)\s+between/,
  ],
  ['a year', { born: { from: '1921-01-01', through: '1921-12-31' } }, /indexed by patients_dob/],
  [
    'a century',
    { born: { from: '1900-01-01', through: '1999-12-31' } },
    /from "patients" where.*\+"patients"."dob"\s+between/,
  ],
  ['a day', { born: { from: '1987-03-03', through: '1987-03-03' } }, /indexed by patients_dob/],
  ['ids', { ids: [people[0]!.id] }, /from json_each/],
  ['the rarer of two', { words: ['anna'], email: 'p100@' }, /indexed by patients_email/],
])('the filter for %s is read by the statement that reads the fewest rows', (_, wanted, way) => {
  expect(wayOf(wanted)).toMatch(way)
  expect(find(wanted)).toEqual(byTheBook(wanted).slice(0, 200))
})

test('the count is right for all patients, for a status and for a tag', () => {
  expect(count({})).toBe(many + 1)
  expect(count({ status: 'active' })).toBe(byTheBook({ status: 'active' }).length)
  expect(count({ tagId: s.own.tagId })).toBe(1)
})

test('a filter that many patients match is read in the order of names, without sorting', () => {
  const walked = [
    { email: 'p' },
    { born: { from: '1900-01-01', through: '1999-12-31' } },
    { phone: phoneSearch('0151')! },
  ]
  for (const wanted of walked) {
    const text = wayOf(wanted)
    const plan = s.database.prepare<{ detail: string }, null[]>(`explain query plan ${text}`)
    const steps = plan.all(...Array<null>(plan.paramsCount).fill(null)).map(({ detail }) => detail)
    plan.finalize()
    expect(steps[0]).toBe('SEARCH patients USING INDEX patients_name (practice_key=?)')
    expect(steps.filter((step) => /TEMP B-TREE FOR (?!json_group_array)/.test(step))).toEqual([])
  }
})
