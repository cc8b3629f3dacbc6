import { expect, test } from 'bun:test'
import { invalid, success } from '../support/answers.ts'
import { type Clinic, clinic } from '../support/clinic.ts'
import { absentId, newChair, newEntry } from '../support/records.ts'
import { weekOf } from '../support/week.ts'

const path = '/api/v1/appointments/availability'
const clear = { chairId: undefined }

type Slot = { startAt: string; endAt: string }
const starts = (slots: Slot[]) => slots.map(({ startAt }) => startAt.slice(11, 16))

/** Makes a chair and opens the practice every day at these times (`09:00-12:00`). Without times, no hours are set. */
async function withChair(c: Clinic, settings: object = {}, ...hours: string[]) {
  const { id: chairId } = await newChair(c.owner.call)
  const open = hours.map((interval) => {
    const [start, end] = interval.split('-')
    return { start, end }
  })
  const workingHours = weekOf(open)
  success(
    await c.owner.call('PATCH', '/api/v1/practice', {
      ...settings,
      ...(hours.length > 0 && { workingHours }),
    }),
  )
  const ask = (query: Record<string, unknown>) => {
    const asked = { chairId, date: '2026-03-10', durationMinutes: 60, ...query }
    const sent = Object.entries(asked).filter(([, value]) => value !== undefined)
    return c.assistant.call('GET', `${path}?${new URLSearchParams(sent as [string, string][])}`)
  }
  const slots = async (query: Record<string, unknown> = {}): Promise<Slot[]> =>
    success(await ask(query)).slots
  return { chairId: chairId as string, ask, slots }
}

test('a practice without settings offers slots from 09:00 to 17:00 local time every 15 minutes on all seven days', async () => {
  await using c = await clinic()
  const { slots } = await withChair(c)
  for (let day = 2; day < 9; day++) {
    const offered = await slots({ date: `2026-03-0${day}`, durationMinutes: 30 })
    expect(offered).toHaveLength(31)
    expect(offered[0]).toEqual({
      startAt: `2026-03-0${day}T08:00:00.000Z`,
      endAt: `2026-03-0${day}T08:30:00.000Z`,
    })
    expect(offered[1]?.startAt).toBe(`2026-03-0${day}T08:15:00.000Z`)
    expect(offered.at(-1)?.endAt).toBe(`2026-03-0${day}T16:00:00.000Z`)
  }
})

test("§4.3.1 `date` is a day in the practice's time zone, from one local midnight to the next.", async () => {
  await using c = await clinic({ timezone: 'Pacific/Auckland' })
  const { slots } = await withChair(c, {}, '00:00-24:00')
  const offered = await slots({ durationMinutes: 1440 })
  expect(offered).toEqual([{ startAt: '2026-03-09T11:00:00.000Z', endAt: '2026-03-10T11:00:00.000Z' }])
})

test('§4.3.1 A slot starts at an opening plus a whole number of slot lengths, lasts `durationMinutes`, and ends inside the same opening.', async () => {
  await using c = await clinic({ timezone: 'UTC' })
  const { slots } = await withChair(c, { slotMinutes: 30 }, '09:10-10:45', '10:50-11:20', '14:00-15:00')
  expect(starts(await slots({ durationMinutes: 30 }))).toEqual([
    '09:10',
    '09:40',
    '10:10',
    '10:50',
    '14:00',
    '14:30',
  ])
  expect(starts(await slots({ durationMinutes: 60 }))).toEqual(['09:10', '09:40', '14:00'])
  expect(starts(await slots({ durationMinutes: 45 }))).toEqual(['09:10', '09:40', '14:00'])
  expect(await slots({ durationMinutes: 96 })).toEqual([])
})

test('adjoining working hours count as one opening for slots, and the settings return them as they were sent', async () => {
  await using c = await clinic({ timezone: 'UTC' })
  const { slots } = await withChair(c, { slotMinutes: 60 }, '09:30-12:00', '12:00-14:00', '14:00-15:00')
  expect(starts(await slots({ durationMinutes: 90 }))).toEqual(['09:30', '10:30', '11:30', '12:30', '13:30'])
  expect(starts(await slots({ durationMinutes: 330 }))).toEqual(['09:30'])
  expect(success(await c.owner.call('GET', '/api/v1/practice')).workingHours.tue).toEqual([
    { start: '09:30', end: '12:00' },
    { start: '12:00', end: '14:00' },
    { start: '14:00', end: '15:00' },
  ])
})

