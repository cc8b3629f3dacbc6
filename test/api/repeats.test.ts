/** The effect of a repeated request (RULES §17). */
import { describe, expect, test } from 'bun:test'
import { newId } from '../../src/domain/id.ts'
import { createToken } from '../../src/features/tokens/actions.ts'
import { mount } from '../../src/http/mount.ts'
import { route } from '../../src/http/route.ts'
import { shape } from '../../src/http/shape.ts'
import { updateMember } from '../../src/store/access/members.ts'
import { findPatient, updatePatient } from '../../src/store/patients/patients.ts'
import { invalid, notFound, problem, success } from '../support/answers.ts'
import { archivedItems, restore } from '../support/archive.ts'
import { type Clinic, clinic, monday } from '../support/clinic.ts'
import { listening } from '../support/listening.ts'
import { newChair, newEntry, newNote, newPatient, newTag } from '../support/records.ts'

const day = 86_400_000
const zoe = { firstName: 'Zoé', lastName: 'Müller' }
const keyed = (key = 'a') => ({ 'idempotency-key': key })
const patientsOf = async (c: Clinic) => success(await c.owner.call('GET', '/api/v1/patients')).patients
const booking = (chairId: string) => ({
  type: 'appointment',
  chairId,
  startAt: new Date(monday + day).toISOString(),
  endAt: new Date(monday + day + 1_800_000).toISOString(),
})

test('§17 A hundred requests at once with one `Idempotency-Key` make one record.', async () => {
  await using c = await clinic()
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => c.owner.call('POST', '/api/v1/patients', zoe, keyed())),
  )
  const made = answers.filter(({ status }) => status === 201)
  expect(made).toHaveLength(1)
  for (const answer of answers) if (answer.status !== 201) problem(answer, 409, 'conflict')
  expect(await patientsOf(c)).toHaveLength(1)
  const again = await c.owner.call('POST', '/api/v1/patients', zoe, keyed())
  expect(again.text).toBe(made[0]!.text)
})

test('over a port, a hundred requests with one `Idempotency-Key` make one booking', async () => {
  await using c = await clinic()
  await using server = listening(c)
  const chair = await newChair(c.owner.call)
  const call = server.as(c.owner.token)
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => call('POST', '/api/v1/appointments', booking(chair.id), keyed())),
  )
  const texts = new Set(answers.filter(({ status }) => status === 201).map(({ text }) => text))
  expect(texts.size).toBe(1)
  expect(answers.every(({ status, text }) => status === 201 || text.includes('still running'))).toBe(true)
})

test('a repeated request to toggle a tag with the same key changes nothing', async () => {
  await using c = await clinic()
  const patient = await newPatient(c.owner.call)
  const tag = await newTag(c.owner.call, 'Recall')
  const path = `/api/v1/patients/${patient.id}/tags/${tag.id}`
  for (let i = 0; i < 3; i++)
    expect(success(await c.owner.call('POST', path, undefined, keyed())).tagIds).toEqual([tag.id])
  expect(success(await c.owner.call('POST', path, undefined, keyed('b'))).tagIds).toEqual([])
})

test('a repeated request may write an id in upper case, and counts as the same request', async () => {
  await using c = await clinic()
  const patient = await newPatient(c.owner.call)
  const tag = await newTag(c.owner.call, 'Recall')
  const path = (id: string) => `/api/v1/patients/${id}/tags/${tag.id}`
  success(await c.owner.call('POST', path(patient.id), undefined, keyed()))
  const again = await c.owner.call('POST', path(patient.id.toUpperCase()), undefined, keyed())
  expect(success(again).tagIds).toEqual([tag.id])
})

