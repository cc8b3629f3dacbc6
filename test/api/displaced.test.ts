/**
 * The appointments that a new closure or absence overlaps. A dry run counts them, and the inbox lists them afterwards
 * (RULES §20.2).
 */
import { expect, test } from 'bun:test'
import { success } from '../support/answers.ts'
import { type Clinic, clinic, monday } from '../support/clinic.ts'
import {
  at,
  type Fields,
  newAbsence,
  newChair,
  newClosure,
  newEntry,
  newPatient,
} from '../support/records.ts'
import { cancelled } from '../support/visits.ts'

const tuesday = { fromDate: '2026-03-10', throughDate: '2026-03-10' }
const minute = 60_000

const waiting = async (c: Clinic, query = '') =>
  success(await c.assistant.call('GET', `/api/v1/inbox?kind=displaced${query}`)).items as Fields[]
const ids = async (c: Clinic) => (await waiting(c, '&seen=false')).map(({ recordId }) => recordId)
const book = (c: Clinic, patientId: string | undefined, fields: Fields = {}) =>
  newEntry(c.assistant.call, { patientId, ...fields })

test('§20.2 With `dryRun=true`, the answer counts the appointments and patients in the time of a closure or an absence. Nothing is written.', async () => {
  await using c = await clinic({ timezone: 'UTC' })
  const [one, two] = [await newPatient(c.owner.call), await newPatient(c.owner.call, { lastName: 'Other' })]
  const [left, right] = [await newChair(c.owner.call), await newChair(c.owner.call)]
  const practitionerId = c.owner.userId
  await book(c, one.id, { chairId: left.id, practitionerId })
  await book(c, one.id, { chairId: left.id, startAt: at('11:00'), endAt: at('12:00') })
  await book(c, two.id, { chairId: right.id, practitionerId, startAt: at('15:00'), endAt: at('16:00') })
  // Blocks, reminders and appointments without a patient do not count.
  for (const type of ['unavailable', 'reminder', 'appointment'])
    await book(c, undefined, { type, startAt: at('20:00'), endAt: at('21:00') })
  const closing = async (fields: Fields) =>
    success(await c.owner.call('POST', '/api/v1/closures?dryRun=true', { name: 'x', ...tuesday, ...fields }))
  expect(await closing({})).toEqual({ appointments: 3, patients: 2, more: false })
  expect(await closing({ chairIds: [right.id] })).toEqual({ appointments: 1, patients: 1, more: false })
  expect(await closing({ startTime: '10:00', endTime: '11:00' })).toMatchObject({ appointments: 0 })
  expect(await closing({ startTime: '09:59', endTime: '11:01' })).toMatchObject({
    appointments: 2,
    patients: 1,
  })
  expect(await closing({ fromDate: '2025-03-09', throughDate: '2025-03-10', yearly: true })).toMatchObject({
    appointments: 3,
  })
  const away = async (fields: Fields) =>
    success(
      await c.assistant.call('POST', '/api/v1/absences?dryRun=true', {
        practitionerId,
        ...tuesday,
        ...fields,
      }),
    )
  expect(await away({})).toEqual({ appointments: 2, patients: 2, more: false })
  expect(await away({ fromDate: '2026-01-01', throughDate: null, weekdays: ['tue'] })).toMatchObject({
    appointments: 2,
  })
  expect(await away({ fromDate: '2026-01-01', throughDate: null, weekdays: ['mon'] })).toMatchObject({
    appointments: 0,
  })
  expect(success(await c.owner.call('GET', '/api/v1/closures')).closures).toEqual([])
  expect(success(await c.owner.call('GET', '/api/v1/absences')).absences).toEqual([])
  // An appointment that has begun does not count any more.
  c.clock.now = Date.parse(at('11:00'))
  expect(await closing({})).toMatchObject({ appointments: 1 })
})

