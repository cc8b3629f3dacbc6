import { expect, test } from 'bun:test'
import { invalid, notFound, success } from '../support/answers.ts'
import { clinic, monday } from '../support/clinic.ts'
import { bodyWith, malformedIds, newPatient } from '../support/records.ts'

const texts = ['gender', 'phoneMobile', 'address', 'postcode', 'town', 'country']
const nullables = ['dob', 'email', ...texts]

test('§2.1 A patient needs only a first name and a last name. Every other field has a default.', async () => {
  await using c = await clinic()
  const patient = await newPatient(c.owner.call, { firstName: 'Zoé', lastName: 'Müller' })
  expect(patient).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
    practiceId: c.owner.practiceId,
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
    notifyBySms: false,
    recallConsent: false,
    metadata: {},
    createdAt: '2026-03-02T08:00:00.000Z',
    updatedAt: '2026-03-02T08:00:00.000Z',
    version: 1,
  })
  expect(success(await c.assistant.call('GET', `/api/v1/patients/${patient.id}`))).toEqual(patient)
})

test("§2.1 A patient's date of birth, `dob`, is sent as a real date `YYYY-MM-DD`, and returned as midnight UTC.", async () => {
  await using c = await clinic()
  const fields = {
    gender: 'female',
    email: 'zoe@example.org',
    phoneMobile: '+49 151 2345678',
    address: ' Lindenstraße 4\n',
    postcode: '10969',
    town: 'Berlin',
    country: 'Germany',
    status: 'recall',
    notifyByEmail: false,
    notifyBySms: true,
  }
  const patient = await newPatient(c.assistant.call, { ...fields, dob: '1987-04-23' })
  expect(patient).toMatchObject({ ...fields, dob: '1987-04-23T00:00:00.000Z', statusChangedAt: null })
})

test('every nullable field of a patient accepts null, and the answer has null', async () => {
  await using c = await clinic()
  const nothing = Object.fromEntries(nullables.map((field) => [field, null]))
  expect(await newPatient(c.owner.call, nothing)).toMatchObject(nothing)
})

test('null in a required field of a patient is refused on create and on change', async () => {
  await using c = await clinic()
  const fields = ['firstName', 'lastName', 'status', 'notifyByEmail', 'notifyBySms']
  const nothing = Object.fromEntries(fields.map((field) => [field, null]))
  const { id } = await newPatient(c.owner.call)
  invalid(await c.owner.call('POST', '/api/v1/patients', nothing), ...fields)
  invalid(await c.owner.call('PATCH', `/api/v1/patients/${id}`, nothing), ...fields)
})

test('the names of a patient are trimmed on create and on change', async () => {
  await using c = await clinic()
  const patient = await newPatient(c.owner.call, { firstName: '  Zoé ', lastName: '\tMüller\n' })
  expect(patient).toMatchObject({ firstName: 'Zoé', lastName: 'Müller' })
  const renamed = await c.owner.call('PATCH', `/api/v1/patients/${patient.id}`, { lastName: ' Li  Wu ' })
  expect(success(renamed).lastName).toBe('Li  Wu')
})

test('§2.1 A missing, empty or blank name of a patient is refused, and the refusal has the path of the name.', async () => {
  await using c = await clinic()
  invalid(await c.owner.call('POST', '/api/v1/patients', {}), 'firstName', 'lastName')
  invalid(await c.owner.call('POST', '/api/v1/patients', { firstName: 'Zoé' }), 'lastName')
  const { id } = await newPatient(c.owner.call)
  for (const blank of ['', '   ', '\n\t', '\u00a0', '\u200b\u2060', '\u3164'])
    for (const [method, path] of [
      ['POST', '/api/v1/patients'],
      ['PATCH', `/api/v1/patients/${id}`],
    ] as const)
      invalid(
        await c.owner.call(method, path, { firstName: blank, lastName: blank }),
        'firstName',
        'lastName',
      )
})

