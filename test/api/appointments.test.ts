import { expect, test } from 'bun:test'
import { invalid, notFound, success } from '../support/answers.ts'
import { clinic, monday } from '../support/clinic.ts'
import { absentId, at, bodyWith, entryBody, newChair, newEntry, newPatient } from '../support/records.ts'

const path = '/api/v1/appointments'

test('§2.3 An entry needs only a type and two times. Every other field is null when it is not set.', async () => {
  await using c = await clinic()
  for (const type of ['appointment', 'reminder', 'unavailable']) {
    const entry = await newEntry(c.assistant.call, { type })
    expect(entry).toEqual({
      id: expect.any(String),
      practiceId: c.owner.practiceId,
      chairId: null,
      patientId: null,
      type,
      title: null,
      startAt: at('09:00'),
      endAt: at('10:00'),
      color: null,
      serviceRef: null,
      notes: null,
      createdBy: c.assistant.userId,
      metadata: {},
      practitionerId: null,
      appointmentTypeId: null,
      seriesId: null,
      hold: null,
      createdAt: '2026-03-02T08:00:00.000Z',
      updatedAt: '2026-03-02T08:00:00.000Z',
      version: 1,
    })
    expect(success(await c.owner.call('GET', `${path}/${entry.id}`))).toEqual(entry)
  }
})

test('a new entry accepts every field, and the answer has a trimmed title and ids in lower case', async () => {
  await using c = await clinic()
  const [chair, patient] = [await newChair(c.owner.call), await newPatient(c.owner.call)]
  const texts = { color: '#22c55e', serviceRef: '01', notes: ' Brings X-rays.\n' }
  const ids = { chairId: chair.id, patientId: patient.id }
  const upper = { chairId: chair.id.toUpperCase(), patientId: patient.id.toUpperCase() }
  const entry = await newEntry(c.owner.call, { ...texts, ...upper, title: ' Check-up ' })
  expect(entry).toMatchObject({ ...texts, ...ids, title: 'Check-up' })
})

test.each([
  ['2026-03-10T10:00:00+01:00', at('09:00')],
  ['2026-03-10T04:30:00-05:30', '2026-03-10T10:00:00.000Z'],
  ['2026-03-10T09:00:00.1239Z', '2026-03-10T09:00:00.123Z'],
  ['2026-03-10t09:00:00z', at('09:00')],
  ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
])(
  '§1 Dates and times are answered in UTC with milliseconds: `2026-03-29T07:00:00.000Z`. %s, %s',
  async (startAt, answered) => {
    await using c = await clinic()
    expect((await newEntry(c.owner.call, { startAt, endAt: at('12:00') })).startAt).toBe(answered)
  },
)

test.each([
  '2026-03-10T09:00:00',
  '2026-03-10',
  '2026-02-30T09:00:00Z',
  '2023-02-29T09:00:00Z',
  '2026-03-10T24:00:00Z',
  '2026-03-10T09:60:00Z',
  '2026-03-10T09:00:00 01:00',
  '2026-03-10 09:00:00Z',
  '2026-03-10T09:00',
  '2026-03-10T09:00:00+25:00',
  '2026-03-10T09:00:00+010',
  '2026-03-10T09:00:00[Europe/Berlin]',
  '2026-03-10T09:00:00Z[Europe/Berlin]',
  ' 2026-03-10T09:00:00Z',
  '+002026-03-10T09:00:00Z',
  '',
  1773133200000,
  null,
])('an entry with the time %p is refused', async (time) => {
  await using c = await clinic()
  invalid(await c.owner.call('POST', path, entryBody({ startAt: time, endAt: time })), 'startAt', 'endAt')
  const { id } = await newEntry(c.owner.call)
  invalid(await c.owner.call('PATCH', `${path}/${id}`, { startAt: time }), 'startAt')
})

