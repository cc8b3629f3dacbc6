import { expect, spyOn, test } from 'bun:test'
import { newId } from '../../src/domain/id.ts'
import { nobody } from '../../src/features/calendar/free-times/cursor.ts'
import { insertEntry } from '../../src/store/calendar/entries.ts'
import { Scope } from '../../src/store/engine/scope.ts'
import { insertChair } from '../../src/store/practice/chairs.ts'
import { insertClosure } from '../../src/store/practice/closures.ts'
import { entryRow, times } from '../store/records.ts'
import { invalid, success } from '../support/answers.ts'
import { type Clinic, clinic, monday } from '../support/clinic.ts'
import { faultsIn, operations } from '../support/openapi.ts'
import { absentId, newChair, newClosure, newEntry } from '../support/records.ts'
import { weekOf } from '../support/week.ts'

const path = '/api/v1/openings'
/** The day of these tests. The clock of the clinic shows 08:00 UTC. */
const today = '2026-03-02'

type Opening = { chairId: string; startAt: string; endAt: string }
interface Found {
  readonly openings: Opening[]
  readonly nextCursor: string | null
}

/** Opens the clinic at these times of every day (`09:00-11:00`), with hourly slots. */
async function opened(c: Clinic, ...hours: string[]) {
  const open = hours.map((interval) => ({ start: interval.slice(0, 5), end: interval.slice(6) }))
  success(await c.owner.call('PATCH', '/api/v1/practice', { workingHours: weekOf(open), slotMinutes: 60 }))
}

const ask = (c: Clinic, query: Record<string, string>) =>
  c.assistant.call('GET', `${path}?${new URLSearchParams({ durationMinutes: '60', ...query })}`)
const find = async (c: Clinic, query: Record<string, string> = {}): Promise<Found> =>
  success(await ask(c, query))
/** Returns the starts of the free times that were found, as `03-02 09:00`. */
const starts = ({ openings }: Found) => openings.map(({ startAt }) => startAt.slice(5, 16).replace('T', ' '))

test('§21 Free times are listed by start, then by the position of the chair and its id.', async () => {
  await using c = await clinic({ timezone: 'UTC' })
  await opened(c, '09:00-11:00')
  const last = await newChair(c.owner.call, { position: 9 })
  const twins = [await newChair(c.owner.call, { position: 1 }), await newChair(c.owner.call, { position: 1 })]
  const ids = [...twins.map(({ id }) => id).sort(), last.id]
  const { openings, nextCursor } = await find(c, { limit: '7' })
  const at = (time: string) => `${today}T${time}:00.000Z`
  const anybody = { practitionerId: null }
  expect(openings).toEqual([
    ...ids.map((chairId) => ({ chairId, ...anybody, startAt: at('09:00'), endAt: at('10:00') })),
    ...ids.map((chairId) => ({ chairId, ...anybody, startAt: at('10:00'), endAt: at('11:00') })),
    { chairId: ids[0], ...anybody, startAt: '2026-03-03T09:00:00.000Z', endAt: '2026-03-03T10:00:00.000Z' },
  ])
  expect(nextCursor).toBeString()
  const next = await find(c, { limit: '1', cursor: nextCursor! })
  expect(next.openings).toEqual([{ ...openings.at(-1)!, chairId: ids[1]! }])
})

test('§21 A search for free times without days covers 90 days from today, and returns ten free times.', async () => {
  await using c = await clinic({ timezone: 'UTC' })
  await opened(c, '09:00-10:00')
  await newChair(c.owner.call)
  expect(starts(await find(c))).toHaveLength(10)
  const all = await find(c, { limit: '100' })
  expect(all.openings).toHaveLength(90)
  expect(starts(all)[0]).toBe('03-02 09:00')
  expect(starts(all).at(-1)).toBe('05-30 09:00')
  expect(all.nextCursor).toBeNull()
})