test('§17 Another request under the same `Idempotency-Key` is 422 `idempotency_mismatch`, and does nothing.', async () => {
  await using c = await clinic()
  const patient = await newPatient(c.owner.call, zoe)
  success(await c.owner.call('POST', '/api/v1/patients', zoe, keyed()), 201)
  for (const [method, path, body] of [
    ['POST', '/api/v1/patients', { ...zoe, firstName: 'Zoe' }],
    ['POST', '/api/v1/patients', JSON.stringify(zoe, null, 1)],
    ['POST', '/api/v1/patients?limit=1', zoe],
    ['POST', '/api/v1/tags', { name: 'Recall' }],
    ['PATCH', `/api/v1/patients/${patient.id}`, zoe],
    ['DELETE', `/api/v1/patients/${patient.id}`, undefined],
  ] as const)
    problem(await c.owner.call(method, path, body, keyed()), 422, 'idempotency_mismatch')
  expect(await patientsOf(c)).toHaveLength(2)
})

test('a repeated change with another `If-Match` or `If-None-Match` is refused with `idempotency_mismatch`', async () => {
  await using c = await clinic()
  const { id } = await newPatient(c.owner.call, zoe)
  const send = (headers: Record<string, string>) =>
    c.owner.call('PATCH', `/api/v1/patients/${id}`, { gender: 'x' }, { ...keyed(), ...headers })
  const first = success(await send({ 'if-match': '"1"', 'if-none-match': '"7"' }))
  expect(success(await send({ 'if-match': '"1"', 'if-none-match': '"7"' }))).toEqual(first)
  for (const other of [
    {},
    { 'if-match': '"1"' },
    { 'if-match': '"2"', 'if-none-match': '"7"' },
    { 'if-match': '"1"', 'if-none-match': '"8"' },
    { 'if-match': '"7"', 'if-none-match': '"1"' },
  ])
    problem(await send(other), 422, 'idempotency_mismatch')
})

test('a repeated change with an empty condition counts as the same request as without a condition', async () => {
  await using c = await clinic()
  const { id } = await newPatient(c.owner.call, zoe)
  const send = (headers: Record<string, string>) =>
    c.owner.call('PATCH', `/api/v1/patients/${id}`, { gender: 'x' }, { ...keyed(), ...headers })
  const first = success(await send({}))
  expect(success(await send({ 'if-match': '', 'if-none-match': '' }))).toEqual(first)
})

test('§17 An `Idempotency-Key` belongs to one credential. The same text sent with another credential is another key.', async () => {
  await using c = await clinic()
  const send = (call: Clinic['owner']['call']) => call('POST', '/api/v1/patients', zoe, keyed())
  const ids = new Set<string>()
  for (const { call } of [c.owner, c.assistant, c.stranger]) ids.add(success(await send(call), 201).id)
  const { token } = await createToken(c.practice, c.owner.userId, 'second', 90, monday)
  ids.add(success(await send(c.as(token)), 201).id)
  expect(ids.size).toBe(4)
})

test('§17 A refused request leaves no kept answer, and its key may be used again.', async () => {
  await using c = await clinic()
  const chair = await newChair(c.owner.call)
  const taken = await newEntry(c.owner.call, booking(chair.id))
  const book = () => c.owner.call('POST', '/api/v1/appointments', booking(chair.id), keyed())
  problem(await book(), 409, 'conflict')
  success(await c.owner.call('DELETE', `/api/v1/appointments/${taken.id}`))
  const made = success(await book(), 201)
  expect(success(await book(), 201)).toEqual(made)

  invalid(await c.owner.call('POST', '/api/v1/patients', { lastName: 'Müller' }, keyed('b')), 'firstName')
  success(await c.owner.call('POST', '/api/v1/patients', zoe, keyed('b')), 201)
  const missing = `/api/v1/patients/${crypto.randomUUID()}`
  notFound(await c.owner.call('PATCH', missing, zoe, keyed('c')))
  success(await c.owner.call('POST', '/api/v1/patients', zoe, keyed('c')), 201)
})

test('a deletion that is repeated with its key succeeds again, and a repetition without the key gets 404', async () => {
  await using c = await clinic()
  const patient = await newPatient(c.owner.call)
  const path = `/api/v1/patients/${patient.id}`
  success(await c.owner.call('DELETE', path, undefined, keyed()))
  success(await c.owner.call('DELETE', path, undefined, keyed()))
  notFound(await c.owner.call('DELETE', path))
})