test.each([
  '2023-02-29',
  '1900-02-29',
  '2023-13-01',
  '2023-00-10',
  '1987-4-3',
  '23.04.1987',
  '1987-04-23T00:00:00Z',
  '+001987-04-23',
  ' 1987-04-23',
  '',
  19870423,
])('the date of birth %p is refused', async (dob) => {
  await using c = await clinic()
  invalid(
    await c.owner.call('POST', '/api/v1/patients', { firstName: 'Zoé', lastName: 'Müller', dob }),
    'dob',
  )
})

test('a leap day is accepted as a date of birth', async () => {
  await using c = await clinic()
  expect((await newPatient(c.owner.call, { dob: '2024-02-29' })).dob).toBe('2024-02-29T00:00:00.000Z')
})

test("§2.1 A patient's `email` needs a local part and a domain with a dot.", async () => {
  await using c = await clinic()
  const { id } = await newPatient(c.owner.call)
  const bad = ['', 'zoe', 'zoe@', '@example.org', 'zoe@example', 'a b@example.org', 'a@b@example.org']
  for (const email of [...bad, ' zoe@example.org', 'zoe@example..org', '.zoe@example.org'])
    invalid(await c.owner.call('PATCH', `/api/v1/patients/${id}`, { email }), 'email')
  for (const email of ['z.m+x@mail.example.org', "o'brien@example.co.uk", 'zoé@müller.example'])
    expect(success(await c.owner.call('PATCH', `/api/v1/patients/${id}`, { email })).email).toBe(email)
})

test("§2.1 A patient's `status` is one of the statuses in the practice's pack.", async () => {
  await using c = await clinic()
  const { id } = await newPatient(c.owner.call)
  for (const status of ['discharged', '', 'NEW', 'new ']) {
    const body = { firstName: 'Zoé', lastName: 'Müller', status }
    invalid(await c.owner.call('POST', '/api/v1/patients', body), 'status')
    invalid(await c.owner.call('PATCH', `/api/v1/patients/${id}`, { status }), 'status')
  }
})

test('§7 400 `validation_failed` names every offending path once in `details`.', async () => {
  await using c = await clinic()
  const answer = await c.owner.call('POST', '/api/v1/patients', {
    lastName: 7,
    dob: 'yesterday',
    email: 'nobody',
    gender: 1,
    status: [],
    notifyByEmail: 'true',
    notifyBySms: 0,
    nickname: 'Z',
    practiceId: c.stranger.practiceId,
  })
  const wrong = ['dob', 'email', 'gender', 'status', 'notifyByEmail', 'notifyBySms']
  invalid(answer, 'firstName', 'lastName', ...wrong, 'nickname', 'practiceId')
})

test('§2.1 A request cannot write `metadata` of a patient, nor the fields that the service sets itself.', async () => {
  await using c = await clinic()
  const { id } = await newPatient(c.owner.call)
  const kept = [
    'id',
    'practiceId',
    'statusChangedAt',
    'tagIds',
    'metadata',
    'createdAt',
    'updatedAt',
    'version',
  ]
  const body = Object.fromEntries(kept.map((field) => [field, null]))
  invalid(await c.owner.call('PATCH', `/api/v1/patients/${id}`, body), ...kept)
  for (const name of ['__proto__', 'constructor', 'toString'])
    invalid(await c.owner.call('PATCH', `/api/v1/patients/${id}`, `{"${name}":{}}`), name)
})

test('§2.1 Names of patients hold 200 characters, and their other texts 1,000.', async () => {
  await using c = await clinic()
  const names = { firstName: 'x'.repeat(200), lastName: 'y'.repeat(200) }
  const long = Object.fromEntries(texts.map((field) => [field, 'x'.repeat(1000)]))
  expect(await newPatient(c.owner.call, { ...names, ...long })).toMatchObject({ ...names, ...long })
  const longer = Object.fromEntries(texts.map((field) => [field, 'x'.repeat(1001)]))
  const longerNames = { firstName: 'x'.repeat(201), lastName: 'y'.repeat(201) }
  invalid(
    await c.owner.call('POST', '/api/v1/patients', { ...longerNames, ...longer }),
    'firstName',
    'lastName',
    ...texts,
  )
})

