/** Appointment types and the entries that have them (RULES §30). */
import { expect, test } from 'bun:test'
import { offline } from '../../src/domain/appointment-type.ts'
import { newId } from '../../src/domain/id.ts'
import { mostAppointmentTypes, mostArchivedTypes } from '../../src/domain/limits.ts'
import { packTemplates } from '../../src/domain/pack.ts'
import { typeTemplates } from '../../src/domain/type-templates.ts'
import { createPractice } from '../../src/features/shared/create-practice.ts'
import { erasePatient } from '../../src/store/person/erasure.ts'
import { insertAppointmentType, listAppointmentTypes } from '../../src/store/practice/appointment-types.ts'
import { appointmentTypeRow } from '../store/records.ts'
import { invalid, notFound, problem, success } from '../support/answers.ts'
import { byTest } from '../support/by-test.ts'
import type { Answer } from '../support/client.ts'
import { clinic, monday } from '../support/clinic.ts'
import {
  absentId,
  at,
  entryBody,
  newAppointmentType,
  newChair,
  newEntry,
  newPatient,
} from '../support/records.ts'

const path = '/api/v1/appointment-types'
const conflict = (answer: Answer, paths?: string[]) => problem(answer, 409, 'conflict', paths)

test('§30 An appointment type needs only a name and a length. Patients cannot book a new type online.', async () => {
  await using c = await clinic()
  const type = await newAppointmentType(c.owner.call, { name: '  Check-up ' })
  expect(type).toEqual({
    id: expect.any(String),
    practiceId: c.owner.practiceId,
    name: 'Check-up',
    patientName: null,
    durationMinutes: 30,
    color: null,
    bufferBeforeMinutes: 0,
    bufferAfterMinutes: 0,
    chairIds: null,
    practitioners: null,
    instructions: null,
    recallMonths: null,
    position: 0,
    active: true,
    archived: false,
    online: {
      newPatients: 'off',
      knownPatients: 'off',
      leastNoticeMinutes: 120,
      horizonDays: 60,
      mostPerDay: null,
      cancelUntilMinutes: 1440,
      questions: [],
    },
    createdAt: '2026-03-02T08:00:00.000Z',
    updatedAt: '2026-03-02T08:00:00.000Z',
    version: 1,
  })
  expect(success(await c.assistant.call('GET', `${path}/${type.id}`))).toEqual(type)
  expect((await newAppointmentType(c.owner.call, { name: 'Cleaning' })).position).toBe(1)
  const { appointmentTypes } = success(await c.assistant.call('GET', path))
  expect(appointmentTypes.map(({ name }: { name: string }) => name)).toEqual(['Check-up', 'Cleaning'])
})

test('§30 A type may name chairs, buffers, texts for patients in English and German, and months until the next visit. It may name members, each with their own length.', async () => {
  await using c = await clinic()
  const chair = await newChair(c.owner.call)
  const fields = {
    name: 'Wisdom tooth',
    patientName: { en: 'Surgery', de: 'Eingriff' },
    durationMinutes: 60,
    color: '#0ea5e9',
    bufferBeforeMinutes: 10,
    bufferAfterMinutes: 240,
    chairIds: [chair.id.toUpperCase()],
    practitioners: [{ memberId: c.owner.userId.toUpperCase(), durationMinutes: 90 }],
    instructions: { de: 'Bitte nüchtern kommen.' },
    recallMonths: 6,
    position: 7,
    active: false,
    online: {
      newPatients: 'request',
      knownPatients: 'instant',
      leastNoticeMinutes: 0,
      horizonDays: 365,
      mostPerDay: 1,
      cancelUntilMinutes: 0,
      questions: ['What is it about?'],
    },
  }
  const type = await newAppointmentType(c.owner.call, fields)
  const kept = { chairIds: [chair.id], practitioners: [{ memberId: c.owner.userId, durationMinutes: 90 }] }
  expect(type).toMatchObject({ ...fields, ...kept })
})

test('§30 Two types that are not archived cannot have the same name, case aside: 409.', async () => {
  await using c = await clinic()
  const { id } = await newAppointmentType(c.owner.call)
  const other = await newAppointmentType(c.owner.call, { name: 'Cleaning' })
  conflict(await c.owner.call('POST', path, { name: 'CHECK-UP', durationMinutes: 15 }), ['name'])
  conflict(await c.owner.call('PATCH', `${path}/${other.id}`, { name: 'check-up' }), ['name'])
  success(await c.owner.call('DELETE', `${path}/${id}`))
  success(await c.owner.call('PATCH', `${path}/${other.id}`, { name: 'check-up' }))
  conflict(await c.owner.call('PATCH', `${path}/${id}`, { archived: false }), ['name'])
})