test("§21 No free time starts before now. A day is a day in the practice's time zone.", async () => {
  await using c = await clinic({ timezone: 'UTC' })
  await opened(c, '00:00-24:00')
  await newChair(c.owner.call)
  const first = async (query = {}) => starts(await find(c, { limit: '1', ...query }))[0]
  expect(await first()).toBe('03-02 08:00')
  c.clock.now += 1
  expect(await first()).toBe('03-02 09:00')
  expect(await first({ from: '2020-01-01', to: '2020-12-31' })).toBeUndefined()
  expect(await first({ from: '2026-02-01', to: '2026-03-03' })).toBe('03-02 09:00')
  success(await c.owner.call('PATCH', '/api/v1/practice', { timezone: 'Pacific/Auckland' }))
  expect(await first({ from: '2026-03-03' })).toBe('03-02 11:00')
})

test('§21 In a search for free times, `to` is exclusive, and is 1 to 366 days after `from`.', async () => {
  await using c = await clinic({ timezone: 'UTC' })
  await opened(c, '09:00-10:00')
  await newChair(c.owner.call)
  const days = async (from: string, to: string) => starts(await find(c, { from, to, limit: '100' }))
  expect(await days('2026-03-10', '2026-03-11')).toEqual(['03-10 09:00'])
  expect(await days('2026-03-10', '2026-03-12')).toEqual(['03-10 09:00', '03-11 09:00'])
  for (const to of ['2026-03-10', '2026-03-09']) invalid(await ask(c, { from: '2026-03-10', to }), 'to')
  await find(c, { from: '2026-03-10', to: '2027-03-11' })
  invalid(await ask(c, { from: '2026-03-10', to: '2027-03-12' }), 'to')
  expect(starts(await find(c, { to: '2026-03-04' }))).toEqual(['03-02 09:00', '03-03 09:00'])
  expect(await find(c, { to: today })).toEqual({ openings: [], nextCursor: null })
  // Without `from`, the search covers at most a year.
  let [cursor, found] = [{}, 0]
  for (let more = true; more; ) {
    const { openings, nextCursor } = await find(c, { to: '2030-01-01', limit: '100', ...cursor })
    found += openings.length
    more = nextCursor !== null
    cursor = { cursor: nextCursor }
  }
  expect(found).toBe(366)
  // The calendar ends with the year 9999.
  expect(await days('9999-12-30', '9999-12-31')).toEqual(['12-30 09:00'])
  expect(starts(await find(c, { from: '9999-12-31' }))).toEqual(['12-31 09:00'])
})

test('§21 A search for free times can be narrowed by chairs, days of the week and a part of the day.', async () => {
  await using c = await clinic({ timezone: 'UTC' })
  await opened(c, '09:00-12:00', '20:00-24:00')
  const [a, b] = [await newChair(c.owner.call), await newChair(c.owner.call)]
  const only = await find(c, { chairIds: b.id.toUpperCase(), limit: '3' })
  expect(only.openings.map(({ chairId }) => chairId)).toEqual([b.id, b.id, b.id])
  const both = await find(c, { chairIds: `${b.id},${a.id},${b.id}`, limit: '3' })
  expect(both.openings.map(({ chairId }) => chairId)).toEqual([a.id, b.id, a.id])
  const on = async (query: Record<string, string>) => starts(await find(c, { chairIds: a.id, ...query }))
  expect(await on({ weekdays: 'wed,mon', between: '10:00-12:00', limit: '5' })).toEqual([
    ...['03-02 10:00', '03-02 11:00', '03-04 10:00', '03-04 11:00', '03-09 10:00'],
  ])
  expect(await on({ between: '09:30-11:30', limit: '1' })).toEqual(['03-02 10:00'])
  expect(await on({ between: '22:30-24:00', limit: '1' })).toEqual(['03-02 23:00'])
  expect(await on({ between: '12:00-20:00' })).toEqual([])
})