test('§1 The character NUL and half a surrogate pair are refused in every text.', async () => {
  await using c = await clinic()
  const fields = ['firstName', 'lastName', ...texts]
  for (const bad of ['a\\u0000b', 'a\\ud800b', '\\udc00a', '\\ud83d'])
    invalid(await c.owner.call('POST', '/api/v1/patients', bodyWith(fields, bad)), ...fields)
  expect((await newPatient(c.owner.call, { firstName: '👩‍⚕️' })).firstName).toBe('👩‍⚕️')
})

test('a change of a patient updates only the fields of the request and `updatedAt`', async () => {
  await using c = await clinic()
  const before = await newPatient(c.owner.call, { dob: '1987-04-23', gender: 'female', notifyBySms: true })
  c.clock.now = monday + 60_000
  const path = `/api/v1/patients/${before.id}`
  const after = success(await c.assistant.call('PATCH', path, { firstName: 'Chloé', dob: '1990-01-31' }))
  const changes = { firstName: 'Chloé', dob: '1990-01-31T00:00:00.000Z' }
  expect(after).toEqual({ ...before, ...changes, updatedAt: '2026-03-02T08:01:00.000Z', version: 2 })
  expect(success(await c.owner.call('GET', path))).toEqual(after)
})

test('null clears a nullable field of a patient and leaves the other fields as they were', async () => {
  await using c = await clinic()
  const filled = { ...Object.fromEntries(texts.map((field) => [field, 'x'])), email: 'zoe@example.org' }
  const before = await newPatient(c.owner.call, { ...filled, dob: '1987-04-23' })
  for (const field of nullables) {
    const after = success(await c.owner.call('PATCH', `/api/v1/patients/${before.id}`, { [field]: null }))
    before[field] = null
    before.version++
    expect(after).toEqual(before)
  }
})

test('an empty change of a patient returns the record as it was, with the same `updatedAt`', async () => {
  await using c = await clinic()
  const before = await newPatient(c.owner.call)
  c.clock.now = monday + 60_000
  expect(success(await c.owner.call('PATCH', `/api/v1/patients/${before.id}`, {}))).toEqual(before)
})

test("§2.1 A patient's `statusChangedAt` is null at first. Each real change of the status sets it to the time of the change.", async () => {
  await using c = await clinic()
  const { id } = await newPatient(c.owner.call, { status: 'active' })
  const patch = async (body: object) => {
    c.clock.now += 60_000
    return success(await c.owner.call('PATCH', `/api/v1/patients/${id}`, body)).statusChangedAt
  }
  expect(await patch({ status: 'active' })).toBeNull()
  expect(await patch({ gender: 'female' })).toBeNull()
  expect(await patch({ status: 'recall' })).toBe('2026-03-02T08:03:00.000Z')
  expect(await patch({ status: 'recall', gender: null })).toBe('2026-03-02T08:03:00.000Z')
  expect(await patch({ status: 'active' })).toBe('2026-03-02T08:05:00.000Z')
})

test('§1 An id is read in either case, and answered in lower case.', async () => {
  await using c = await clinic()
  const { id } = await newPatient(c.owner.call)
  expect(success(await c.owner.call('GET', `/api/v1/patients/${id.toUpperCase()}`)).id).toBe(id)
})

test.each(malformedIds)('a request for a patient with the malformed id %s gets 404', async (id) => {
  await using c = await clinic()
  notFound(await c.owner.call('GET', `/api/v1/patients/${encodeURIComponent(id)}`))
})
