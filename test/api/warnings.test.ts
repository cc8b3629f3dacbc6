/** The warnings of a booking inside a closure, and the slots before and after closures. */
import { expect, test } from 'bun:test'
import { invalid, success } from '../support/answers.ts'
import { type Clinic, clinic } from '../support/clinic.ts'
import { at, entryBody, type Fields, newChair, newClosure, newEntry, newPatient } from '../support/records.ts'
import { cancelled, undone } from '../support/visits.ts'
import { weekOf } from '../support/week.ts'

const path = '/api/v1/appointments'
/** The day on which `entryBody` books, 09:00–10:00 UTC. */
const tuesday = { fromDate: '2026-03-10', throughDate: '2026-03-10' }

const book = async (c: Clinic, fields: Fields = {}) =>
  success(await c.assistant.call('POST', path, entryBody(fields)), 201)

test('§20 An appointment inside a closure is allowed. The answer names the closure in `warnings`.', async () => {
  await using c = await clinic({ timezone: 'UTC' })
  expect((await book(c)).warnings).toEqual([])
  const { id } = await newClosure(c.owner.call, { name: 'Training', ...tuesday })
  const warning = {
    code: 'closed',
    message: 'Closed at that time: Training.',
    closureId: id,
    absenceId: null,
    appointmentId: null,
    startAt: null,
    endAt: null,
    name: 'Training',
  }
  const entry = await book(c)
  expect(entry.warnings).toEqual([warning])
  // Only answers to bookings and changes contain warnings.
  expect(success(await c.owner.call('GET', `${path}/${entry.id}`)).warnings).toBeUndefined()

  const patch = async (body: object) =>
    success(await c.assistant.call('PATCH', `${path}/${entry.id}`, body)).warnings
  expect(await patch({ title: 'Check-up' })).toEqual([warning])
  expect(await patch({})).toEqual([warning])
  expect(await patch({ startAt: '2026-03-11T09:00:00Z', endAt: '2026-03-11T10:00:00Z' })).toEqual([])
  expect(await patch({ startAt: '2026-03-09T23:30:00Z', endAt: '2026-03-10T00:00:00Z' })).toEqual([])
  expect(await patch({ endAt: '2026-03-10T00:01:00Z' })).toEqual([warning])
})

test("§20 A patient may be booked twice at the same time. The answer names the patient's other appointments in `warnings`.", async () => {
  await using c = await clinic({ timezone: 'UTC' })
  const [{ id: patientId }, other] = [await newPatient(c.owner.call), await newPatient(c.owner.call)]
  const first = await book(c, { patientId, title: 'Check-up' })
  expect(first.warnings).toEqual([])
  const warning = {
    code: 'patient_booked',
    message: 'The patient has another appointment at that time.',
    closureId: null,
    absenceId: null,
    appointmentId: first.id,
    startAt: first.startAt,
    endAt: first.endAt,
    name: 'Check-up',
  }
  const half = { startAt: at('09:30'), endAt: at('10:30') }
  const second = await book(c, { patientId, ...half })
  expect(second.warnings).toEqual([warning])
  const patch = async (body: object) =>
    success(await c.assistant.call('PATCH', `${path}/${second.id}`, body)).warnings
  expect(await patch({ startAt: at('10:00') })).toEqual([])
  expect(await patch({ startAt: at('09:59') })).toEqual([warning])
  expect(await patch({ patientId: other.id })).toEqual([])
  expect(await patch({ patientId: null })).toEqual([])
  // Only visits of this patient count. Reminders and visits of other patients do not.
  await book(c, { patientId, type: 'reminder' })
  await book(c, { patientId: other.id, ...half })
  expect(await patch({ patientId, startAt: at('10:00') })).toEqual([])
})

test('a booking is warned of an appointment that began the day before and is not over, and a series of each occurrence', async () => {
  await using c = await clinic({ timezone: 'UTC' })
  const { id: patientId } = await newPatient(c.owner.call)
  await book(c, { patientId, startAt: '2026-03-10T23:00:00Z', endAt: '2026-03-11T09:30:00Z' })
  const repeat = { every: 1, unit: 'day', count: 3 }
  const body = { ...entryBody({ patientId }), repeat }
  const { occurrences } = success(await c.assistant.call('POST', `${path}/series?dryRun=true`, body))
  expect(occurrences.map(({ warnings }: { warnings: unknown[] }) => warnings.length)).toEqual([0, 1, 0])
})