test('§17 A repeated request gets the first answer also when the record has changed since. When the record is deleted, the answer is 404.', async () => {
  await using c = await clinic()
  const create = () => c.owner.call('POST', '/api/v1/patients', zoe, keyed())
  const first = await create()
  const path = `/api/v1/patients/${first.data.id}`
  success(await c.owner.call('PATCH', path, { lastName: 'Weiß' }))
  expect((await create()).text).toBe(first.text)
  success(await c.owner.call('DELETE', path))
  notFound(await create())
  // Only a repetition under the first key gets 404. A request under another key makes a new patient.
  expect(success(await c.owner.call('POST', '/api/v1/patients', zoe, keyed('b')), 201).id).not.toBe(
    first.data.id,
  )
  const [item] = await archivedItems(c.owner.call)
  success(await restore(c.owner.call, item.id))
  expect((await create()).text).toBe(first.text)
})

test('a repeated answer is sent although the ids in the metadata of an import belong to no record', async () => {
  await using c = await clinic()
  const { id } = await newPatient(c.owner.call)
  const metadata = { legacy: { id: newId(monday), patientId: newId(monday) } }
  await c.practice.write((tx) => {
    updatePatient(tx, findPatient(tx, id)!, { metadata })
    tx.record({ kind: 'write', patientId: id })
  })
  const change = () => c.owner.call('PATCH', `/api/v1/patients/${id}`, { gender: 'f' }, keyed())
  const first = success(await change())
  expect(first.metadata).toEqual(metadata)
  expect(success(await change())).toEqual(first)
})

test('§17 A repeatable answer is kept for 24 hours. Then its `Idempotency-Key` may be used again.', async () => {
  await using c = await clinic()
  const create = async () => success(await c.owner.call('POST', '/api/v1/patients', zoe, keyed()), 201).id
  const first = await create()
  c.clock.now = monday + day - 1
  expect(await create()).toBe(first)
  c.clock.now = monday + day
  const second = await create()
  expect(second).not.toBe(first)
  expect(await create()).toBe(second)
})

test('§17 An `Idempotency-Key` has 1 to 255 visible ASCII characters, else 400 with the path `Idempotency-Key`.', async () => {
  await using c = await clinic()
  const create = (key: string) => c.owner.call('POST', '/api/v1/patients', zoe, keyed(key))
  for (const key of ['', 'x'.repeat(256), 'a b', 'é', 'a, b', 'a\tb', 'k'.repeat(1 << 20)])
    invalid(await create(key), 'Idempotency-Key')
  for (const key of ['x', '~'.repeat(255), '"8e03978e-40d5-43dd-bc93-6894a57f9324"', 'a,b'])
    success(await create(key), 201)
})

test('over a port, a long key is refused with a JSON error, and with 431 when the headers exceed 16 KiB', async () => {
  await using c = await clinic()
  await using server = listening(c)
  const send = (length: number) =>
    server.raw(
      `POST /api/v1/patients HTTP/1.1\r\nhost: x\r\nconnection: close\r\nauthorization: Bearer ${c.owner.token}\r\n` +
        `content-type: application/json\r\ncontent-length: 2\r\nidempotency-key: ${'k'.repeat(length)}\r\n\r\n{}`,
    )
  const long = await send(15_000)
  expect([long.status, JSON.parse(long.text).error.details]).toMatchObject([
    400,
    [{ path: 'Idempotency-Key' }],
  ])
  const longest = await send(1 << 20)
  expect([longest.status, longest.text]).toEqual([431, ''])
})

test('a request with two `Idempotency-Key` headers is refused', async () => {
  await using c = await clinic()
  const headers = new Headers({
    authorization: `Bearer ${c.owner.token}`,
    'content-type': 'application/json',
  })
  headers.append('idempotency-key', 'a')
  headers.append('idempotency-key', 'a')
  const url = 'http://localhost/api/v1/patients'
  const answer = await c.app.handle(new Request(url, { method: 'POST', headers, body: JSON.stringify(zoe) }))
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ error: { details: [{ path: 'Idempotency-Key' }] } })
})

