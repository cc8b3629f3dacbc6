/** Compares the visits that fit into a free time with a model that tries every moment. */
import { expect, test } from 'bun:test'
import { assert, constantFrom, integer, option, property, record, subarray } from 'fast-check'
import { Gap, isExpired, LocalDays, suitsChair, type Wish } from '../../src/domain/waiting-fit.ts'
import { weekdays } from '../../src/domain/working-hours.ts'
import { drawUntil } from '../support/draw-until.ts'
import { wall } from './wall-clock.ts'

const minute = 60_000
const day = 86_400_000

const anything: Wish = {
  durationMinutes: 30,
  chairIds: null,
  weekdays: null,
  startTime: null,
  endTime: null,
  fromDate: null,
  throughDate: null,
}

const weekdayOf = (date: string) => weekdays[(new Date(`${date}T00:00Z`).getUTCDay() + 6) % 7]!

/** All times, lengths and clock changes in this file are multiples of this step, in milliseconds. */
const step = 5 * minute

/** The moments from `from` until `until`, each with its local date and time. */
const momentsOf = (from: number, until: number, zone: string) =>
  Array.from({ length: Math.ceil((until - from) / step) }, (_, i) => from + i * step).map((at) => ({
    at,
    date: wall(at, zone).slice(0, 10),
    time: wall(at, zone).slice(11),
  }))

/**
 * The first start that suits the patient, found by trying every moment, or null. A time of day means the first moment
 * of the day at which the clocks show this time or a later time.
 */
function firstByModel(wish: Wish, gap: { startAt: number; endAt: number }, zone: string): number | null {
  const around = momentsOf(gap.startAt - 1.5 * day, gap.endAt + 1.5 * day, zone)
  const first = (date: string, time: string) =>
    (
      around.find((one) => one.date > date || (one.date === date && one.time >= time && time !== '24:00')) ??
      around.at(-1)!
    ).at
  const limits = new Map<string, { from: number; until: number }>()
  for (const { at, date } of around) {
    if (at < gap.startAt || at + wish.durationMinutes * minute > gap.endAt) continue
    if (wish.weekdays !== null && !wish.weekdays.includes(weekdayOf(date))) continue
    if (wish.fromDate !== null && date < wish.fromDate) continue
    if (wish.throughDate !== null && date > wish.throughDate) continue
    const limit = limits.get(date) ?? {
      from: wish.startTime === null ? at : first(date, wish.startTime),
      until: wish.endTime === null ? gap.endAt : first(date, wish.endTime),
    }
    limits.set(date, limit)
    if (at >= limit.from && at + wish.durationMinutes * minute <= limit.until) return at
  }
  return null
}

/** Zones whose clocks change by an hour, by half an hour, at midnight or not at all, and a zone that skips a day. */
const weeks = [
  ['Europe/Berlin', '2026-03-29'],
  ['Europe/Berlin', '2026-10-25'],
  ['America/New_York', '2026-03-08'],
  ['America/New_York', '2026-11-01'],
  ['Australia/Lord_Howe', '2026-04-05'],
  ['Australia/Lord_Howe', '2026-10-04'],
  ['Africa/Cairo', '2026-04-24'],
  ['Africa/Cairo', '2026-10-29'],
  ['America/Santiago', '2026-09-06'],
  ['Pacific/Apia', '2011-12-30'],
  ['Asia/Kolkata', '2026-03-29'],
] as const

const times = ['00:00', '01:30', '02:00', '02:30', '03:00', '08:00', '12:15', '23:30', '24:00']

const dates = (around: string) =>
  [-2, -1, 0, 1, 2].map((days) => Temporal.PlainDate.from(around).add({ days }).toString())