test('the warnings of a booking name at most 20 other appointments of the patient', async () => {
  await using c = await clinic({ timezone: 'UTC' })
  const { id: patientId } = await newPatient(c.owner.call)
  for (let i = 0; i < 21; i++) await book(c, { patientId })
  expect((await book(c, { patientId })).warnings).toHaveLength(20)
})

test('the undo of a cancellation has a warning when the appointment is inside a closure', async () => {
  await using c = await clinic({ timezone: 'UTC' })
  const { id } = await book(c)
  await cancelled(c.assistant.call, id)
  const closure = await newClosure(c.owner.call, { name: 'Training', ...tuesday })
  expect((await undone(c.assistant.call, id)).warnings).toMatchObject([{ closureId: closure.id }])
})

test('a booking is warned of a closure to the exact minute, in the time zone of the practice', async () => {
  await using c = await clinic({ timezone: 'Pacific/Auckland' })
  await newClosure(c.owner.call, { ...tuesday, startTime: '12:00', endTime: '13:00' })
  const warned = async (startAt: string, endAt: string) => (await book(c, { startAt, endAt })).warnings.length
  expect(await warned('2026-03-09T22:00:00Z', '2026-03-09T23:00:00Z')).toBe(0)
  expect(await warned('2026-03-09T22:00:00Z', '2026-03-09T23:01:00Z')).toBe(1)
  expect(await warned('2026-03-09T23:59:00Z', '2026-03-10T01:00:00Z')).toBe(1)
  expect(await warned('2026-03-10T00:00:00Z', '2026-03-10T01:00:00Z')).toBe(0)
})

test('a booking is warned of a closure also when the local day of the closure is over in UTC', async () => {
  await using c = await clinic({ timezone: 'America/Los_Angeles' })
  await newClosure(c.owner.call, { ...tuesday, startTime: '20:00', endTime: '21:00' })
  const warned = async (startAt: string, endAt: string) => (await book(c, { startAt, endAt })).warnings.length
  expect(await warned('2026-03-11T03:30:00Z', '2026-03-11T03:45:00Z')).toBe(1)
  expect(await warned('2026-03-11T04:00:00Z', '2026-03-11T05:00:00Z')).toBe(0)
})

test('a closure of one chair warns only on this chair, and a closure of the practice also warns without a chair', async () => {
  await using c = await clinic()
  const [one, two] = [await newChair(c.owner.call), await newChair(c.owner.call)]
  await newClosure(c.owner.call, { name: 'One', ...tuesday, chairIds: [one.id] })
  await newClosure(c.owner.call, { name: 'All', ...tuesday })
  const named = async (chairId?: string) =>
    (await book(c, { chairId })).warnings.map(({ name }: { name: string }) => name).sort()
  expect(await named(one.id)).toEqual(['All', 'One'])
  expect(await named(two.id)).toEqual(['All'])
  expect(await named()).toEqual(['All'])
})

test('§20 A block and a reminder have no `warnings`, because no patient comes.', async () => {
  await using c = await clinic()
  await newClosure(c.owner.call, tuesday)
  expect((await book(c, { type: 'unavailable' })).warnings).toEqual([])
  const note = await book(c, { type: 'reminder' })
  expect(note.warnings).toEqual([])
  const changed = success(await c.owner.call('PATCH', `${path}/${note.id}`, { type: 'appointment' }))
  expect(changed.warnings).toHaveLength(1)
})

test('§20 A booking outside the hours is allowed without a warning.', async () => {
  await using c = await clinic({ timezone: 'UTC' })
  const { id: chairId } = await newChair(c.owner.call, { workingHours: weekOf([]) })
  expect((await book(c, { chairId })).warnings).toEqual([])
})

test('the warnings of a booking name at most 20 closures, also for a very long entry', async () => {
  await using c = await clinic()
  for (let i = 0; i < 25; i++) await newClosure(c.owner.call, { ...tuesday, yearly: true })
  expect((await book(c)).warnings).toHaveLength(20)
  expect((await book(c, { endAt: '9999-12-31T23:00:00Z' })).warnings).toHaveLength(20)
})