test('§21 A chair that is not active has no free times, and an unknown chair is refused.', async () => {
  await using c = await clinic({ timezone: 'UTC' })
  await opened(c, '09:00-10:00')
  const [a, b] = [await newChair(c.owner.call), await newChair(c.owner.call)]
  const foreign = await newChair(c.stranger.call)
  success(await c.owner.call('PATCH', `/api/v1/chairs/${a.id}`, { active: false }))
  expect((await find(c, { limit: '1' })).openings[0]?.chairId).toBe(b.id)
  expect(await find(c, { chairIds: a.id })).toEqual({ openings: [], nextCursor: null })
  for (const chairIds of ['', 'x', `${a.id},`, absentId, foreign.id, `${a.id},${foreign.id}`, `{${a.id}}`])
    invalid(await ask(c, { chairIds }), 'chairIds')
  const answers = [await ask(c, { chairIds: absentId }), await ask(c, { chairIds: foreign.id })]
  expect(answers[0]?.body.error).toEqual(answers[1]?.body.error)
})

test('a search for free times can name at most 50 chairs', async () => {
  await using c = await clinic({ timezone: 'UTC' })
  await opened(c, '09:00-10:00')
  const ids = await addChairs(c, 51)
  const named = (number: number) => ask(c, { chairIds: ids.slice(0, number).join(), limit: '100' })
  expect(success(await named(50)).openings.slice(0, 50)).toHaveLength(50)
  invalid(await named(51), 'chairIds')
})

test('one answer names all wrong parameters of a search for free times', async () => {
  await using c = await clinic()
  invalid(await c.owner.call('GET', path), 'durationMinutes')
  const wrong = {
    durationMinutes: ['0', '1441', '1.5', ''],
    from: ['', '2026-02-29', '2026-3-1', 'today'],
    to: ['', '2026-13-01', '2026-03-10T00:00:00Z'],
    limit: ['0', '101', '-1', 'x', ''],
    weekdays: ['', 'mon,', 'monday', 'Mon', 'mon tue', 'mon,mon,mon,mon,mon,mon,mon,mon'],
    between: ['', '09:00', '9:00-10:00', '10:00-09:00', '09:00-09:00', '24:00-24:00', '09:00-24:01'],
  }
  for (const [name, values] of Object.entries(wrong))
    for (const value of values) invalid(await ask(c, { [name]: value }), name)
  const all = Object.fromEntries(Object.entries(wrong).map(([name, values]) => [name, values[0]!]))
  invalid(await ask(c, all), ...Object.keys(wrong))
})

test('the OpenAPI document accepts the same `chairIds`, `weekdays` and `between` as the service', async () => {
  await using c = await clinic()
  const { id } = await newChair(c.owner.call)
  const schemaOf = (operationId: string, name: string) =>
    operations
      .find((operation) => operation.operationId === operationId)!
      .parameters.find((parameter) => parameter.name === name)!.schema
  const good = { chairIds: id, weekdays: 'mon', between: '09:00-10:00' }
  const values: Record<keyof typeof good, string[]> = {
    chairIds: [
      '',
      id,
      `${id},${id}`,
      `${id},`,
      `${id}, ${id}`,
      `{${id}}`,
      id.slice(1),
      Array(51).fill(id).join(),
    ],
    weekdays: ['', 'mon', 'sun,mon', 'mon,', 'Mon', 'mon tue', 'funday', Array(8).fill('mon').join()],
    between: ['', '09:00-24:00', '00:00-00:01', '24:00-24:00', '9:00-10:00', '09:00', '09:00-10:00-11:00'],
  }
  for (const [name, texts] of Object.entries(values))
    for (const text of texts) {
      const said = faultsIn(schemaOf('listOpenings', name), text, 'sent').length === 0
      expect({ name, text, status: (await ask(c, { ...good, [name]: text })).status }).toEqual({
        name,
        text,
        status: said ? 200 : 400,
      })
    }
  const moment = schemaOf('explainOpening', 'startAt')
  for (const startAt of [
    '2026-03-10T09:00',
    '2026-03-10T09:00Z',
    '2026-03-10T09:00:00 01',
    '2026-03-10t09:00',
    'x',
    '2026-03-10T09:00:00',
  ]) {
    const said = faultsIn(moment, startAt, 'sent').length === 0
    const answer = await why(c, { chairId: id, startAt, endAt: '2026-03-10T20:00Z' })
    expect({ startAt, status: answer.status }).toEqual({ startAt, status: said ? 200 : 400 })
  }
})