test('the first visit that suits a patient is the same as in the model, in weeks in which the clocks change', async () => {
  const wishes = constantFrom(...weeks).chain(([zone, date]) =>
    record({
      zone: constantFrom(zone),
      date: constantFrom(date),
      startsAfter: integer({ min: -96, max: 96 }),
      quarters: integer({ min: 1, max: 120 }),
      durationMinutes: constantFrom(5, 15, 30, 45, 60, 90, 240, 1440),
      weekdays: option(subarray([...weekdays], { minLength: 1 })),
      hours: option(subarray(times, { minLength: 2, maxLength: 2 })),
      one: constantFrom('both', 'start', 'end'),
      fromDate: option(constantFrom(...dates(date))),
      throughDate: option(constantFrom(...dates(date))),
    }),
  )
  let found = 0
  const round = () =>
    assert(
      property(wishes, ({ zone, date, startsAfter, quarters, hours, one, ...rest }) => {
        const startAt = Date.parse(`${date}T00:00Z`) + startsAfter * 15 * minute
        const gap = { startAt, endAt: startAt + quarters * 15 * minute }
        const wish = {
          ...anything,
          ...rest,
          startTime: one === 'end' ? null : (hours?.[0] ?? null),
          endTime: one === 'start' ? null : (hours?.[1] ?? null),
        }
        const visit = new Gap(gap, new LocalDays(zone)).firstVisit(wish)
        expect(visit?.startAt ?? null).toBe(firstByModel(wish, gap, zone))
        if (visit === null) return
        found++
        expect(visit.endAt - visit.startAt).toBe(wish.durationMinutes * minute)
      }),
      { numRuns: 500 },
    )
  await drawUntil(() => found > 50, round)
})

const berlin = 'Europe/Berlin'
const gap = (from: string, until: string) =>
  new Gap({ startAt: Date.parse(from), endAt: Date.parse(until) }, new LocalDays(berlin))
const first = (wish: Partial<Wish>, from: string, until: string) => {
  const visit = gap(from, until).firstVisit({ ...anything, ...wish })
  return visit && new Date(visit.startAt).toISOString()
}

test('a visit that is as long as the free time fits, and a visit that is a minute longer does not', () => {
  const [from, until] = ['2026-03-10T08:00Z', '2026-03-10T08:30Z']
  expect(first({ durationMinutes: 30 }, from, until)).toBe('2026-03-10T08:00:00.000Z')
  expect(first({ durationMinutes: 31 }, from, until)).toBeNull()
})

test('§26 A suggested visit lies completely within the times of the day that suit the patient.', () => {
  const hours = { startTime: '10:00', endTime: '10:30' }
  const [from, until] = ['2026-03-10T08:00Z', '2026-03-10T12:00Z']
  expect(first(hours, from, until)).toBe('2026-03-10T09:00:00.000Z')
  expect(first({ ...hours, durationMinutes: 31 }, from, until)).toBeNull()
  expect(first(hours, '2026-03-10T09:01Z', until)).toBeNull()
})

test('when the first day of a free time does not suit the patient, a later day is suggested', () => {
  const [from, until] = ['2026-03-10T08:00Z', '2026-03-12T08:00Z']
  expect(first({ weekdays: ['wed'] }, from, until)).toBe('2026-03-10T23:00:00.000Z')
  expect(first({ fromDate: '2026-03-12' }, from, until)).toBe('2026-03-11T23:00:00.000Z')
  expect(first({ throughDate: '2026-03-09' }, from, until)).toBeNull()
  expect(first({ weekdays: ['fri'] }, from, until)).toBeNull()
})

test('without times of the day, a visit may run past midnight', () => {
  const [from, until] = ['2026-03-10T22:45Z', '2026-03-10T23:15Z']
  expect(first({}, from, until)).toBe('2026-03-10T22:45:00.000Z')
  expect(first({ startTime: '20:00' }, from, until)).toBe('2026-03-10T22:45:00.000Z')
  expect(first({ endTime: '24:00' }, from, until)).toBeNull()
})

test('a wish without a list of chairs suits any chair, and a wish with a list suits only the chairs in it', () => {
  expect(suitsChair(anything, 'a')).toBe(true)
  expect(suitsChair({ ...anything, chairIds: ['a', 'b'] }, 'b')).toBe(true)
  expect(suitsChair({ ...anything, chairIds: ['a', 'b'] }, 'c')).toBe(false)
})

test('an entry of the waiting list does not expire before the end of its last day', () => {
  expect(isExpired({ throughDate: null }, '2026-03-10')).toBe(false)
  expect(isExpired({ throughDate: '2026-03-10' }, '2026-03-10')).toBe(false)
  expect(isExpired({ throughDate: '2026-03-09' }, '2026-03-10')).toBe(true)
})

test('a free time that is longer than any search is refused', () => {
  expect(() => new Gap({ startAt: 0, endAt: 1_000 * day }, new LocalDays('UTC'))).toThrow(
    'longer than 366 days',
  )
})
