import { expect, test } from 'bun:test'
import { invalid, success } from '../support/answers.ts'
import { clinic, emptyService, monday } from '../support/clinic.ts'
import { newPatient } from '../support/records.ts'
import { weekOf } from '../support/week.ts'

// These tests send very long texts. Work that grows with the square of their length would take seconds.

/** Unicode normalization sorts these accents. The time for this grows with the square of their number. */
const accents = `a${'\u0315\u0300'.repeat(15_000)}@b.de`

test('an e-mail address with 30,000 accents is refused before Unicode normalization', async () => {
  await using c = await clinic()
  const { call } = c.owner
  const { id } = await newPatient(call)
  const names = { firstName: 'Zoé', lastName: 'Müller' }
  const answer = await call('POST', '/api/v1/patients', { ...names, email: accents })
  invalid(answer, 'email')
  expect(answer.body.error.details[0].message).toStartWith('must be at most 1000 characters long')
  invalid(await call('PATCH', `/api/v1/patients/${id}`, { email: accents }), 'email')
})

test('a stranger cannot keep the service busy with a very long e-mail address in the setup form', async () => {
  await using s = emptyService()
  const form = {
    link: s.setupLink.open(monday),
    practiceName: 'Praxis am Lindenplatz',
    timezone: 'Europe/Berlin',
    pack: 'dental',
    workingHours: weekOf([]),
    ownerName: 'Dr. Zoé Müller',
    ownerEmail: accents,
  }
  invalid(await s.anonymous('POST', '/auth/setup/options', form), 'ownerEmail')
})

test('an e-mail address may contain accents as separate combining characters, which do not count for its length', async () => {
  await using c = await clinic()
  const email = `${'é'.repeat(64)}@${'ệ'.repeat(60)}.org`.normalize('NFD')
  expect(email.length).toBeGreaterThan(254)
  const patient = await newPatient(c.owner.call, { email })
  expect(patient.email).toBe(email)
})

test('a `limit` of a million digits and a letter is ignored like any text that is not a number', async () => {
  await using c = await clinic()
  const digits = '1'.repeat(1_000_000)
  const page = success(await c.owner.call('GET', `/api/v1/patients?limit=${digits}x&offset=${digits}e`))
  expect(page).toMatchObject({ limit: 50, offset: 0 })
})