test('a closed day has no slots, and the days before and after it have slots', async () => {
  await using c = await clinic()
  const { slots } = await withChair(c)
  const workingHours = { ...weekOf([{ start: '09:00', end: '17:00' }]), tue: [] }
  success(await c.owner.call('PATCH', '/api/v1/practice', { workingHours }))
  expect(await slots({ date: '2026-03-10' })).toEqual([])
  for (const date of ['2026-03-09', '2026-03-11']) expect(await slots({ date })).not.toEqual([])
})

test('§4.3.1 Appointments and blocks take the slots that they overlap. Reminders, and entries on other chairs, take no slots.', async () => {
  await using c = await clinic({ timezone: 'UTC' })
  const { chairId, slots } = await withChair(c, { slotMinutes: 30 }, '08:00-13:00')
  const other = await newChair(c.owner.call)
  const entry = (type: string, start: string, end: string, fields: object = {}) =>
    newEntry(c.owner.call, {
      type,
      chairId,
      startAt: `2026-03-10T${start}:00Z`,
      endAt: `2026-03-10T${end}:00Z`,
      ...fields,
    })
  await entry('appointment', '09:00', '09:30')
  await entry('unavailable', '11:15', '11:20')
  await entry('reminder', '08:00', '13:00')
  await entry('appointment', '08:00', '13:00', { chairId: other.id })
  await entry('appointment', '08:00', '13:00', clear)
  expect(starts(await slots({ durationMinutes: 30 }))).toEqual([
    ...['08:00', '08:30', '09:30', '10:00', '10:30', '11:30', '12:00', '12:30'],
  ])
  expect(starts(await slots({ durationMinutes: 60 }))).toEqual(['08:00', '09:30', '10:00', '11:30', '12:00'])
})

test('an entry that runs over midnight removes slots from both days', async () => {
  await using c = await clinic({ timezone: 'Europe/Berlin' })
  const { chairId, slots } = await withChair(c, { slotMinutes: 60 }, '00:00-24:00')
  const block = (startAt: string, endAt: string) => newEntry(c.owner.call, { chairId, startAt, endAt })
  await block('2026-03-09T22:00:00+01:00', '2026-03-10T01:30:00+01:00')
  await block('2026-03-10T23:30:00+01:00', '2026-03-11T02:00:00+01:00')
  const offered = await slots()
  expect(offered[0]?.startAt).toBe('2026-03-10T01:00:00.000Z')
  expect(offered.at(-1)?.endAt).toBe('2026-03-10T22:00:00.000Z')
  expect(offered).toHaveLength(21)
  expect((await slots({ date: '2026-03-09' })).at(-1)?.endAt).toBe('2026-03-09T21:00:00.000Z')
  expect((await slots({ date: '2026-03-11' }))[0]?.startAt).toBe('2026-03-11T01:00:00.000Z')
})

test('an entry of several days removes all slots of the days between its first and its last day', async () => {
  await using c = await clinic()
  const { chairId, slots } = await withChair(c)
  await newEntry(c.owner.call, {
    type: 'unavailable',
    chairId,
    startAt: '2026-03-09T11:00:00Z',
    endAt: '2026-03-11T11:00:00Z',
  })
  expect(await slots({ date: '2026-03-10' })).toEqual([])
  expect((await slots({ date: '2026-03-11' }))[0]?.startAt).toBe('2026-03-11T11:00:00.000Z')
})