test('§2.3 The `endAt` of a calendar entry is later than its `startAt`.', async () => {
  await using c = await clinic()
  for (const endAt of [at('09:00'), at('08:59'), '2026-03-10T10:00:00+01:00'])
    invalid(await c.owner.call('POST', path, entryBody({ endAt })), 'endAt')
  await newEntry(c.owner.call, { endAt: '2026-03-10T09:00:00.001Z' })
})

test('§4.3 When a change sends only one of `startAt` and `endAt`, the other time is taken from the stored entry.', async () => {
  await using c = await clinic()
  const { id } = await newEntry(c.owner.call)
  const patch = (body: object) => c.owner.call('PATCH', `${path}/${id}`, body)
  for (const endAt of [at('09:00'), at('08:00')]) invalid(await patch({ endAt }), 'endAt')
  for (const startAt of [at('10:00'), at('11:00')])
    expect(await patch({ startAt })).toMatchObject({
      status: 400,
      body: { error: { code: 'validation_failed' } },
    })
  expect(success(await c.owner.call('GET', `${path}/${id}`))).toMatchObject({ startAt: at('09:00') })
  expect(success(await patch({ endAt: at('09:30') }))).toMatchObject({ endAt: at('09:30') })
  expect(success(await patch({ startAt: at('11:00'), endAt: at('12:00') }))).toMatchObject({
    startAt: at('11:00'),
    endAt: at('12:00'),
  })
  invalid(await patch({ startAt: at('12:00'), endAt: at('12:00') }), 'endAt')
})

test('an entry with a chair or patient of another practice is refused', async () => {
  await using c = await clinic()
  const foreign = {
    chairId: (await newChair(c.stranger.call)).id,
    patientId: (await newPatient(c.stranger.call)).id,
  }
  const { id } = await newEntry(c.owner.call)
  const absent = { chairId: absentId, patientId: absentId }
  const malformed = { chairId: 'x', patientId: absentId.replaceAll('-', '') }
  const swapped = {
    chairId: (await newPatient(c.owner.call)).id,
    patientId: (await newChair(c.owner.call)).id,
  }
  for (const references of [foreign, absent, malformed, swapped]) {
    invalid(await c.owner.call('POST', path, entryBody(references)), 'chairId', 'patientId')
    invalid(await c.owner.call('PATCH', `${path}/${id}`, references), 'chairId', 'patientId')
  }
})

test('one error names unknown references of a change together with a start after the stored end', async () => {
  await using c = await clinic()
  const { id } = await newEntry(c.owner.call)
  const wrong = { startAt: at('11:00'), chairId: absentId, patientId: absentId }
  invalid(await c.owner.call('PATCH', `${path}/${id}`, wrong), 'endAt', 'chairId', 'patientId')
})

test('§4.3 A body that names an unknown chair or patient is a validation failure: 400. A chair or patient of another practice gets the same answer.', async () => {
  await using c = await clinic()
  const foreign = (await newPatient(c.stranger.call)).id
  const [a, b] = [
    await c.owner.call('POST', path, entryBody({ patientId: foreign })),
    await c.owner.call('POST', path, entryBody({ patientId: absentId })),
  ]
  expect(a.body.error).toEqual(b.body.error)
})

test('§4.3 A request that creates an entry omits an optional field. Null for such a field is refused.', async () => {
  await using c = await clinic()
  const fields = ['chairId', 'patientId', 'title', 'color', 'serviceRef', 'notes']
  const nothing = Object.fromEntries(fields.map((field) => [field, null]))
  invalid(await c.owner.call('POST', path, entryBody(nothing)), ...fields)
})