test('§30 A type may name chairs of the practice and its active members, each once. Any other id is refused with its path.', async () => {
  await using c = await clinic()
  const [own, theirs] = [await newChair(c.owner.call), await newChair(c.stranger.call)]
  const wanted = { name: 'X-ray', durationMinutes: 15 }
  const chairIds = [own.id, theirs.id, absentId]
  const practitioners = [
    { memberId: c.owner.userId },
    { memberId: c.stranger.userId },
    { memberId: absentId },
  ]
  invalid(
    await c.owner.call('POST', path, { ...wanted, chairIds, practitioners }),
    'chairIds.1',
    'chairIds.2',
    'practitioners.1.memberId',
    'practitioners.2.memberId',
  )
  const twice = {
    chairIds: [own.id, own.id.toUpperCase()],
    practitioners: [practitioners[0], practitioners[0]],
  }
  invalid(await c.owner.call('POST', path, { ...wanted, ...twice }), 'chairIds.1', 'practitioners.1.memberId')
  expect(success(await c.owner.call('GET', path)).appointmentTypes).toEqual([])
})

test('§30 A chair or member that is no longer active may stay in a type that named it before.', async () => {
  await using c = await clinic({ signedIn: true })
  const practitioners = [{ memberId: c.assistant.userId }]
  const type = await newAppointmentType(c.owner.call, { practitioners })
  success(await c.owner.call('PATCH', `/api/v1/members/${c.assistant.userId}`, { active: false }))
  const more = [...practitioners, { memberId: c.owner.userId }]
  const changed = success(await c.owner.call('PATCH', `${path}/${type.id}`, { practitioners: more }))
  expect(changed.practitioners).toEqual(more)
  invalid(
    await c.owner.call('POST', path, { name: 'X-ray', durationMinutes: 15, practitioners }),
    'practitioners.0.memberId',
  )
})

test('§30 A deleted type is archived: it leaves the list and stays readable by its id. A change of `archived` to false brings it back.', async () => {
  await using c = await clinic()
  const { id } = await newAppointmentType(c.owner.call)
  success(await c.owner.call('DELETE', `${path}/${id}`))
  expect(success(await c.owner.call('GET', path)).appointmentTypes).toEqual([])
  const [archived] = success(await c.owner.call('GET', `${path}?archived=true`)).appointmentTypes
  expect(archived).toMatchObject({ id, archived: true, version: 2 })
  expect(success(await c.assistant.call('GET', `${path}/${id}`))).toEqual(archived)
  notFound(await c.owner.call('DELETE', `${path}/${id}`))
  const back = success(await c.owner.call('PATCH', `${path}/${id}`, { archived: false }))
  expect(back).toMatchObject({ archived: false, version: 3 })
})

test('§30 A practice has at most 200 types, and 1,000 archived types. One more type is 409 `conflict`.', async () => {
  await using c = await clinic()
  const { userId } = c.owner
  const { id: chairId } = await newChair(c.owner.call)
  await c.practice.write((tx) => {
    for (let i = 1; i < mostAppointmentTypes; i++)
      insertAppointmentType(tx, appointmentTypeRow({ userId, chairId }, { name: `Type ${i}` }))
    for (let i = 0; i < mostArchivedTypes; i++)
      insertAppointmentType(tx, appointmentTypeRow({ userId, chairId }, { archived: true }))
  })
  const last = await newAppointmentType(c.owner.call, { name: 'Last' })
  conflict(await c.owner.call('POST', path, { name: 'One more', durationMinutes: 15 }))
  conflict(await c.owner.call('DELETE', `${path}/${last.id}`))
  const [archived] = success(await c.owner.call('GET', `${path}?archived=true`)).appointmentTypes
  conflict(await c.owner.call('PATCH', `${path}/${archived.id}`, { archived: false, name: 'Back' }))
})