test('§21 A cursor of a search that the service did not make is 400.', async () => {
  await using c = await clinic()
  const made = (text: string) => Buffer.from(text).toString('base64url')
  for (const cursor of [
    ...['', 'x', 'null', '!', made(''), made('x'), made('-1'), made('1e9'), made(' 1'), made('1 2')],
    ...[
      made('1'),
      made(`1 2 ${absentId} ${nobody} 3`),
      made(`1 2 ${absentId}`),
      made('1 2 x'),
      made(`1 -0 ${absentId} ${nobody}`),
    ],
    ...[
      made(`1.5 2 ${absentId} ${nobody}`),
      made(`${'9'.repeat(15)} 2 ${absentId} ${nobody}`),
      made(`NaN 2 ${absentId} ${nobody}`),
    ],
    `${made(`1 2 ${absentId} ${nobody}`)}=`,
    'x'.repeat(201),
  ])
    invalid(await ask(c, { cursor }), 'cursor')
  success(await ask(c, { cursor: made(`1 2 ${absentId} ${nobody}`) }))
})

test('§21 A search through very many chairs stops early, and the next request goes on from its cursor.', async () => {
  await using c = await clinic({ timezone: 'UTC' })
  const workingHours = { ...weekOf<object[]>([]), sun: [{ start: '09:00', end: '10:00' }] }
  success(await c.owner.call('PATCH', '/api/v1/practice', { workingHours, slotMinutes: 60 }))
  await addChairs(c, 500)
  const from = '2026-03-03'
  expect(await find(c, { from, to: '2026-03-08' })).toEqual({ openings: [], nextCursor: null })
  let [cursor, found]: [Record<string, string>, Opening[]] = [{}, []]
  for (let more = true; more; ) {
    const answer = await find(c, {
      from,
      to: '2026-04-01',
      weekdays: 'tue,wed,thu,sun',
      limit: '100',
      ...cursor,
    })
    found = [...found, ...answer.openings]
    more = answer.nextCursor !== null
    cursor = { cursor: answer.nextCursor! }
  }
  expect(new Set(found.map(({ chairId, startAt }) => `${chairId} ${startAt}`)).size).toBe(4 * 500)
  expect(found).toHaveLength(4 * 500)
  const mondays = { from, to: '2026-06-01', weekdays: 'mon' }
  const { openings, nextCursor } = await find(c, mondays)
  expect(openings).toEqual([])
  expect(await find(c, { ...mondays, cursor: nextCursor! })).toEqual({ openings: [], nextCursor: null })
})

test('a search that must read very many entries stops early, and its cursor continues the search', async () => {
  await using c = await clinic({ timezone: 'UTC' })
  await opened(c, '00:00-24:00')
  const { id: chairId } = await newChair(c.owner.call)
  // With blocks of one minute, 50 days have no free hour.
  const minutes = 50 * 1440
  await c.practice.write((tx) => {
    const { userId } = c.owner
    for (let i = 0; i < minutes; i++) {
      const startAt = Date.parse(today) + i * 60_000
      insertEntry(tx, entryRow({ userId, chairId }, { id: newId(monday), startAt, endAt: startAt + 60_000 }))
    }
  })
  const first = await find(c, { limit: '1' })
  expect(first.openings).toEqual([])
  const second = await find(c, { limit: '1', cursor: first.nextCursor! })
  expect(starts(second)).toEqual(['04-21 00:00'])
})