test('a repeated booking with the same key gets the same warnings', async () => {
  await using c = await clinic()
  await newClosure(c.owner.call, tuesday)
  const once = () => c.assistant.call('POST', path, entryBody(), { 'idempotency-key': 'once' })
  const [first, again] = [await once(), await once()]
  expect(first.data.warnings).toHaveLength(1)
  expect(again.text).toBe(first.text)
})

interface Slot {
  readonly startAt: string
}

const slots = async (
  c: Clinic,
  chairId: string,
  date = '2026-03-10',
  durationMinutes = 60,
): Promise<string[]> => {
  const query = `date=${date}&chairId=${chairId}&durationMinutes=${durationMinutes}`
  const { slots } = success(await c.assistant.call('GET', `${path}/availability?${query}`))
  return slots.map(({ startAt }: Slot) => startAt.slice(11, 16))
}

/** Makes two chairs, open from 09:00 to 13:00 every day, with hourly slots. */
async function twoChairs(c: Clinic): Promise<[string, string]> {
  const workingHours = weekOf([{ start: '09:00', end: '13:00' }])
  success(await c.owner.call('PATCH', '/api/v1/practice', { workingHours, slotMinutes: 60 }))
  return [(await newChair(c.owner.call)).id, (await newChair(c.owner.call)).id]
}

test('no slot overlaps a closure, and the other slots keep their times', async () => {
  await using c = await clinic({ timezone: 'UTC' })
  const [one, two] = await twoChairs(c)
  await newClosure(c.owner.call, { ...tuesday, startTime: '10:10', endTime: '10:20', chairIds: [one] })
  expect([await slots(c, one), await slots(c, two)]).toEqual([
    ['09:00', '11:00', '12:00'],
    ['09:00', '10:00', '11:00', '12:00'],
  ])
  await newEntry(c.owner.call, { chairId: one, startAt: at('11:30'), endAt: at('11:45') })
  expect(await slots(c, one)).toEqual(['09:00', '12:00'])
  const { id } = await newClosure(c.owner.call, { ...tuesday, yearly: true })
  expect([await slots(c, one), await slots(c, two), await slots(c, two, '2027-03-10')]).toEqual([[], [], []])
  expect(await slots(c, two, '2026-03-11')).toHaveLength(4)
  success(await c.owner.call('DELETE', `/api/v1/closures/${id}`))
  expect(await slots(c, two)).toHaveLength(4)
})

test('§20 A chair with hours of its own is offered in these hours. Other chairs are offered in the hours of the practice.', async () => {
  await using c = await clinic({ timezone: 'UTC' })
  const [one, two] = await twoChairs(c)
  const workingHours = { ...weekOf([{ start: '12:00', end: '14:00' }]), wed: [] }
  const patch = (body: object) => c.owner.call('PATCH', `/api/v1/chairs/${one}`, body)
  const changed = success(await patch({ workingHours }))
  expect(changed).toMatchObject({ workingHours, version: 2 })
  expect(success(await patch({ workingHours }))).toEqual(changed)
  expect([await slots(c, one), await slots(c, one, '2026-03-11')]).toEqual([['12:00', '13:00'], []])
  expect(await slots(c, two)).toHaveLength(4)
  expect(success(await patch({ workingHours: null })).workingHours).toBeNull()
  expect(await slots(c, one)).toHaveLength(4)
})

test('wrong working hours of a chair are refused like wrong working hours of the practice', async () => {
  await using c = await clinic()
  const night = weekOf([{ start: '22:00', end: '24:00' }])
  const { id, workingHours } = await newChair(c.owner.call, { workingHours: night })
  expect(workingHours).toEqual(night)
  const backwards = { ...night, mon: [{ start: '10:00', end: '09:00' }], tue: [{ start: '9', end: '10:00' }] }
  const wrong = ['workingHours.mon.0.end', 'workingHours.tue.0.start']
  invalid(await c.owner.call('PATCH', `/api/v1/chairs/${id}`, { workingHours: backwards }), ...wrong)
  invalid(await c.owner.call('POST', '/api/v1/chairs', { name: 'x', workingHours: backwards }), ...wrong)
  const { sun: _, ...short } = night
  invalid(await c.owner.call('PATCH', `/api/v1/chairs/${id}`, { workingHours: short }), 'workingHours.sun')
})