test('§30 An entry may have a type, and keeps its own title, length and colour. The type changes none of these.', async () => {
  await using c = await clinic()
  const type = await newAppointmentType(c.owner.call, { durationMinutes: 15, color: '#111111' })
  const own = { title: 'Own', color: '#ffffff', appointmentTypeId: type.id.toUpperCase() }
  const entry = await newEntry(c.assistant.call, own)
  expect(entry).toMatchObject({ title: 'Own', color: '#ffffff', appointmentTypeId: type.id })
  expect(entry.endAt).toBe(at('10:00'))
  const bare = await newEntry(c.assistant.call, {
    startAt: at('12:00'),
    endAt: at('13:00'),
    appointmentTypeId: type.id,
  })
  expect(bare).toMatchObject({ title: null, color: null })
  const { endAt: _, ...withoutEnd } = entryBody({ appointmentTypeId: type.id })
  invalid(await c.assistant.call('POST', '/api/v1/appointments', withoutEnd), 'endAt')
  success(await c.owner.call('PATCH', `${path}/${type.id}`, { color: '#222222', durationMinutes: 60 }))
  expect(success(await c.owner.call('GET', `/api/v1/appointments/${entry.id}`))).toEqual(entry)
  const cleared = { appointmentTypeId: null }
  expect(success(await c.owner.call('PATCH', `/api/v1/appointments/${entry.id}`, cleared))).toMatchObject(
    cleared,
  )
})

test('§30 A new entry may have only an active type of the practice, else 400. An entry keeps a type that is archived later.', async () => {
  await using c = await clinic()
  const type = await newAppointmentType(c.owner.call)
  const foreign = await newAppointmentType(c.stranger.call)
  const entry = await newEntry(c.owner.call, { appointmentTypeId: type.id })
  const refused = async (appointmentTypeId: string) => {
    const later = entryBody({ startAt: at('14:00'), endAt: at('15:00'), appointmentTypeId })
    invalid(await c.owner.call('POST', '/api/v1/appointments', later), 'appointmentTypeId')
    const series = { ...later, repeat: { every: 1, unit: 'week', count: 2 } }
    invalid(await c.owner.call('POST', '/api/v1/appointments/series', series), 'appointmentTypeId')
  }
  for (const id of [absentId, foreign.id]) await refused(id)
  success(await c.owner.call('PATCH', `${path}/${type.id}`, { active: false }))
  await refused(type.id)
  success(await c.owner.call('PATCH', `${path}/${type.id}`, { active: true }))
  success(await c.owner.call('DELETE', `${path}/${type.id}`))
  await refused(type.id)
  const moved = { startAt: at('16:00'), endAt: at('17:00'), appointmentTypeId: type.id }
  expect(success(await c.owner.call('PATCH', `/api/v1/appointments/${entry.id}`, moved))).toMatchObject(moved)
})

test('§30 Each entry of a series has the type of the series. When entries change places, each keeps its type.', async () => {
  await using c = await clinic()
  const one = await newAppointmentType(c.owner.call)
  const other = await newAppointmentType(c.owner.call, { name: 'Other' })
  const { id: chairId } = await newChair(c.owner.call)
  const body = entryBody({ chairId, appointmentTypeId: one.id, repeat: { every: 1, unit: 'week', count: 3 } })
  const series = success(await c.owner.call('POST', '/api/v1/appointments/series', body), 201)
  expect(series.appointments).toMatchObject(Array(3).fill({ appointmentTypeId: one.id }))
  const [first] = series.appointments
  const second = await newEntry(c.owner.call, {
    startAt: at('14:00'),
    endAt: at('15:00'),
    chairId,
    appointmentTypeId: other.id,
  })
  const times = ({ startAt, endAt }: { startAt: string; endAt: string }) => ({ startAt, endAt })
  const moves = [
    { id: first.id, ...times(second) },
    { id: second.id, ...times(first) },
  ]
  const swapped = success(await c.owner.call('POST', '/api/v1/appointments/moves', { moves }))
  expect(swapped.appointments).toMatchObject([
    { id: first.id, ...times(second), appointmentTypeId: one.id },
    { id: second.id, ...times(first), appointmentTypeId: other.id },
  ])
})

test('§30 An entry that gets another patient loses its type, unless a type is sent.', async () => {
  await using c = await clinic()
  const type = await newAppointmentType(c.owner.call)
  const [one, other] = [await newPatient(c.owner.call), await newPatient(c.owner.call)]
  const { id } = await newEntry(c.owner.call, { patientId: one.id, appointmentTypeId: type.id })
  const given = { patientId: other.id }
  const after = success(await c.owner.call('PATCH', `/api/v1/appointments/${id}`, given))
  expect(after.appointmentTypeId).toBeNull()
  const back = { patientId: one.id, appointmentTypeId: type.id }
  expect(success(await c.owner.call('PATCH', `/api/v1/appointments/${id}`, back))).toMatchObject(back)
})