test('a search for one day of the week reads few entries of other days, also when only the first weeks have few entries', async () => {
  await using c = await clinic({ timezone: 'UTC' })
  await opened(c, '09:00-10:00')
  const { id: chairId } = await newChair(c.owner.call)
  const day = 86_400_000
  await c.practice.write((tx) => {
    const { userId } = c.owner
    // Each day of the first two weeks has one block. Each later day has 60 blocks.
    for (let i = 0; i < 180; i++)
      for (let n = 0; n < (i < 14 ? 1 : 60); n++) {
        const startAt = Date.parse(`${today}T09:00Z`) + i * day + n * 600_000
        const endAt = startAt + (i < 14 ? 3_600_000 : 600_000)
        insertEntry(tx, entryRow({ userId, chairId }, { id: newId(monday), startAt, endAt }))
      }
  })
  const all = spyOn(Scope.prototype, 'all')
  expect(starts(await find(c, { weekdays: 'mon', to: '2026-12-01', limit: '1' }))).toEqual(['08-31 09:00'])
  const read = all.mock.results.reduce((sum, { value }) => sum + (value as unknown[]).length, 0)
  all.mockRestore()
  // 166 days are full. The search skips the days between the last Monday of one read and the start of the next read.
  expect(read).toBeLessThan(166 * 60 * 0.85)
})

test('a search that must read very many closures stops early, and its cursor continues the search', async () => {
  await using c = await clinic({ timezone: 'UTC' })
  await opened(c, '09:00-10:00')
  await newChair(c.owner.call)
  // With a thousand closures, 80 days have no free time.
  await c.practice.write((tx) => {
    for (let i = 0; i < 1_000; i++) {
      const days = { fromDate: today, throughDate: '2026-05-20', yearly: false, chairIds: null }
      const closure = { name: `${i}`, ...days, startTime: '09:00', endTime: '10:00', ...times }
      insertClosure(tx, { id: newId(monday), ...closure })
    }
    tx.record({ kind: 'write', record: { kind: 'practice', id: c.owner.practiceId } })
  })
  const first = await find(c, { limit: '1' })
  expect(first.openings).toEqual([])
  expect(starts(await find(c, { limit: '1', cursor: first.nextCursor! }))).toEqual(['05-21 09:00'])
})

/** Makes this number of chairs in one write and returns their ids. */
async function addChairs(c: Clinic, number: number): Promise<string[]> {
  const ids = Array.from({ length: number }, () => newId(monday))
  await c.practice.write((tx) => {
    for (const [position, id] of ids.entries())
      insertChair(tx, {
        id,
        name: id,
        color: null,
        active: true,
        workingHours: null,
        position,
        ...times,
      })
  })
  return ids
}

interface Asked {
  readonly chairId: string
  readonly startAt: string
  readonly endAt: string
}
const why = (c: Clinic, query: Asked) =>
  c.assistant.call('GET', `${path}/why?${new URLSearchParams({ ...query })}`)
const reasons = async (c: Clinic, chairId: string, startAt: string, endAt: string) => {
  const { reasons } = success(await why(c, { chairId, startAt, endAt }))
  return reasons.map(({ code }: { code: string }) => code)
}

test('§21 `GET /openings/why` names everything that prevents a time: the past, the chair, hours, grid, closures and entries.', async () => {
  await using c = await clinic({ timezone: 'UTC' })
  await opened(c, '09:00-17:00')
  const { id: chairId } = await newChair(c.owner.call)
  const at = (time: string) => `2026-03-10T${time}:00.000Z`
  expect(success(await why(c, { chairId, startAt: at('09:00'), endAt: at('10:00') }))).toEqual({
    free: true,
    startAt: at('09:00'),
    endAt: at('10:00'),
    reasons: [],
  })
  const of = (start: string, end: string) => reasons(c, chairId, at(start), at(end))
  expect(await of('08:00', '09:00')).toEqual(['closed_hours'])
  expect(await of('16:30', '17:30')).toEqual(['closed_hours'])
  expect(await of('09:30', '10:00')).toEqual(['off_grid'])
  expect(await reasons(c, chairId, '2026-03-10T16:00Z', '2026-03-11T10:00Z')).toEqual(['closed_hours'])
  expect(await reasons(c, chairId, '2026-03-01T09:00Z', '2026-03-01T10:00Z')).toEqual(['past'])

  const closure = await newClosure(c.owner.call, {
    name: 'Training',
    fromDate: '2026-03-10',
    throughDate: '2026-03-10',
    startTime: '12:00',
    endTime: '13:30',
  })
  const entry = await newEntry(c.owner.call, { chairId, startAt: at('13:00'), endAt: at('14:00') })
  await newEntry(c.owner.call, { type: 'reminder', chairId, startAt: at('10:00'), endAt: at('11:00') })
  expect(await of('10:00', '11:00')).toEqual([])
  const both = success(await why(c, { chairId, startAt: at('13:00'), endAt: at('14:00') }))
  expect(both).toMatchObject({ free: false, startAt: at('13:00'), endAt: at('14:00') })
  expect(both.reasons).toEqual([
    {
      code: 'closure',
      closureId: closure.id,
      name: 'Training',
    },
    {
      code: 'in_the_way',
      entries: [{ id: entry.id, startAt: at('13:00'), endAt: at('14:00') }],
      total: 1,
    },
  ])
  success(await c.owner.call('PATCH', `/api/v1/chairs/${chairId}`, { active: false }))
  expect(await of('13:30', '14:30')).toEqual(['chair_inactive', 'off_grid', 'in_the_way'])
  c.clock.now = Date.parse(at('20:00'))
  expect(await of('08:15', '20:00')).toEqual([
    'past',
    'chair_inactive',
    'closed_hours',
    'closure',
    'in_the_way',
  ])
})