test('§17 A caller who lost a right does not get the kept answer of a request that needed this right.', async () => {
  await using c = await clinic()
  const create = () => c.owner.call('POST', '/api/v1/chairs', { name: 'One' }, keyed())
  success(await create(), 201)
  await c.practice.write((tx) => updateMember(tx, c.owner.userId, { role: 'assistant' }))
  problem(await create(), 403, 'forbidden')
})

test('§17 A request that only reads ignores an `Idempotency-Key`.', async () => {
  await using c = await clinic()
  for (const key of ['a', 'x'.repeat(300)]) {
    success(await c.owner.call('GET', '/api/v1/patients', undefined, keyed(key)))
    await newPatient(c.owner.call)
  }
  expect(success(await c.owner.call('GET', '/api/v1/patients', undefined, keyed())).patients).toHaveLength(2)
})

test('§17 An edit is 413 and changes nothing when its answer is too long to be kept. The same edit without a key works.', async () => {
  await using c = await clinic()
  const patient = await newPatient(c.owner.call)
  const note = await newNote(c.owner.call, patient.id, { body: 'a'.repeat(100_000) })
  const path = `/api/v1/patients/${patient.id}/notes/${note.id}`
  const edit = (i: number, headers?: Record<string, string>) =>
    c.owner.call('PATCH', path, { body: `${i}`.repeat(100_000) }, headers)
  for (let i = 0; i < 9; i++) {
    const first = await edit(i, keyed(`key ${i}`.replace(' ', '-')))
    success(first)
    expect((await edit(i, keyed(`key-${i}`))).text).toBe(first.text)
  }
  success(await edit(0))
  const revisions = async () =>
    success(await c.owner.call('GET', `/api/v1/patients/${patient.id}/notes`)).notes[0].revisions.length
  const before = await revisions()
  problem(await edit(1, keyed()), 413, 'payload_too_large')
  expect(await revisions()).toBe(before)
  success(await edit(1))
  expect(await revisions()).toBe(before + 1)
})

test('a route that writes and keeps no answer for repetitions cannot be mounted', () => {
  const spec = { id: 'x', tag: 'X', summary: 'X', description: 'X.', answer: shape({}) }
  const plain = route(spec, () => ({}))
  expect(() => mount('/x', undefined, { 'GET /x': plain })).not.toThrow()
  for (const method of ['POST', 'PATCH', 'DELETE'])
    expect(() => mount('/x', undefined, { [`${method} /x`]: plain })).toThrow('view')
})

