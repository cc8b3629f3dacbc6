import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  type Closure,
  closuresDuring,
  closuresTouching,
  type OpenRules,
  openTimes,
  slotsOn,
} from '../../src/domain/open-times.ts'
import { touchesDays } from '../../src/domain/recurring-times.ts'
import { type Interval, localDate, localDay, localTime } from '../../src/domain/time.ts'
import { type OpenHours, openTimesOn } from '../../src/domain/working-hours.ts'
import { weekOf } from '../support/week.ts'
import { changesOf } from './clock-changes.ts'

const minute = 60_000
const always = weekOf([{ start: '00:00', end: '24:00' }])
const [left, right] = ['chair-left', 'chair-right']

const closure = (given: Partial<Closure> & { fromDate: string }): Closure => ({
  id: given.fromDate,
  name: 'Closed',
  throughDate: given.fromDate,
  startTime: null,
  endTime: null,
  yearly: false,
  chairIds: null,
  ...given,
})
const rulesOf = (closures: Closure[], timezone = 'Europe/Berlin', workingHours = always): OpenRules => ({
  timezone,
  workingHours,
  chairHours: new Map(),
  closures,
})

/** All dates of a closure, in order. */
const daysNamed = remembered((one: Closure) => {
  const first = Temporal.PlainDate.from(one.fromDate)
  const length = first.until(one.throughDate).days + 1
  return Array.from({ length }, (_, days) => first.add({ days }).toString())
})

/** The months and days of a closure. They include 29 February when the closure has both 28 February and 1 March. */
const daysOfYear = remembered((one: Closure) => {
  const days = daysNamed(one).map((day) => day.slice(5))
  const runsOver = days.some((day, i) => day === '02-28' && days[i + 1] === '03-01')
  return new Set(runsOver ? [...days, '02-29'] : days)
})

/** Whether a closure includes a day, by the simplest reading of its dates. */
const hasDay = (one: Closure, date: string): boolean =>
  one.yearly ? date >= one.fromDate && daysOfYear(one).has(date.slice(5)) : daysNamed(one).includes(date)

/** Returns a function that says whether a moment of this day is closed by the closure. */
function momentsOf(one: Closure, date: string, zone: string): (at: number) => boolean {
  if (!hasDay(one, date)) return () => false
  if (one.startTime === null) return () => true
  const [from, to] = [localTime(date, one.startTime, zone), localTime(date, one.endTime!, zone)]
  return (at) => from <= at && at < to
}

function remembered<T>(make: (one: Closure) => T): (one: Closure) => T {
  const made = new WeakMap<Closure, { readonly value: T }>()
  return (one) => {
    const known = made.get(one) ?? { value: make(one) }
    made.set(one, known)
    return known.value
  }
}

const within = (intervals: readonly Interval[], at: number): boolean =>
  intervals.some(({ startAt, endAt }) => startAt <= at && at < endAt)

const time = fc.integer({ min: 0, max: 96 }).map((quarters) => {
  const [hours, minutes] = [Math.floor(quarters / 4), (quarters % 4) * 15]
  return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
})
const twoTimes = fc.uniqueArray(time, { minLength: 2, maxLength: 2 }).map((both) => both.sort())

/** A random closure near a day. Some closures last whole days, and some repeat each year. */
const near = (date: string): fc.Arbitrary<Closure> =>
  fc
    .record({
      before: fc.integer({ min: -2, max: 12 }),
      length: fc.oneof(fc.integer({ min: 0, max: 14 }), fc.integer({ min: 0, max: 365 })),
      years: fc.constantFrom(0, 0, 0, 1, 2, 5),
      times: fc.option(twoTimes),
      yearly: fc.boolean(),
      chairIds: fc.constantFrom(null, [left], [right], [left, right]),
    })
    .map(({ before, length, years, times, yearly, chairIds }) => {
      const first = Temporal.PlainDate.from(date).subtract({ years }).subtract({ days: before })
      return closure({
        fromDate: first.toString(),
        throughDate: first.add({ days: length }).toString(),
        startTime: times?.[0] ?? null,
        endTime: times?.[1] ?? null,
        yearly,
        chairIds,
      })
    })