test('§21 `GET /openings/why` names the first hundred entries that are in the way, and counts all of them.', async () => {
  await using c = await clinic({ timezone: 'UTC' })
  const { id: chairId } = await newChair(c.owner.call)
  await c.practice.write((tx) => {
    for (let i = 0; i < 150; i++) {
      const startAt = monday + (i + 60) * 60_000
      insertEntry(tx, entryRow({ userId: c.owner.userId, chairId }, { startAt, endAt: startAt + 60_000 }))
    }
  })
  const at = (hours: number) => new Date(monday + hours * 3_600_000).toISOString()
  const [reason] = success(await why(c, { chairId, startAt: at(1), endAt: at(6) })).reasons
  expect(reason).toMatchObject({ code: 'in_the_way', total: 150 })
  expect(reason.entries).toHaveLength(100)
  expect(reason.entries[0].startAt).toBe(at(1))
})

test('when a time is closed, the answer names at most 100 closures', async () => {
  await using c = await clinic({ timezone: 'UTC' })
  const { id: chairId } = await newChair(c.owner.call)
  for (let i = 0; i < 101; i++)
    await newClosure(c.owner.call, { name: `No ${i}`, fromDate: '2026-03-10', throughDate: '2026-03-10' })
  const found = await reasons(c, chairId, '2026-03-10T09:00Z', '2026-03-10T10:00Z')
  expect(found).toEqual(Array(100).fill('closure'))
})

test('§21 A time without an offset is a time on the clocks of the practice. A time that the clocks skip has the reason `skipped_time`.', async () => {
  await using c = await clinic({ timezone: 'Europe/Berlin' })
  await opened(c, '00:00-24:00')
  const { id: chairId } = await newChair(c.owner.call)
  const time = async (startAt: string, endAt: string) => success(await why(c, { chairId, startAt, endAt }))
  expect(await time('2026-03-10T09:00', '2026-03-10T10:00')).toEqual({
    free: true,
    startAt: '2026-03-10T08:00:00.000Z',
    endAt: '2026-03-10T09:00:00.000Z',
    reasons: [],
  })
  const skipped = { code: 'skipped_time' }
  const none = { free: false, startAt: null, endAt: null }
  expect(await time('2026-03-29T02:30', '2026-03-29T04:00')).toEqual({ ...none, reasons: [skipped] })
  expect(await time('2026-03-29T01:30', '2026-03-29T02:59')).toEqual({ ...none, reasons: [skipped] })
  expect(await time('2026-03-29T02:00', '2026-03-29T02:15')).toEqual({
    ...none,
    reasons: [skipped],
  })
  expect(await time('2026-03-29T01:00', '2026-03-29T03:00')).toMatchObject({
    free: true,
    startAt: '2026-03-29T00:00:00.000Z',
    endAt: '2026-03-29T01:00:00.000Z',
  })
  // When the clocks go back, they show this time twice. The service takes the first time.
  expect(await time('2026-10-25T02:00', '2026-10-25T03:00')).toMatchObject({
    free: true,
    startAt: '2026-10-25T00:00:00.000Z',
    endAt: '2026-10-25T02:00:00.000Z',
  })
})