test('§20.2 Appointments that were booked before a closure or an absence wait in the inbox, until they are moved or cancelled.', async () => {
  await using c = await clinic({ timezone: 'UTC' })
  const patient = await newPatient(c.owner.call, { phoneMobile: '+49 151 23456789' })
  const chair = await newChair(c.owner.call)
  const practitionerId = c.owner.userId
  const first = await book(c, patient.id, { chairId: chair.id, practitionerId, title: 'Check-up' })
  const second = await book(c, patient.id, { chairId: chair.id, startAt: at('11:00'), endAt: at('12:00') })
  const third = await book(c, patient.id, { chairId: chair.id, startAt: at('13:00'), endAt: at('14:00') })
  expect(await ids(c)).toEqual([])
  c.clock.now = monday + minute
  const absence = await newAbsence(c.assistant.call, practitionerId, { reason: 'Ill' })
  const [item] = await waiting(c)
  expect(item).toEqual({
    kind: 'displaced',
    recordId: first.id,
    appointmentId: first.id,
    patientId: patient.id,
    patient: expect.objectContaining({ lastName: 'Müller' }),
    call: '+4915123456789',
    startAt: first.startAt,
    since: '2026-03-02T08:01:00.000Z',
    displaced: {
      warning: {
        code: 'practitioner_away',
        message: 'The member who treats is away at that time: Ill.',
        closureId: null,
        absenceId: absence.id,
        name: 'Ill',
        appointmentId: null,
        startAt: null,
        endAt: null,
      },
      endAt: first.endAt,
      chairId: chair.id,
      practitionerId,
      appointmentTypeId: null,
      title: 'Check-up',
      version: 1,
    },
    fit: null,
    heading: null,
    message: null,
    mark: null,
    calls: [],
    tries: 0,
  })
  await newClosure(c.owner.call, { ...tuesday, startTime: '08:00', endTime: '13:00' })
  expect(await ids(c)).toEqual([first.id, second.id])

  // An appointment leaves the list when it is moved, gets another practitioner, or is cancelled.
  const move = { startAt: '2026-03-11T09:00:00Z', endAt: '2026-03-11T10:00:00Z' }
  success(await c.assistant.call('PATCH', `/api/v1/appointments/${first.id}`, move))
  expect(await ids(c)).toEqual([second.id])
  await cancelled(c.assistant.call, second.id)
  expect(await ids(c)).toEqual([])
  // This appointment was booked before the closure and is moved into it now. It waits until a member marks it.
  success(
    await c.assistant.call('PATCH', `/api/v1/appointments/${third.id}`, {
      startAt: at('12:30'),
      endAt: at('13:30'),
    }),
  )
  expect(await ids(c)).toEqual([third.id])
  success(
    await c.assistant.call('POST', '/api/v1/inbox/marks', { kind: 'displaced', recordId: third.id }),
    201,
  )
  expect(await ids(c)).toEqual([])
})

test('§20.2 An appointment that is booked in a closed time later is not listed in the inbox, because the booking had a warning.', async () => {
  await using c = await clinic({ timezone: 'UTC' })
  const patient = await newPatient(c.owner.call)
  const closure = await newClosure(c.owner.call, tuesday)
  c.clock.now = monday + minute
  const { id } = await book(c, patient.id)
  expect(await ids(c)).toEqual([])
  // After a change of the closure, its appointments wait in the inbox again.
  c.clock.now = monday + 2 * minute
  success(await c.owner.call('PATCH', `/api/v1/closures/${closure.id}`, { name: 'Longer' }))
  expect(await ids(c)).toEqual([id])
  success(await c.owner.call('DELETE', `/api/v1/closures/${closure.id}`))
  expect(await ids(c)).toEqual([])
})

test('§20.2 An appointment is in the inbox once, also when several closed times touch it. Appointments that have begun are not listed.', async () => {
  await using c = await clinic({ timezone: 'UTC' })
  const patient = await newPatient(c.owner.call)
  const practitionerId = c.owner.userId
  const { id } = await book(c, patient.id, { practitionerId })
  await newClosure(c.owner.call, { name: 'One', ...tuesday })
  await newClosure(c.owner.call, { name: 'Two', ...tuesday })
  await newAbsence(c.owner.call, practitionerId)
  expect(await ids(c)).toEqual([id])
  c.clock.now = Date.parse(at('09:00'))
  expect(await ids(c)).toEqual([])
})

test('a closure does not displace the appointments of another practice', async () => {
  await using c = await clinic({ timezone: 'UTC' })
  const patient = await newPatient(c.stranger.call)
  await newEntry(c.stranger.call, { patientId: patient.id })
  await newClosure(c.owner.call, tuesday)
  expect(await ids(c)).toEqual([])
  expect(success(await c.stranger.call('GET', '/api/v1/inbox?kind=displaced')).items).toEqual([])
})
