import { expect, test } from 'bun:test'
import { weekdays } from '../../src/domain/working-hours.ts'
import { invalid, problem, success } from '../support/answers.ts'
import { clinic, monday } from '../support/clinic.ts'
import { newEntry, newPatient } from '../support/records.ts'
import { weekOf } from '../support/week.ts'

const path = '/api/v1/practice'
const closed = weekOf([])

test('§2.4.3 Settings that nobody has set show their defaults: 09:00–17:00 on seven days, slots of 15 minutes, a lead of 1,440 minutes. Deleted patients are kept for 10 years, and deleted entries for 1 year.', async () => {
  await using c = await clinic()
  const practice = success(await c.assistant.call('GET', path))
  expect(practice).toEqual({
    id: c.owner.practiceId,
    name: 'Praxis am Lindenplatz',
    timezone: 'Europe/Berlin',
    pack: {
      id: 'dental',
      name: expect.any(String),
      statuses: expect.arrayContaining([{ id: 'new', label: 'New' }]),
      defaultStatus: 'new',
    },
    workingHours: weekOf([{ start: '09:00', end: '17:00' }]),
    slotMinutes: 15,
    reminderLeadMinutes: 1440,
    keepPatientsYears: 10,
    keepEntriesYears: 1,
    shortNoticeHours: 24,
    practitionersOnce: false,
    daySheetPhones: true,
    lockMinutes: 0,
    onlineBooking: { enabled: false, slug: null, frameAncestors: [], requestHours: 48, mostOpenRequests: 20 },
    calendarFeeds: 'off',
    ownFields: [],
    createdAt: '2026-03-02T08:00:00.000Z',
    updatedAt: '2026-03-02T08:00:00.000Z',
    version: 1,
  })
})

test('a change of one practice setting leaves the other settings as they were', async () => {
  await using c = await clinic()
  let practice = success(await c.owner.call('GET', path))
  c.clock.now = monday + 60_000
  for (const change of [
    { name: 'Other' },
    { timezone: 'America/New_York' },
    {
      workingHours: {
        ...closed,
        mon: [
          { start: '08:30', end: '12:00' },
          { start: '12:00', end: '24:00' },
        ],
      },
    },
    { slotMinutes: 20 },
    { reminderLeadMinutes: 0 },
  ]) {
    practice = {
      ...practice,
      ...change,
      updatedAt: '2026-03-02T08:01:00.000Z',
      version: practice.version + 1,
    }
    expect(success(await c.owner.call('PATCH', path, change))).toEqual(practice)
  }
  expect(success(await c.assistant.call('GET', path))).toEqual(practice)
  expect(success(await c.stranger.call('GET', path)).name).toBe('The neighbours')
})

test('the name of a practice is trimmed, and an empty change leaves the practice as it was', async () => {
  await using c = await clinic()
  const before = success(await c.owner.call('PATCH', path, { name: '  Lindenplatz ' }))
  expect(before.name).toBe('Lindenplatz')
  c.clock.now = monday + 60_000
  expect(success(await c.owner.call('PATCH', path, {}))).toEqual(before)
})

test('§2.4.3 Null sets `workingHours`, `slotMinutes`, `reminderLeadMinutes`, `keepPatientsYears` and `keepEntriesYears` back to their defaults.', async () => {
  await using c = await clinic()
  const before = success(await c.owner.call('GET', path))
  const made = { workingHours: closed, slotMinutes: 20, reminderLeadMinutes: 60 }
  expect(success(await c.owner.call('PATCH', path, made))).toMatchObject(made)
  for (const name of Object.keys(made)) {
    const after = success(await c.owner.call('PATCH', path, { [name]: null }))
    expect(after[name]).toEqual(before[name])
  }
  before.version += 4
  expect(success(await c.owner.call('GET', path))).toEqual(before)
  c.clock.now = monday + 60_000
  const unset = { workingHours: null, slotMinutes: null, reminderLeadMinutes: null }
  expect(success(await c.owner.call('PATCH', path, unset))).toEqual(before)
  for (const name of ['name', 'timezone', 'pack'])
    invalid(await c.owner.call('PATCH', path, { [name]: null }), name)
})

test('when `reminderLeadMinutes` is set back to its default, the planned reminders get new times', async () => {
  await using c = await clinic()
  success(await c.owner.call('PATCH', path, { reminderLeadMinutes: 60 }))
  const { id: patientId } = await newPatient(c.owner.call)
  const { id } = await newEntry(c.owner.call, { patientId })
  const dueTimes = async () =>
    success(await c.owner.call('GET', `/api/v1/appointments/${id}/reminders`)).reminders.map(
      ({ dueAt }: { dueAt: string }) => dueAt,
    )
  expect(await dueTimes()).toEqual(Array(2).fill('2026-03-10T08:00:00.000Z'))
  success(await c.owner.call('PATCH', path, { reminderLeadMinutes: null }))
  expect(await dueTimes()).toEqual(Array(2).fill('2026-03-09T09:00:00.000Z'))
})