test('§21 `GET /openings/why` takes a time of at most 24 hours. A malformed time and an unknown chair are refused.', async () => {
  await using c = await clinic()
  const { id: chairId } = await newChair(c.owner.call)
  const good = { chairId, startAt: '2026-03-10T09:00Z', endAt: '2026-03-10T10:00Z' }
  for (const startAt of [
    '',
    'x',
    '2026-03-10',
    '2026-02-30T09:00',
    '2026-03-10T24:00',
    '2026-03-10T09:00:00',
  ])
    invalid(await why(c, { ...good, startAt }), 'startAt')
  for (const endAt of ['2026-03-10T09:00Z', '2026-03-10T08:00Z', '2026-03-11T09:01Z'])
    invalid(await why(c, { ...good, endAt }), 'endAt')
  success(await why(c, { ...good, endAt: '2026-03-11T09:00Z' }))
  success(await why(c, { ...good, endAt: '2026-03-10T12:00 01:00' }))
  const foreign = await newChair(c.stranger.call)
  for (const chairId of ['', 'x', absentId, foreign.id])
    invalid(await why(c, { ...good, chairId }), 'chairId')
})

test('§21 With `explain=true`, the answer about availability says why a day has no slots. Without it, the answer has no reasons.', async () => {
  await using c = await clinic({ timezone: 'UTC' })
  await opened(c, '09:00-11:00', '14:00-15:00')
  const { id: chairId } = await newChair(c.owner.call)
  const of = async (durationMinutes: number, more: object = {}) => {
    const asked = { date: '2026-03-10', chairId, durationMinutes: String(durationMinutes), explain: 'true' }
    const query = new URLSearchParams({ ...asked, ...more })
    return success(await c.assistant.call('GET', `/api/v1/appointments/availability?${query}`))
  }
  const codes = async (...asked: Parameters<typeof of>) =>
    (await of(...asked)).reasons.map(({ code }: { code: string }) => code)
  expect(await of(120)).toEqual({ slots: [expect.anything()] })
  expect((await of(121)).reasons).toEqual([{ code: 'too_long' }])
  expect(await of(121, { explain: 'false' })).toEqual({ slots: [] })
  const entry = { chairId, startAt: '2026-03-10T09:30:00Z', endAt: '2026-03-10T14:30:00Z' }
  const { id } = await newEntry(c.owner.call, entry)
  expect(await codes(60)).toEqual(['full'])
  const day = { fromDate: '2026-03-10', throughDate: '2026-03-10' }
  await newClosure(c.owner.call, { name: 'Lunch', ...day, startTime: '11:00', endTime: '14:00' })
  expect(await codes(60)).toEqual(['full'])
  await newClosure(c.owner.call, { name: 'Staff', ...day, startTime: '14:00', endTime: '15:00' })
  expect(await codes(60)).toEqual(['closure', 'full'])
  success(await c.owner.call('DELETE', `/api/v1/appointments/${id}`))
  const training = await newClosure(c.owner.call, {
    name: 'Training',
    ...day,
    endTime: '10:30',
    startTime: '00:00',
  })
  expect((await of(60)).reasons).toEqual([
    expect.objectContaining({ code: 'closure', name: 'Training', closureId: training.id }),
    expect.objectContaining({ code: 'closure', name: 'Staff' }),
  ])
  const workingHours = { ...weekOf([{ start: '09:00', end: '17:00' }]), tue: [] }
  success(await c.owner.call('PATCH', '/api/v1/practice', { workingHours }))
  expect(await codes(60)).toEqual(['closed_hours'])
  success(await c.owner.call('PATCH', `/api/v1/chairs/${chairId}`, { active: false }))
  expect(await codes(60)).toEqual(['chair_inactive'])
})
