/** Absences of members, and their effect on free times, warnings, the day and online booking (RULES §20.1). */
import { expect, test } from 'bun:test'
import { invalid, notFound, problem, success } from '../support/answers.ts'
import { type Clinic, clinic, monday } from '../support/clinic.ts'
import {
  absentId,
  at,
  entryBody,
  type Fields,
  newAbsence,
  newAppointmentType,
  newChair,
  newClosure,
  newEntry,
} from '../support/records.ts'

const path = '/api/v1/absences'
/** The day on which `entryBody` books, 09:00–10:00 UTC. */
const tuesday = { fromDate: '2026-03-10', throughDate: '2026-03-10' }
const afternoon = { ...tuesday, startTime: '13:00', endTime: '24:00' }

const list = async (c: Clinic, query = '') =>
  (success(await c.assistant.call('GET', `${path}${query}`)).absences as { reason: string }[]).map(
    ({ reason }) => reason,
  )

test('§20.1 Every member may enter an absence. It has a member, two days, and perhaps times, days of the week and a reason.', async () => {
  await using c = await clinic()
  const practitionerId = c.owner.userId
  const body = { practitionerId: practitionerId.toUpperCase(), ...afternoon, reason: ' Ill ' }
  const absence = success(await c.assistant.call('POST', path, body), 201)
  expect(absence).toEqual({
    id: expect.any(String),
    practiceId: c.owner.practiceId,
    practitionerId,
    reason: 'Ill',
    ...afternoon,
    weekdays: null,
    createdAt: '2026-03-02T08:00:00.000Z',
    updatedAt: '2026-03-02T08:00:00.000Z',
    version: 1,
  })
  expect(success(await c.assistant.call('GET', `${path}/${absence.id}`))).toEqual(absence)
  c.clock.now = monday + 60_000
  const patch = (body: object) => c.assistant.call('PATCH', `${path}/${absence.id}`, body)
  expect(success(await patch({}))).toEqual(absence)
  const changes = { endTime: '15:00', reason: null }
  expect(success(await patch(changes))).toEqual({
    ...absence,
    ...changes,
    updatedAt: '2026-03-02T08:01:00.000Z',
    version: 2,
  })
  success(await c.assistant.call('DELETE', `${path}/${absence.id}`))
  notFound(await c.assistant.call('GET', `${path}/${absence.id}`))
  const [item] = success(await c.owner.call('GET', '/api/v1/archive?kind=absence')).items
  expect(item).toMatchObject({ kind: 'absence', recordId: absence.id, label: expect.any(String) })
  success(await c.owner.call('POST', `/api/v1/archive/${item.id}/restore`))
  expect(success(await c.assistant.call('GET', `${path}/${absence.id}`))).toMatchObject(changes)
})

test('§20.1 A weekly absence is a rule: some days of the week, and perhaps no last day.', async () => {
  await using c = await clinic({ timezone: 'UTC' })
  const practitionerId = c.owner.userId
  const lunch = {
    practitionerId,
    fromDate: '2026-03-03',
    throughDate: null,
    startTime: '12:00',
    endTime: '13:00',
  }
  const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri']
  const rule = success(await c.assistant.call('POST', path, { ...lunch, weekdays }), 201)
  expect(rule).toMatchObject({ throughDate: null, weekdays })
  const warned = async (startAt: string, endAt: string) =>
    success(
      await c.assistant.call('POST', '/api/v1/appointments', entryBody({ practitionerId, startAt, endAt })),
      201,
    ).warnings.length
  expect(await warned('2030-01-01T12:30:00Z', '2030-01-01T13:30:00Z')).toBe(1)
  expect(await warned('2030-01-05T12:30:00Z', '2030-01-05T13:30:00Z')).toBe(0)
  // The absence begins on Tuesday.
  expect(await warned('2026-03-02T12:30:00Z', '2026-03-02T13:30:00Z')).toBe(0)
  expect(await warned('2026-03-03T11:00:00Z', '2026-03-03T12:00:00Z')).toBe(0)
})