test('an assistant can read the settings of the practice and cannot change them', async () => {
  await using c = await clinic()
  const before = success(await c.assistant.call('GET', path))
  for (const body of [{ name: 'Mine' }, {}, { nonsense: 1 }])
    problem(await c.assistant.call('PATCH', path, body), 403, 'forbidden')
  expect(success(await c.owner.call('GET', path))).toEqual(before)
})

test('§2.4.3 One answer names every wrong setting. `timezone` is the name of an IANA time zone, not an offset.', async () => {
  await using c = await clinic()
  const wrong = { name: '', timezone: 'Berlin', slotMinutes: 0, reminderLeadMinutes: -1, pack: 7, id: 'x' }
  invalid(await c.owner.call('PATCH', path, wrong), ...Object.keys(wrong))
  for (const timezone of ['+01:00', '', 'Europe/Nowhere', 'Europe/Berlin ', null, 1])
    invalid(await c.owner.call('PATCH', path, { timezone }), 'timezone')
  for (const slotMinutes of [1441, 1.5, '15', -15])
    invalid(await c.owner.call('PATCH', path, { slotMinutes }), 'slotMinutes')
  invalid(await c.owner.call('PATCH', path, { createdAt: 'x', practiceId: 'x' }), 'createdAt', 'practiceId')
})

test.each([
  [[{ start: '09:00', end: '09:00' }], ['mon.0.end']],
  [[{ start: '17:00', end: '09:00' }], ['mon.0.end']],
  [[{ start: '9:00', end: '24:01' }], ['mon.0.start', 'mon.0.end']],
  [[{ start: '24:00', end: '24:00' }], ['mon.0.start']],
  [[{ start: '09:60', end: '25:00' }], ['mon.0.start', 'mon.0.end']],
  [
    [
      { start: '13:00', end: '17:00' },
      { start: '09:00', end: '12:00' },
    ],
    ['mon.1.start'],
  ],
  [
    [
      { start: '09:00', end: '12:00' },
      { start: '11:59', end: '17:00' },
    ],
    ['mon.1.start'],
  ],
  [[{ start: '09:00' }], ['mon.0.end']],
  [[{}], ['mon.0.start', 'mon.0.end']],
  [[{ start: '09:00', end: '12:00', lunch: true }], ['mon.0.lunch']],
  [[null], ['mon.0']],
  [{}, ['mon']],
  [null, ['mon']],
  [Array(49).fill({ start: '09:00', end: '10:00' }), ['mon']],
])(
  '§2.4.3 An interval starts and ends at `HH:MM`. It may end at `24:00`, and ends after its start. %j, %j',
  async (mon, paths) => {
    await using c = await clinic()
    const answer = await c.owner.call('PATCH', path, { workingHours: { ...closed, mon } })
    invalid(answer, ...paths.map((path) => `workingHours.${path}`))
    expect(success(await c.owner.call('GET', path)).workingHours.mon).toEqual([
      { start: '09:00', end: '17:00' },
    ])
  },
)

test('§2.4.3 `workingHours` names all seven days, `mon` to `sun`.', async () => {
  await using c = await clinic()
  invalid(
    await c.owner.call('PATCH', path, { workingHours: {} }),
    ...weekdays.map((day) => `workingHours.${day}`),
  )
  const { sun: _, ...others } = closed
  invalid(
    await c.owner.call('PATCH', path, { workingHours: { ...others, Sun: [] } }),
    'workingHours.sun',
    'workingHours.Sun',
  )
})

test('§7 A path in `details` is dotted, such as `workingHours.mon.0.end`.', async () => {
  await using c = await clinic()
  const wrong = [{ start: '10:00', end: '09:00' }]
  invalid(
    await c.owner.call('PATCH', path, {
      workingHours: { ...closed, mon: wrong, tue: [{ start: '9', end: '10:00' }], sun: wrong },
      slotMinutes: 0,
    }),
    'workingHours.mon.0.end',
    'workingHours.tue.0.start',
    'workingHours.sun.0.end',
    'slotMinutes',
  )
})

test('§24 The setting `daySheetPhones` decides whether the printed sheet of a day shows phone numbers. It is true until an owner changes it.', async () => {
  await using c = await clinic()
  const set = async (daySheetPhones: boolean | null) =>
    success(await c.owner.call('PATCH', path, { daySheetPhones })).daySheetPhones
  expect(await set(false)).toBe(false)
  expect(success(await c.assistant.call('GET', '/api/v1/me')).practice.daySheetPhones).toBe(false)
  expect(await set(true)).toBe(true)
  await set(false)
  expect(await set(null)).toBe(true)
})