const hours = fc
  .uniqueArray(time, { maxLength: 6 })
  .map((times) => times.sort())
  .map((times) =>
    Array.from({ length: Math.floor(times.length / 2) }, (_, i) => ({
      start: times[2 * i]!,
      end: times[2 * i + 1]!,
    })),
  )

/** The days around every change of the clocks in two years. */
const changes = Intl.supportedValuesOf('timeZone').flatMap((zone) =>
  [2026, 2028].flatMap((year) =>
    changesOf(zone, year).flatMap((change) =>
      [-1, 0, 1].map((days) => ({ zone, date: change.toPlainDate().add({ days }).toString() })),
    ),
  ),
)
const hardDays = [
  '2027-12-31',
  '2028-01-01',
  '2028-02-28',
  '2028-02-29',
  '2028-03-01',
  '2027-02-28',
  '2027-03-01',
]
const anyDay = fc.oneof(
  fc.constantFrom(...changes),
  fc.record({
    zone: fc.constantFrom('UTC', 'Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'Pacific/Apia'),
    date: fc.constantFrom(...hardDays, '2011-12-29', '2011-12-30', '2011-12-31'),
  }),
)

interface Given {
  readonly zone: string
  readonly date: string
  readonly closures: Closure[]
  readonly ofPractice: OpenHours[]
  readonly ofChair: OpenHours[] | null
}
const anyRules: fc.Arbitrary<Given> = anyDay.chain(({ zone, date }) =>
  fc.record({
    zone: fc.constant(zone),
    date: fc.constant(date),
    closures: fc.array(near(date), { maxLength: 5 }),
    ofPractice: hours,
    ofChair: fc.option(hours),
  }),
)

const chosen = ({ zone, closures, ofPractice, ofChair }: Given) => ({
  ...rulesOf(closures, zone, weekOf(ofPractice)),
  chairHours: new Map(ofChair === null ? [] : [[left, weekOf(ofChair)]]),
})

describe('around every change of the clocks, over New Year and 29 February', () => {
  test('a chair is open in the minutes of its working hours that are in no closure', () => {
    fc.assert(
      fc.property(anyRules, (given) => {
        const { zone, date, closures, ofPractice, ofChair } = given
        const open = openTimes(chosen(given), left, date)
        const inHours = openTimesOn(weekOf(ofChair ?? ofPractice), date, zone)
        const about = closures.filter(({ chairIds }) => chairIds?.includes(left) ?? true)
        const closed = about.map((one) => momentsOf(one, date, zone))
        const day = localDay(date, zone)
        for (let at = day.startAt; at < day.endAt; at += 5 * minute) {
          const expected = within(inHours, at) && !closed.some((has) => has(at))
          if (within(open, at) !== expected)
            expect(within(open, at), new Date(at).toISOString()).toBe(expected)
        }
        open.forEach(({ startAt, endAt }, i) => {
          expect(endAt).toBeGreaterThan(startAt)
          if (i > 0) expect(startAt).toBeGreaterThan(open[i - 1]!.endAt)
        })
      }),
      { numRuns: 1_000 },
    )
  })

  test('the parts of closures cover exactly the closed minutes of the interval', () => {
    const stretch = fc.tuple(fc.integer({ min: -3_000, max: 1_500 }), fc.integer({ min: 1, max: 6_000 }))
    fc.assert(
      fc.property(anyRules, stretch, fc.constantFrom(left, right, null), (given, [from, length], chairId) => {
        const { zone, date, closures } = given
        const startAt = localDay(date, zone).startAt + from * minute
        const during = { startAt, endAt: startAt + length * minute }
        const rules = chosen(given)
        const parts = closuresDuring(rules, chairId, during)
        const about = closures.filter(({ chairIds }) => chairIds === null || chairIds.includes(chairId ?? ''))
        for (const one of about) {
          const own = parts.filter((part) => part.closure === one)
          for (let at = startAt; at < during.endAt; ) {
            const date = localDate(at, zone)
            const isClosed = momentsOf(one, date, zone)
            const midnight = Math.min(localDay(date, zone).endAt, during.endAt)
            for (; at < midnight; at += 10 * minute)
              if (within(own, at) !== isClosed(at))
                expect({ one, closed: within(own, at) }, new Date(at).toISOString()).toEqual({
                  one,
                  closed: isClosed(at),
                })
          }
        }
        for (const part of parts) {
          expect(about).toContain(part.closure)
          expect(part.startAt).toBeGreaterThanOrEqual(during.startAt)
          expect(part.endAt).toBeLessThanOrEqual(during.endAt)
          expect(part.endAt).toBeGreaterThan(part.startAt)
        }
        expect(parts.map(({ startAt }) => startAt)).toEqual(
          parts.map(({ startAt }) => startAt).sort((a, b) => a - b),
        )
        const touched = closuresTouching(rules, chairId, during)
        expect(new Set(touched)).toEqual(new Set(parts.map(({ closure }) => closure)))
      }),
      { numRuns: 1_000 },
    )
  })

  test('the free slots are the slots of the working hours that no closure and no block touches', () => {
    const block = fc.tuple(fc.integer({ min: -60, max: 1_500 }), fc.integer({ min: 1, max: 200 }))
    const grid = fc.record({
      step: fc.integer({ min: 1, max: 90 }),
      duration: fc.integer({ min: 1, max: 200 }),
    })
    fc.assert(
      fc.property(anyRules, fc.array(block, { maxLength: 4 }), grid, (given, taken, { step, duration }) => {
        const { zone, date, ofPractice, ofChair } = given
        const rules = chosen(given)
        const { startAt: midnight } = localDay(date, zone)
        const blocks = taken
          .map(([from, length]) => ({
            startAt: midnight + from * minute,
            endAt: midnight + (from + length) * minute,
          }))
          .sort((a, b) => a.startAt - b.startAt)
        const slots = slotsOn(rules, left, date, { step: step * minute, duration: duration * minute, blocks })
        const open = openTimes(rules, left, date)
        const expected = openTimesOn(weekOf(ofChair ?? ofPractice), date, zone).flatMap((openTime) =>
          Array.from({ length: 1_500 / step + 1 }, (_, k) => openTime.startAt + k * step * minute)
            .map((startAt) => ({ startAt, endAt: startAt + duration * minute }))
            .filter((slot) => open.some((one) => one.startAt <= slot.startAt && slot.endAt <= one.endAt))
            .filter((slot) => slot.startAt >= openTime.startAt && slot.endAt <= openTime.endAt)
            .filter((slot) => !blocks.some((one) => one.startAt < slot.endAt && one.endAt > slot.startAt)),
        )
        expect(slots).toEqual(expected)
      }),
      { numRuns: 1_000 },
    )
  })

  test('a closure touches a range of days when it includes one of these days', () => {
    fc.assert(
      fc.property(anyRules, fc.integer({ min: 0, max: 400 }), ({ date, closures }, length) => {
        const first = Temporal.PlainDate.from(date)
        const days = Array.from({ length: length + 1 }, (_, days) => first.add({ days }).toString())
        for (const one of closures)
          expect({ one, touches: touchesDays(one, days[0]!, days.at(-1)!) }).toEqual({
            one,
            touches: days.some((day) => hasDay(one, day)),
          })
      }),
      { numRuns: 500 },
    )
  })
})

const closedDays = (one: Partial<Closure> & { fromDate: string }, ...dates: string[]) =>
  dates.filter((date) => openTimes(rulesOf([closure(one)]), left, date).length === 0)

test('§20 A closure that repeats each year closes no day before its first day.', () => {
  const days = ['2025-12-24', '2026-12-23', '2026-12-24', '2027-12-24', '9999-12-24']
  expect(closedDays({ fromDate: '2026-12-24', yearly: true }, ...days)).toEqual(days.slice(2))
  expect(closedDays({ fromDate: '2026-12-24' }, ...days)).toEqual(['2026-12-24'])
})

test('§20 A closure may go from one year into the next, with and without repeating each year.', () => {
  const days = [
    '2026-01-01',
    '2026-12-23',
    '2026-12-24',
    '2027-01-02',
    '2027-01-03',
    '2027-12-31',
    '2028-01-01',
  ]
  const holidays = { fromDate: '2026-12-24', throughDate: '2027-01-02' }
  expect(closedDays(holidays, ...days)).toEqual(['2026-12-24', '2027-01-02'])
  expect(closedDays({ ...holidays, yearly: true }, ...days)).toEqual([
    '2026-12-24',
    '2027-01-02',
    '2027-12-31',
    '2028-01-01',
  ])
})

test('§20 A closure on 29 February repeats in leap years. A yearly closure with days before and after 29 February closes that day, too.', () => {
  const days = ['2028-02-28', '2028-02-29', '2028-03-01', '2029-02-28', '2029-03-01', '2032-02-29']
  expect(closedDays({ fromDate: '2028-02-29', yearly: true }, ...days)).toEqual(['2028-02-29', '2032-02-29'])
  expect(closedDays({ fromDate: '2027-02-28', throughDate: '2027-03-01', yearly: true }, ...days)).toEqual(
    days,
  )
  expect(closedDays({ fromDate: '2028-02-29', throughDate: '2028-03-01', yearly: true }, ...days)).toEqual([
    '2028-02-29',
    '2028-03-01',
    '2029-03-01',
    '2032-02-29',
  ])
})

test('a closure from or through 29 February has parts in every year', () => {
  const during = { startAt: Date.parse('2029-02-01T00:00Z'), endAt: Date.parse('2029-03-15T00:00Z') }
  const partsOf = (fromDate: string, throughDate: string) =>
    closuresDuring(rulesOf([closure({ fromDate, throughDate, yearly: true })], 'UTC'), null, during).map(
      (part) => [localDate(part.startAt, 'UTC'), localDate(part.endAt - 1, 'UTC')],
    )
  expect(partsOf('2028-02-29', '2028-03-02')).toEqual([['2029-03-01', '2029-03-02']])
  expect(partsOf('2028-02-27', '2028-02-29')).toEqual([['2029-02-27', '2029-02-28']])
  expect(partsOf('2028-02-29', '2028-02-29')).toEqual([])
})

test('a yearly closure that is a whole year long closes every day from its first day on', () => {
  const days = ['2026-02-28', '2026-03-01', '2027-02-28', '2028-02-29', '2099-07-01']
  const year = { fromDate: '2026-03-01', throughDate: '2027-03-01', yearly: true }
  expect(closedDays(year, ...days)).toEqual(days.slice(1))
})

test('a closure during which the clocks change closes the real hours between its two times', () => {
  const night = closure({ fromDate: '2026-03-29', startTime: '01:00', endTime: '04:00' })
  const lengths = ['2026-03-29', '2026-10-25', '2026-10-26'].map((date) => {
    const rules = rulesOf([{ ...night, fromDate: date, throughDate: date }])
    const [first, second] = openTimes(rules, left, date)
    return (second!.startAt - first!.endAt) / (60 * minute)
  })
  expect(lengths).toEqual([2, 4, 3])
})

test('a whole day on which the clocks change is closed for 23 or 25 hours', () => {
  const parts = ['2026-03-29', '2026-10-25'].map((fromDate) => {
    const day = localDay(fromDate, 'Europe/Berlin')
    const around = { startAt: day.startAt - 1, endAt: day.endAt + 1 }
    return closuresDuring(rulesOf([closure({ fromDate })]), null, around).map((part) => [
      part.startAt - day.startAt,
      (part.endAt - part.startAt) / (60 * minute),
    ])
  })
  expect(parts).toEqual([[[0, 23]], [[0, 25]]])
})

test('a closure of one chair closes only this chair, and does not apply to entries without a chair', () => {
  const rules = rulesOf([closure({ fromDate: '2026-03-02', chairIds: [left] })])
  const day = localDay('2026-03-02', 'Europe/Berlin')
  expect([left, right].map((chairId) => openTimes(rules, chairId, '2026-03-02').length)).toEqual([0, 1])
  expect([left, right, null].map((chairId) => closuresDuring(rules, chairId, day).length)).toEqual([1, 0, 0])
})

test('a chair with its own working hours does not use the working hours of the practice', () => {
  const mornings = weekOf([{ start: '08:00', end: '12:00' }])
  const rules = { ...rulesOf([], 'UTC'), chairHours: new Map([[left, mornings]]) }
  const hoursOn = (chairId: string) =>
    openTimes(rules, chairId, '2026-03-02').map(({ startAt, endAt }) => (endAt - startAt) / (60 * minute))
  expect([left, right].map(hoursOn)).toEqual([[4], [24]])
})

test('§20 A closure takes away the slots that it touches, and does not shift the grid.', () => {
  const rules = rulesOf(
    [closure({ fromDate: '2026-03-02', startTime: '09:10', endTime: '09:50' })],
    'UTC',
    weekOf([{ start: '09:00', end: '11:00' }]),
  )
  const grid = { step: 15 * minute, duration: 15 * minute, blocks: [] }
  const starts = slotsOn(rules, left, '2026-03-02', grid).map(({ startAt }) =>
    new Date(startAt).toISOString().slice(11, 16),
  )
  expect(starts).toEqual(['10:00', '10:15', '10:30', '10:45'])
})

test('the search for closures in an interval of thousands of years stops at the first closed day', () => {
  const centuries = {
    startAt: Date.parse('2026-01-01T00:00Z'),
    endAt: Date.parse('9999-12-31T23:59:59.999Z'),
  }
  const daily = closure({
    fromDate: '2026-05-01',
    throughDate: '2027-04-30',
    startTime: '12:00',
    endTime: '13:00',
    yearly: true,
  })
  const rules = rulesOf(Array.from({ length: 1_000 }, () => daily))
  expect(closuresTouching(rules, null, centuries)).toHaveLength(1_000)
})

test('the closed times of a day are computed once, for any number of chairs', () => {
  const chairIds = Array.from({ length: 50 }, (_, i) => `chair-${i}`)
  let times = 0
  const counted = {
    ...closure({ fromDate: '2026-05-01', throughDate: '2026-05-02', endTime: '13:00', chairIds }),
    get startTime() {
      times++
      return '12:00'
    },
  }
  const rules = rulesOf([counted])
  const date = '2026-05-01'
  expect(openTimes(rules, chairIds[0]!, date)).toHaveLength(2)
  closuresDuring(rules, chairIds[0]!, localDay(date, rules.timezone))
  const ofOne = times
  for (const id of chairIds) {
    expect(openTimes(rules, id, date)).toHaveLength(2)
    expect(closuresDuring(rules, id, localDay(date, rules.timezone))).toHaveLength(1)
  }
  expect(times).toBe(ofOne)
  expect(openTimes(rules, chairIds[0]!, '2026-05-02')).toHaveLength(2)
  expect(openTimes(rules, chairIds[0]!, '2026-05-03')).toHaveLength(1)
})

test('the first and last days that a request can name can be closed', () => {
  for (const [date, at] of [
    ['9999-12-31', '9999-12-31T12:00:00.000Z'],
    ['0001-01-01', '0001-01-01T12:00:00.000Z'],
  ] as const)
    for (const startTime of [null, '12:00']) {
      const one = closure({ fromDate: date, startTime, endTime: startTime && '24:00' })
      const rules = rulesOf([one, { ...one, yearly: true }], 'UTC')
      const during = { startAt: Date.parse(at), endAt: Date.parse(at) + minute }
      expect(closuresDuring(rules, null, during)).toHaveLength(2)
      expect(openTimes(rules, left, date).length).toBe(startTime === null ? 0 : 1)
    }
})