test('§20.1 Days and times of an absence run forward. Without days of the week, it has at most 400 days.', async () => {
  await using c = await clinic()
  const create = (fields: Fields) =>
    c.assistant.call('POST', path, { practitionerId: c.owner.userId, fromDate: '2027-01-01', ...fields })
  invalid(await create({}), 'throughDate')
  invalid(await create({ throughDate: null }), 'throughDate')
  invalid(await create({ throughDate: '2026-12-31' }), 'throughDate')
  success(await create({ throughDate: '2028-02-04' }), 201)
  invalid(await create({ throughDate: '2028-02-05' }), 'throughDate')
  success(await create({ throughDate: '9999-12-31', weekdays: ['mon'] }), 201)
  // 1 January 2027 is a Friday.
  invalid(await create({ throughDate: '2027-01-03', weekdays: ['mon', 'thu'] }), 'weekdays')
  invalid(await create({ throughDate: '2027-01-03', weekdays: [] }), 'weekdays')
  invalid(await create({ throughDate: '2027-01-03', weekdays: ['fri', 'fri'] }), 'weekdays')
  invalid(await create({ throughDate: '2027-01-01', startTime: '09:00' }), 'endTime')
  invalid(await create({ throughDate: '2027-01-01', endTime: '09:00' }), 'startTime')
  invalid(await create({ throughDate: '2027-01-01', startTime: '09:00', endTime: '09:00' }), 'endTime')
  const wrong = { practitionerId: 'x', fromDate: '2026-02-29', throughDate: 1, reason: 1, size: 'L' }
  invalid(await c.assistant.call('POST', path, wrong), ...Object.keys(wrong))
  invalid(await c.assistant.call('POST', path, {}), 'practitionerId', 'fromDate', 'throughDate')
  const { id } = success(await create({ throughDate: '2027-01-01' }), 201)
  const patch = (body: object) => c.assistant.call('PATCH', `${path}/${id}`, body)
  invalid(await patch({ throughDate: null }), 'throughDate')
  invalid(await patch({ weekdays: ['sat'] }), 'weekdays')
  success(await patch({ throughDate: null, weekdays: ['sat'] }))
  invalid(await patch({ weekdays: null }), 'throughDate')
})

test('§20.1 A new absence needs an active member of the practice. The absence of a member who was deactivated later may stay.', async () => {
  await using c = await clinic({ signedIn: true })
  const create = (practitionerId: string) => c.owner.call('POST', path, { practitionerId, ...tuesday })
  for (const id of [c.stranger.userId, absentId]) invalid(await create(id), 'practitionerId')
  const { id } = success(await create(c.assistant.userId), 201)
  success(await c.owner.call('PATCH', `/api/v1/members/${c.assistant.userId}`, { active: false }))
  invalid(await create(c.assistant.userId), 'practitionerId')
  success(await c.owner.call('PATCH', `${path}/${id}`, { reason: 'Left' }))
  success(await c.owner.call('PATCH', `${path}/${id}`, { practitionerId: c.owner.userId }))
  invalid(
    await c.owner.call('PATCH', `${path}/${id}`, { practitionerId: c.assistant.userId }),
    'practitionerId',
  )
})

test('§20.1 Absences without an end are listed first, and the others by their last day. `from`, `to` and `practitionerId` narrow the list.', async () => {
  await using c = await clinic()
  const create = (reason: string, fields: Fields, member = c.owner.userId) =>
    newAbsence(c.assistant.call, member, { reason, ...fields })
  await create('summer', { fromDate: '2026-08-03', throughDate: '2026-08-14' })
  await create('ill', {}, c.assistant.userId)
  await create('wednesdays', { fromDate: '2026-05-01', throughDate: null, weekdays: ['wed'] })
  await newAbsence(c.stranger.call, c.stranger.userId)
  expect(await list(c)).toEqual(['wednesdays', 'ill', 'summer'])
  expect(await list(c, '?from=2026-03-11')).toEqual(['wednesdays', 'summer'])
  expect(await list(c, '?to=2026-05-07')).toEqual(['wednesdays', 'ill'])
  expect(await list(c, '?to=2026-05-06')).toEqual(['ill'])
  expect(await list(c, '?from=2031-01-02&to=2031-01-08')).toEqual([])
  expect(await list(c, '?from=2031-01-02&to=2031-01-09')).toEqual(['wednesdays'])
  expect(await list(c, `?practitionerId=${c.assistant.userId.toUpperCase()}`)).toEqual(['ill'])
  expect(await list(c, `?practitionerId=${c.stranger.userId}`)).toEqual([])
})

test('§20.1 An appointment with a member who is away is allowed. The answer names the absence in `warnings`.', async () => {
  await using c = await clinic({ timezone: 'UTC' })
  const practitionerId = c.owner.userId
  const absence = await newAbsence(c.assistant.call, practitionerId, { reason: 'Ill' })
  const book = async (fields: Fields) =>
    success(await c.assistant.call('POST', '/api/v1/appointments', entryBody(fields)), 201)
  const { id, warnings } = await book({ practitionerId })
  const warning = {
    code: 'practitioner_away',
    message: 'The member who treats is away at that time: Ill.',
    closureId: null,
    appointmentId: null,
    startAt: null,
    endAt: null,
    absenceId: absence.id,
    name: 'Ill',
  }
  expect(warnings).toEqual([warning])
  const patch = async (body: object) =>
    success(await c.assistant.call('PATCH', `/api/v1/appointments/${id}`, body)).warnings
  expect(await patch({ practitionerId: c.assistant.userId })).toEqual([])
  expect(await patch({ practitionerId })).toEqual([warning])
  expect((await book({})).warnings).toEqual([])
  expect((await book({ type: 'unavailable', practitionerId })).warnings).toEqual([])
  await newClosure(c.owner.call, { name: 'Closed', ...tuesday })
  expect((await patch({ title: 'x' })).map(({ code }: { code: string }) => code)).toEqual([
    'closed',
    'practitioner_away',
  ])
})