describe('a repeated answer', () => {
  const { chairId: _, ...visitAt } = booking('')
  const looks = async (c: Clinic) => {
    await c.store.reads.flush()
    return success(await c.owner.call('GET', '/api/v1/audit?kind=read')).events
  }

  test('§17 The audit trail notes that a caller saw a patient in a repeated answer.', async () => {
    await using c = await clinic({ signedIn: true })
    const patient = await newPatient(c.owner.call)
    const post = (path: string, body: object) => c.owner.call('POST', `/api/v1${path}`, body, keyed(path))
    const visit = { ...visitAt, patientId: patient.id }
    const posts = [
      () => post('/patients', zoe),
      () => post(`/patients/${patient.id}/notes`, { body: 'x' }),
      () => post('/appointments', visit),
    ]
    for (const send of posts) await send()
    expect(await looks(c)).toEqual([])
    const made = (await posts[0]!()).data.id
    for (const send of posts.slice(1)) success(await send(), 201)
    const seen = (await looks(c)).slice(0, 3)
    expect(seen).toMatchObject(
      ['bookAppointment', 'createNote', 'createPatient'].map((of) => ({
        action: 'repeatAnswer',
        detail: { of },
      })),
    )
    const named = seen.flatMap(
      ({ patientId, patientIds }: { patientId: string | null; patientIds: string[] }) => [
        ...(patientId === null ? [] : [patientId]),
        ...patientIds,
      ],
    )
    expect(named.sort()).toEqual([made, patient.id, patient.id].sort())
    expect(seen[0].actor.memberId).toBe(c.owner.userId)
  })

  test('a repeated request to create a note gets 404 when the note is deleted', async () => {
    await using c = await clinic()
    const { id } = await newPatient(c.owner.call)
    const create = () => c.owner.call('POST', `/api/v1/patients/${id}/notes`, { body: 'x' }, keyed())
    const note = success(await create(), 201)
    success(await c.owner.call('DELETE', `/api/v1/patients/${id}/notes/${note.id}`))
    notFound(await create())
  })

  test('a repeated booking gets 404 while its patient is deleted', async () => {
    await using c = await clinic()
    const { id: patientId } = await newPatient(c.owner.call)
    const create = () => c.owner.call('POST', '/api/v1/appointments', { ...visitAt, patientId }, keyed())
    const { text } = await create()
    success(await c.owner.call('DELETE', `/api/v1/patients/${patientId}`))
    notFound(await create())
    const [item] = await archivedItems(c.owner.call)
    success(await restore(c.owner.call, item.id))
    expect((await create()).text).toBe(text)
  })

  test('a repeated series gets 404 when one appointment is deleted, and its first answer when one is cancelled', async () => {
    await using c = await clinic()
    const body = { ...visitAt, repeat: { every: 1, unit: 'week', count: 3 } }
    const create = () => c.owner.call('POST', '/api/v1/appointments/series', body, keyed())
    const { appointments } = success(await create(), 201)
    const path = (i: number) => `/api/v1/appointments/${appointments[i].id}`
    success(await c.owner.call('POST', `${path(0)}/cancel`, { reason: 'x', by: 'patient' }))
    success(await create(), 201)
    success(await c.owner.call('DELETE', path(1)))
    notFound(await create())
  })

  test('after an erasure, repeated requests about the person get 404, and repetitions of other earlier requests get 409', async () => {
    await using c = await clinic({ signedIn: true })
    const create = () => c.owner.call('POST', '/api/v1/patients', zoe, keyed())
    const tag = () => c.owner.call('POST', '/api/v1/tags', { name: 'x' }, keyed('tag'))
    const { id } = success(await create(), 201)
    const change = () => c.owner.call('PATCH', `/api/v1/patients/${id}`, { lastName: 'y' }, keyed('change'))
    success(await change())
    success(await tag(), 201)
    success(await c.owner.call('POST', `/api/v1/patients/${id}/erase`, { reason: 'asked' }))
    notFound(await create())
    notFound(await change())
    problem(await tag(), 409, 'conflict')
    success(await c.owner.call('POST', '/api/v1/tags', { name: 'y' }, keyed('new')), 201)
  })

  test('§17 A secret is shown once. When a request made a token, the repeated request is 409 with the `tokenId`.', async () => {
    await using c = await clinic({ signedIn: true })
    const create = () => c.owner.call('POST', '/api/v1/me/tokens', { name: 'x' }, keyed())
    const { id, token } = success(await create(), 201)
    const again = await create()
    problem(again, 409, 'conflict')
    expect(again.body.error.details).toEqual([
      { path: 'tokenId', message: 'names what the first request made', tokenId: id },
    ])
    expect(again.text).not.toContain(token)
    success(await c.owner.call('DELETE', `/api/v1/me/tokens/${id}`))
    problem(await create(), 409, 'conflict')
  })

  test('§17 When a request made a link that was not mailed, the repeated request is 409 with the `memberId`.', async () => {
    await using c = await clinic({ signedIn: true })
    const invite = () =>
      c.owner.call('POST', '/api/v1/members', { email: 'a@example.org', role: 'assistant' }, keyed())
    const { member, link } = success(await invite(), 201)
    expect(link.url).toContain('#')
    const again = await invite()
    problem(again, 409, 'conflict')
    expect(again.body.error.details).toMatchObject([{ path: 'memberId', memberId: member.id }])
    expect(again.text).not.toContain('#')
  })
})