test.each([
  ['2026-03-29', 23, '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
  ['2026-10-25', 25, '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
  ['2026-10-26', 24, '2026-10-25T23:00:00.000Z', '2026-10-26T23:00:00.000Z'],
])('the day %s in Berlin offers %i slots of one hour', async (date, hours, first, last) => {
  await using c = await clinic()
  const { slots } = await withChair(c, { slotMinutes: 60 }, '00:00-24:00')
  const offered = await slots({ date })
  expect(offered).toHaveLength(hours)
  expect(offered[0]?.startAt).toBe(first)
  expect(offered.at(-1)?.endAt).toBe(last)
  for (const { startAt, endAt } of offered) expect(Date.parse(endAt) - Date.parse(startAt)).toBe(3_600_000)
})

test('an opening during a clock change has slots for its real length', async () => {
  await using c = await clinic()
  const { slots } = await withChair(c, { slotMinutes: 60 }, '01:00-04:00')
  expect(starts(await slots({ date: '2026-03-29' }))).toEqual(['00:00', '01:00'])
  expect(starts(await slots({ date: '2026-10-25' }))).toEqual(['23:00', '00:00', '01:00', '02:00'])
  expect(await slots({ date: '2026-03-29', durationMinutes: 180 })).toEqual([])
})

test('§4.3.1 Availability also shows slots in the past.', async () => {
  await using c = await clinic()
  const { slots } = await withChair(c)
  expect(await slots({ date: '2020-02-29' })).not.toEqual([])
})

test('§4.3.1 An inactive chair offers no slots.', async () => {
  await using c = await clinic()
  const { chairId, slots } = await withChair(c)
  success(await c.owner.call('PATCH', `/api/v1/chairs/${chairId}`, { active: false }))
  expect(await slots()).toEqual([])
})

test('§4.3.1 `durationMinutes` is a whole number from 1 to 1440, in plain digits.', async () => {
  await using c = await clinic({ timezone: 'UTC' })
  const { ask, slots } = await withChair(c, { slotMinutes: 1 }, '00:00-24:00')
  expect(await slots({ durationMinutes: 1 })).toHaveLength(1440)
  expect(await slots({ durationMinutes: 1440 })).toHaveLength(1)
  for (const durationMinutes of [
    '0',
    '1441',
    '-5',
    '1.5',
    'abc',
    '',
    '1e2',
    '0x10',
    ' 30',
    '１',
    '9'.repeat(400),
  ])
    invalid(await ask({ durationMinutes }), 'durationMinutes')
})

test('a request for slots is refused when its date is missing, impossible or in another format', async () => {
  await using c = await clinic()
  const { ask } = await withChair(c)
  for (const date of [undefined, '', '2026-02-29', '2026-3-1', '10.03.2026', '2026-03-10T00:00:00Z', 'today'])
    invalid(await ask({ date }), 'date')
})

test('§4.3.1 A chair id that is malformed, unknown or of another practice is refused: 400.', async () => {
  await using c = await clinic()
  const { ask } = await withChair(c)
  const foreign = await newChair(c.stranger.call)
  for (const chairId of [undefined, '', 'x', absentId, foreign.id, `{${absentId}}`])
    invalid(await ask({ chairId }), 'chairId')
  const answers = [await ask({ chairId: absentId }), await ask({ chairId: foreign.id })]
  expect(answers[0]?.body.error).toEqual(answers[1]?.body.error)
})

test('a request for slots with several wrong parameters is refused, and the answer names each of them', async () => {
  await using c = await clinic()
  invalid(await c.owner.call('GET', path), 'date', 'chairId', 'durationMinutes')
  invalid(
    await c.owner.call('GET', `${path}?date=x&chairId=y&durationMinutes=z`),
    'date',
    'chairId',
    'durationMinutes',
  )
})

test('§4.3.1 A slot that is offered can be booked, and a slot that was booked is not offered any more.', async () => {
  await using c = await clinic()
  const { chairId, slots } = await withChair(c, { slotMinutes: 20 }, '09:00-12:00', '13:00-15:10')
  for (let offered = await slots({ durationMinutes: 40 }); offered.length > 0; ) {
    await newEntry(c.owner.call, { chairId, ...offered[Math.floor(offered.length / 2)] })
    const left = await slots({ durationMinutes: 40 })
    expect(left.length).toBeLessThan(offered.length)
    offered = left
  }
})

test.each(['America/Los_Angeles', 'UTC', 'Asia/Tokyo'])(
  'on the first and the last day of the calendar in %s, the offered slots can be booked',
  async (timezone) => {
    await using c = await clinic({ timezone })
    const { slots, chairId } = await withChair(c, {}, '00:00-24:00')
    for (const date of ['9999-12-31', '0001-01-01']) {
      const offered = await slots({ date })
      expect(offered.length).toBeGreaterThan(50)
      for (const { startAt, endAt } of [offered[0]!, offered.at(-1)!])
        await newEntry(c.owner.call, { chairId, startAt, endAt })
    }
  },
)