test('§30 An erasure takes the type off the entries of the person.', async () => {
  await using c = await clinic({ signedIn: true })
  const type = await newAppointmentType(c.owner.call)
  const patient = await newPatient(c.owner.call)
  const { id } = await newEntry(c.owner.call, { patientId: patient.id, appointmentTypeId: type.id })
  await c.practice.write((tx) => {
    erasePatient(tx, patient.id, monday)
  })
  const entry = success(await c.owner.call('GET', `/api/v1/appointments/${id}`))
  expect(entry).toMatchObject({ patientId: null, appointmentTypeId: null })
})

test('§30 Every member can read types, and only owners can change them.', async () => {
  await using c = await clinic()
  const { id } = await newAppointmentType(c.owner.call)
  problem(await c.assistant.call('POST', path, { name: 'X', durationMinutes: 5 }), 403, 'forbidden')
  problem(await c.assistant.call('PATCH', `${path}/${id}`, { name: 'X' }), 403, 'forbidden')
  problem(await c.assistant.call('DELETE', `${path}/${id}`), 403, 'forbidden')
  expect(success(await c.assistant.call('GET', path)).appointmentTypes).toHaveLength(1)
})

test('§30 `GET /openings` needs either a length or an active appointment type.', async () => {
  await using c = await clinic()
  const { id } = await newAppointmentType(c.owner.call)
  const ask = (query: string) => c.assistant.call('GET', `/api/v1/openings?${query}`)
  invalid(await ask('limit=1'), 'durationMinutes')
  invalid(await ask(`durationMinutes=30&appointmentTypeId=${id}`), 'durationMinutes')
  invalid(await ask('appointmentTypeId=x'), 'appointmentTypeId')
  const foreign = await newAppointmentType(c.stranger.call)
  for (const unknown of [absentId, foreign.id])
    invalid(await ask(`appointmentTypeId=${unknown}`), 'appointmentTypeId')
  success(await ask(`appointmentTypeId=${id}`))
  success(await c.owner.call('PATCH', `${path}/${id}`, { active: false }))
  invalid(await ask(`appointmentTypeId=${id}`), 'appointmentTypeId')
})

test('§30 `GET /openings/why` names the buffers, the chair, the length or the busy members that prevent a time for an appointment type.', async () => {
  await using c = await clinic({ timezone: 'UTC' })
  const [chair, other] = [await newChair(c.owner.call), await newChair(c.owner.call)]
  const { id: appointmentTypeId } = await newAppointmentType(c.owner.call, {
    durationMinutes: 60,
    bufferBeforeMinutes: 15,
    chairIds: [chair.id],
    practitioners: [{ memberId: c.owner.userId }],
  })
  const booked = await newEntry(c.owner.call, { chairId: chair.id })
  const treating = { startAt: at('12:00'), endAt: at('13:00'), practitionerId: c.owner.userId }
  await newEntry(c.owner.call, { chairId: other.id, ...treating })
  const reasons = async (chairId: string, startAt: string, endAt: string) => {
    const query = new URLSearchParams({ chairId, startAt: at(startAt), endAt: at(endAt), appointmentTypeId })
    return success(await c.assistant.call('GET', `/api/v1/openings/why?${query}`)).reasons
  }
  const { id, startAt, endAt } = booked
  expect(await reasons(chair.id, '10:00', '11:00')).toEqual([
    { code: 'too_close', entries: [{ id, startAt, endAt }], total: 1 },
  ])
  expect(await reasons(chair.id, '10:15', '11:15')).toEqual([])
  expect(await reasons(chair.id, '10:15', '10:45')).toEqual([{ code: 'other_length' }])
  expect(await reasons(other.id, '10:15', '11:15')).toEqual([{ code: 'other_chair' }])
  expect(await reasons(chair.id, '12:30', '13:30')).toEqual([{ code: 'practitioners_busy' }])
})

test('§30 A new practice begins with appointment types that suit its pack. Patients cannot book these types online.', async () => {
  await using c = await clinic()
  for (const pack of Object.values(packTemplates)) {
    const practice = c.store.practices.of(newId(monday), byTest)
    const owner = { id: newId(monday), name: 'Owner', email: `${pack.id}@example.org` }
    const settings = { name: pack.name, timezone: 'UTC', pack, workingHours: null, owner }
    await practice.write((tx) => createPractice(tx, settings, monday))
    const types = listAppointmentTypes(practice.read)
    expect(types.map(({ name }) => name)).toEqual(typeTemplates[pack.id].map(({ name }) => name))
    for (const { online, patientName } of types) {
      expect(online).toEqual(offline)
      expect(patientName).toEqual({ en: expect.any(String), de: expect.any(String) })
    }
  }
})