test('§20.1 No free time is offered with a member who is away. The availability of chairs and the overlap rule do not change.', async () => {
  await using c = await clinic({ timezone: 'UTC' })
  const { call } = c.owner
  const chair = await newChair(call)
  const practitionerId = c.owner.userId
  const practitioners = [{ memberId: practitionerId }, { memberId: c.assistant.userId }]
  const type = await newAppointmentType(call, { practitioners, durationMinutes: 60 })
  await newAbsence(call, practitionerId, afternoon)
  const day = `from=2026-03-10&to=2026-03-11&limit=100`
  const free = async (query: string) =>
    (success(await call('GET', `/api/v1/openings?${day}&${query}`)).openings as Fields[]).map(
      (one) =>
        `${String(one.startAt).slice(11, 16)} ${one.practitionerId === practitionerId ? 'owner' : 'assistant'}`,
    )
  const ofType = await free(`appointmentTypeId=${type.id}`)
  expect(ofType.filter((one) => one.endsWith('owner')).at(-1)).toBe('12:00 owner')
  expect(ofType.at(-1)).toBe('16:00 assistant')
  const ofOwner = await free(`durationMinutes=60&practitionerId=${practitionerId}`)
  expect(ofOwner.at(-1)).toBe('12:00 owner')
  expect(await free(`appointmentTypeId=${type.id}&practitionerId=${c.assistant.userId}`)).toEqual(
    ofType.filter((one) => one.endsWith('assistant')),
  )
  const why = async (query: string) =>
    success(
      await call(
        'GET',
        `/api/v1/openings/why?chairId=${chair.id}&startAt=${at('14:00')}&endAt=${at('15:00')}&${query}`,
      ),
    )
  const alone = await newAppointmentType(call, {
    name: 'Alone',
    practitioners: practitioners.slice(0, 1),
    durationMinutes: 60,
  })
  expect(await why(`appointmentTypeId=${alone.id}`)).toMatchObject({
    free: false,
    reasons: [{ code: 'practitioners_busy' }],
  })
  expect(await why(`appointmentTypeId=${type.id}`)).toMatchObject({ free: true })
  const { slots } = success(
    await call(
      'GET',
      `/api/v1/appointments/availability?date=2026-03-10&chairId=${chair.id}&durationMinutes=60`,
    ),
  )
  expect(slots.at(-1)).toMatchObject({ startAt: '2026-03-10T16:00:00.000Z' })
  await newEntry(call, { chairId: chair.id, practitionerId, startAt: at('14:00'), endAt: at('15:00') })
  invalid(
    await call('GET', `/api/v1/openings?durationMinutes=30&practitionerId=${absentId}`),
    'practitionerId',
  )
})

test('§24 `GET /day` lists the members who are away, with the times and the reasons.', async () => {
  await using c = await clinic({ timezone: 'Europe/Berlin' })
  const { id } = await newAbsence(c.assistant.call, c.owner.userId, { ...afternoon, reason: 'Ill' })
  const day = async (date: string) =>
    success(await c.assistant.call('GET', `/api/v1/day?date=${date}`)).absences
  expect(await day('2026-03-10')).toEqual([
    {
      id,
      practitionerId: c.owner.userId,
      name: expect.any(String),
      reason: 'Ill',
      startAt: '2026-03-10T12:00:00.000Z',
      endAt: '2026-03-10T23:00:00.000Z',
    },
  ])
  expect(await day('2026-03-11')).toEqual([])
})

test('an absence of another practice cannot be read, changed or deleted', async () => {
  await using c = await clinic()
  const { id } = await newAbsence(c.stranger.call, c.stranger.userId)
  for (const answer of [
    await c.owner.call('GET', `${path}/${id}`),
    await c.owner.call('PATCH', `${path}/${id}`, { reason: 'Mine' }),
    await c.owner.call('DELETE', `${path}/${id}`),
  ])
    notFound(answer)
  problem(await c.anonymous('GET', path), 401, 'missing_authorization')
})
