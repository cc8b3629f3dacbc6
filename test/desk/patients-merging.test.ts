import { expect, test } from 'bun:test'
import type { Patient } from '../../src/desk/contract/names.ts'
import { filledFields } from '../../src/desk/screens/patients/filled.ts'
import { twinsIn } from '../../src/desk/screens/patients/twins.ts'
import { filledBy } from '../../src/domain/merging.ts'

let made = 0
const person = (fields: Partial<Patient>): Patient => ({
  id: `${++made}`,
  practiceId: 'practice',
  firstName: 'Zoé',
  lastName: 'Müller',
  dob: null,
  gender: null,
  email: null,
  phoneMobile: null,
  address: null,
  postcode: null,
  town: null,
  country: null,
  status: 'new',
  statusChangedAt: null,
  tagIds: [],
  notifyByEmail: true,
  notifyBySms: true,
  recallConsent: false,
  metadata: {},
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  version: 1,
  ...fields,
})

const dob = '1984-05-03T00:00:00.000Z'
const merges: readonly [string, Partial<Patient>, Partial<Patient>][] = [
  ['who is shut out of online booking', {}, { mayBookOnline: false }],
  ['nothing for one who is shut out', { mayBookOnline: false }, {}],
  ['an empty field', {}, { dob, gender: 'female', email: 'a@b.example', preferredLanguage: 'de' }],
  ['a filled field', { email: 'x@y.example' }, { email: 'a@b.example' }],
  ['an address as a whole', {}, { address: 'Lindenstraße 4', postcode: '10969' }],
  ['no half address', { postcode: '10969' }, { address: 'Lindenstraße 4' }],
  [
    'a national number of the same country',
    { country: 'Germany' },
    { country: 'Germany', phoneMobile: '0151 2345678' },
  ],
  [
    'no number of another country',
    { country: 'Austria' },
    { country: 'Germany', phoneMobile: '0151 2345678' },
  ],
  ['a number that comes with its country', {}, { country: 'Germany', phoneMobile: '0151 2345678' }],
  ['an international number', { country: 'Austria' }, { phoneMobile: '+49 151 2345678' }],
  ['no consent of one record alone', {}, { email: 'a@b.example', notifyByEmail: false, notifyBySms: false }],
]
test.each(merges)('the merge dialogue names the fields that the server takes over: %s', (_, kept, from) => {
  const [one, other] = [person(kept), person(from)]
  const asStored = (patient: Patient) => ({
    ...patient,
    preferredLanguage: patient.preferredLanguage ?? null,
    mayBookOnline: patient.mayBookOnline ?? true,
    ownFields: null,
  })
  const byServer = Object.keys(filledBy(asStored(one), asStored(other)))
  expect([...filledFields(one, other)].sort() as string[]).toEqual(byServer.sort())
})

test('patients with the same name count as likely the same person, unless their dates of birth differ', () => {
  const [a, b] = [person({ dob }), person({ firstName: 'zoe', lastName: 'Muller' })]
  const turned = person({ firstName: 'Müller', lastName: 'Zoé' })
  const other = person({ dob: '1990-01-01T00:00:00.000Z' })
  const twins = twinsIn([a, b])
  expect([twins.get(a.id), twins.get(b.id)]).toEqual([b, a])
  expect(twinsIn([a, turned]).size).toBe(2)
  expect(twinsIn([a, other]).size).toBe(0)
})

test('patients with the same phone number and date of birth count as likely the same person, and a family does not', () => {
  const phoneMobile = '+49 151 2345678'
  const parent = person({ firstName: 'Ömer', phoneMobile, dob: '1960-01-01T00:00:00.000Z' })
  const child = person({ firstName: 'Olga', phoneMobile: '0151/2345678', dob })
  const again = person({ firstName: 'Olja', phoneMobile: '0151 2345678', dob })
  expect(twinsIn([parent, child]).size).toBe(0)
  expect([...twinsIn([parent, child, again]).keys()]).toEqual([again.id, child.id])
})
