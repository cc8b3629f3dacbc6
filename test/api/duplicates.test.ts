/** Likely duplicates of the person in a form (RULES §25). */
import { expect, test } from 'bun:test'
import { newId } from '../../src/domain/id.ts'
import { insertPatient } from '../../src/store/patients/patients.ts'
import { patientRow } from '../store/records.ts'
import { invalid, success } from '../support/answers.ts'
import { type Clinic, clinic, monday } from '../support/clinic.ts'
import { newPatient } from '../support/records.ts'

const find = async (c: Clinic, form: Record<string, string>) =>
  success(
    await c.owner.call('GET', `/api/v1/patients/duplicates?${new URLSearchParams(form)}`),
  ).duplicates.map(
    ({ patient, reasons }: { patient: { gender: string }; reasons: string[] }) =>
      `${patient.gender}: ${reasons}`,
  )

/** Makes a clinic with several similar patients. Each has another `gender`, so that tests can name the patients. */
async function filled(): Promise<Clinic> {
  const c = await clinic()
  const zoe = { firstName: 'Zoé', lastName: 'Müller', dob: '1987-04-23' }
  const contact = { phoneMobile: '+49 (0)151 2345678', email: 'Zoe@Example.org' }
  for (const patient of [
    { gender: 'all', ...zoe, ...contact },
    { gender: 'swapped', firstName: 'muller', lastName: 'ZOE', dob: '1987-04-23' },
    { gender: 'namesake', firstName: 'Zoe', lastName: 'Muller', dob: '1990-01-01' },
    { gender: 'family', firstName: 'Ben', lastName: 'Müller', phoneMobile: '0151/2345678' },
    { gender: 'mail', firstName: 'Ben', lastName: 'Meyer', email: 'zoe@example.org' },
    {
      gender: 'german',
      firstName: 'Zoe',
      lastName: 'Mueller',
      phoneMobile: '0151 23456789',
      email: 'zoe@example.com',
    },
  ])
    await newPatient(c.owner.call, patient)
  await newPatient(c.stranger.call, { ...zoe, ...contact })
  return c
}

const form = {
  firstName: 'zoe',
  lastName: 'Müller',
  dob: '1987-04-23',
  phoneMobile: '0151 234 56 78',
  email: 'ZOE@example.org',
}

test('§25 `GET /patients/duplicates` finds patients with the same name, birth, phone and address in every form, the likeliest first.', async () => {
  await using c = await filled()
  expect(await find(c, form)).toEqual([
    'all: name_and_dob,phone,email',
    'swapped: name_and_dob',
    'family: phone',
    'mail: email',
    'namesake: name',
    'german: name',
  ])
  expect(await find(c, { firstName: 'zoe', lastName: 'Müller' })).toEqual([
    'all: name',
    'swapped: name',
    'namesake: name',
    'german: name',
  ])
  expect(await find(c, { phoneMobile: '+49 151 2345678' })).toEqual(['all: phone', 'family: phone'])
  expect(await find(c, { phoneMobile: '0151' })).toEqual([])
})

test('§25 For duplicates, ä is the same as ae, ö as oe, ü as ue and ß as ss, in the query and in the record.', async () => {
  await using c = await clinic()
  const dob = '1987-04-23'
  for (const [gender, firstName, lastName] of [
    ['umlauts', 'Jörg', 'Müller-Weiß'],
    ['letters', 'Joerg', 'Mueller-Weiss'],
    ['mixed', 'Joerg', 'Müller-Weiss'],
    ['swapped', 'MUELLER-WEISS', 'JÖRG'],
    ['other', 'Jorg', 'Muller-Weiss'],
  ])
    await newPatient(c.owner.call, { gender, firstName, lastName, dob })
  const all = ['umlauts', 'letters', 'mixed', 'swapped'].map((gender) => `${gender}: name_and_dob`)
  expect(await find(c, { firstName: 'Joerg', lastName: 'Mueller-Weiss', dob })).toEqual(all)
  expect(await find(c, { firstName: 'Jörg', lastName: 'Müller-Weiß', dob })).toEqual([
    ...all,
    'other: name_and_dob',
  ])
})

test('§25 A search for duplicates compares each of several phone numbers, in the query and in the record.', async () => {
  await using c = await clinic()
  await newPatient(c.owner.call, { gender: 'both', phoneMobile: '030 123456 / 0151 2345678' })
  await newPatient(c.owner.call, { gender: 'one', phoneMobile: '0151/2345678' })
  expect(await find(c, { phoneMobile: '030/123456' })).toEqual(['both: phone'])
  expect(await find(c, { phoneMobile: '+49 151 2345678' })).toEqual(['both: phone', 'one: phone'])
  expect(await find(c, { phoneMobile: '0151 2345678 / 030 999999' })).toEqual(['both: phone', 'one: phone'])
})

test('a search for duplicates can leave out the patient of the form with `exceptId`', async () => {
  await using c = await filled()
  const { duplicates } = success(
    await c.owner.call('GET', `/api/v1/patients/duplicates?${new URLSearchParams(form)}`),
  )
  const exceptId = duplicates[0].patient.id.toUpperCase()
  expect((await find(c, { ...form, exceptId })).map((one: string) => one.split(':')[0])).not.toContain('all')
})

test('§25 A search for duplicates is refused with too few fields, with a malformed birth date or id, and with an unknown field.', async () => {
  await using c = await clinic()
  const ask = (query: string) => c.owner.call('GET', `/api/v1/patients/duplicates${query}`)
  invalid(await ask(''), '')
  invalid(await ask(`?exceptId=${newId(monday)}`), '')
  for (const tooLittle of ['dob=1987-04-23', 'firstName=Zoe', 'lastName=Weiss&dob=1987-04-23', 'email=']) {
    const answer = await ask(`?${tooLittle}`)
    invalid(answer, '')
    expect(answer.body.error.details[0].message).toBe(
      'must have both firstName and lastName, or phoneMobile, or email',
    )
  }
  for (const enough of [
    'firstName=Zoe&lastName=Weiss',
    'phoneMobile=0151',
    'email=x',
    'dob=1987-04-23&email=x',
  ])
    expect(success(await ask(`?${enough}`)).duplicates).toEqual([])
  invalid(await ask('?exceptId=x'), 'exceptId')
  invalid(await ask('?dob=1987-02-30&firstName=%20&email=x'), 'dob', 'firstName')
  invalid(await ask('?dob=30.12.1987'), 'dob')
  invalid(await ask('?phone=0151'), 'phone')
})

test('§25 A search for duplicates returns at most 20 patients. A patient with the birth date of the query is among them.', async () => {
  await using c = await clinic()
  await c.practice.write((tx) => {
    for (let i = 0; i < 60; i++)
      insertPatient(
        tx,
        patientRow(newId(monday + i), 'Anna', 'Müller', {
          gender: String(i),
          dob: i === 50 ? '1987-04-23' : null,
        }),
      )
    tx.record({ kind: 'write' })
  })
  const found = await find(c, { firstName: 'Anna', lastName: 'Müller', dob: '1987-04-23' })
  expect(found).toHaveLength(20)
  expect(found[0]).toBe('50: name_and_dob')
})