test('§1 In a `PATCH`, null clears a field that may be null. Other fields cannot be cleared.', async () => {
  await using c = await clinic()
  const [chair, patient] = [await newChair(c.owner.call), await newPatient(c.owner.call)]
  const fields = {
    chairId: chair.id,
    patientId: patient.id,
    title: 'A',
    color: 'B',
    serviceRef: 'C',
    notes: 'D',
  }
  const entry = await newEntry(c.owner.call, fields)
  const patch = (body: object) => c.owner.call('PATCH', `${path}/${entry.id}`, body)
  for (const field of Object.keys(fields)) {
    entry[field] = null
    entry.version++
    expect(success(await patch({ [field]: null }))).toEqual({ ...entry, warnings: [] })
  }
  invalid(await patch({ type: null, startAt: null, endAt: null }), 'type', 'startAt', 'endAt')
})

test('an entry with several wrong fields is refused, and the answer names each of them once', async () => {
  await using c = await clinic()
  invalid(await c.owner.call('POST', path, {}), 'type', 'startAt', 'endAt')
  const wrong = {
    type: 'visit',
    title: '  ',
    color: 1,
    serviceRef: [],
    notes: {},
    chairId: 1,
    patientId: 'x',
  }
  const kept = { metadata: {}, createdBy: absentId, practiceId: absentId, id: absentId }
  const paths = Object.keys({ ...wrong, ...kept })
  invalid(
    await c.owner.call('POST', path, entryBody({ ...wrong, ...kept, endAt: at('08:00') })),
    ...paths,
    'endAt',
  )
  const { id } = await newEntry(c.owner.call)
  invalid(await c.owner.call('PATCH', `${path}/${id}`, { ...wrong, ...kept }), ...paths)
})

test('§2.3 In a calendar entry, titles hold 200 characters, notes 100,000, and other texts 1,000.', async () => {
  await using c = await clinic()
  const caps = { title: 200, color: 1000, serviceRef: 1000, notes: 100_000 }
  const filled = (extra: number) =>
    Object.fromEntries(Object.entries(caps).map(([field, cap]) => [field, 'x'.repeat(cap + extra)]))
  expect(await newEntry(c.owner.call, filled(0))).toMatchObject(filled(0))
  invalid(await c.owner.call('POST', path, entryBody(filled(1))), ...Object.keys(caps))
})

test('a NUL or a lone surrogate in any text of an entry is refused', async () => {
  await using c = await clinic()
  const { id } = await newEntry(c.owner.call)
  const fields = ['title', 'color', 'serviceRef', 'notes']
  for (const bad of ['a\\u0000', '\\ud800b'])
    invalid(await c.owner.call('PATCH', `${path}/${id}`, bodyWith(fields, bad)), ...fields)
})

test('§1 A `PATCH` changes the fields that were sent, and `updatedAt`. A `PATCH` that changes no value leaves `updatedAt`, too.', async () => {
  await using c = await clinic()
  const before = await newEntry(c.owner.call, { title: 'A', notes: 'N' })
  c.clock.now = monday + 60_000
  const patch = (body: object) => c.assistant.call('PATCH', `${path}/${before.id}`, body)
  expect(success(await patch({}))).toEqual({ ...before, warnings: [] })
  const after = {
    ...before,
    title: 'B',
    type: 'unavailable',
    updatedAt: '2026-03-02T08:01:00.000Z',
    version: 2,
  }
  expect(success(await patch({ title: ' B ', type: 'unavailable' }))).toEqual({ ...after, warnings: [] })
  expect(success(await c.owner.call('GET', `${path}/${before.id}`))).toEqual(after)
})

test('a deleted entry is not found and cannot be deleted again', async () => {
  await using c = await clinic()
  const { id } = await newEntry(c.owner.call)
  expect(success(await c.assistant.call('DELETE', `${path}/${id}`))).toEqual({ deleted: true })
  for (const method of ['GET', 'DELETE']) notFound(await c.owner.call(method, `${path}/${id}`))
  notFound(await c.owner.call('PATCH', `${path}/${id}`, { title: 'Again' }))
})

test('§1.1 The ids in the path are looked up before the references in the body.', async () => {
  await using c = await clinic()
  for (const id of [absentId, 'x'])
    notFound(await c.owner.call('PATCH', `${path}/${id}`, { chairId: absentId }))
})
