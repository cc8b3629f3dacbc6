import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { mostOccurrences, movedAlong, movedTo, occurrencesOf, type Repeat } from '../../src/domain/series.ts'
import { formatInstant, type Interval, localTime } from '../../src/domain/time.ts'
import { drawUntil } from '../support/draw-until.ts'
import { wall } from './wall-clock.ts'

const minute = 60_000

const timeOf = (instant: number, zone: string) => wall(instant, zone).slice(11)
const dateOf = (instant: number, zone: string) => wall(instant, zone).slice(0, 10)

/** Whether the clocks of a zone show this time on this day. */
const isShown = (date: string, time: string, zone: string) =>
  wall(localTime(date, time, zone), zone) === `${date} ${time}`

const berlin = 'Europe/Berlin'
const first = (start: string, end: string): Interval => ({
  startAt: Date.parse(start),
  endAt: Date.parse(end),
})
const weekly = (count: number): Repeat => ({ every: 1, unit: 'week', count })
const starts = (occurrences: readonly Interval[]) => occurrences.map(({ startAt }) => formatInstant(startAt))

/** The number of days from one date to another. */
const days = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000

const zones = Intl.supportedValuesOf('timeZone')
const changes = zones.flatMap((zone) => {
  const next = Temporal.PlainDate.from('2026-01-01').toZonedDateTime(zone).getTimeZoneTransition('next')
  return next === null || next.year > 2027 ? [] : [{ zone, date: next.toPlainDate() }]
})
const anyChange = fc.constantFrom(...changes)
const anyTime = fc.integer({ min: 0, max: 95 }).map((n) => {
  const [hours, minutes] = [Math.floor(n / 4), (n % 4) * 15]
  return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
})
const anyRepeat = fc.record({
  every: fc.integer({ min: 1, max: 3 }),
  unit: fc.constantFrom('day' as const, 'week' as const, 'month' as const),
  count: fc.integer({ min: 2, max: 12 }),
})
/** A random series that begins up to 28 days before a clock change, so that most of the series include the change. */
const anySeries = fc
  .record({
    change: anyChange,
    before: fc.integer({ min: 1, max: 28 }),
    time: anyTime,
    minutes: fc.integer({ min: 1, max: 200 }).map((n) => n * 15),
    repeat: anyRepeat,
  })
  .map(({ change: { zone, date }, before, time, minutes, repeat }) => {
    const startAt = localTime(date.subtract({ days: before }).toString(), time, zone)
    return { zone, first: { startAt, endAt: startAt + minutes * minute }, repeat }
  })

describe('the occurrences of a series', () => {
  test('occurrences keep their local time when the clocks change', () => {
    const occurrences = occurrencesOf(first('2026-03-16T08:00Z', '2026-03-16T08:30Z'), weekly(4), berlin)
    expect(starts(occurrences)).toEqual([
      '2026-03-16T08:00:00.000Z',
      '2026-03-23T08:00:00.000Z',
      '2026-03-30T07:00:00.000Z',
      '2026-04-06T07:00:00.000Z',
    ])
    expect(occurrences.map(({ startAt, endAt }) => endAt - startAt)).toEqual(Array(4).fill(30 * minute))
  })

  test.each([
    ['2026-01-31T09:00Z', 1, ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31']],
    ['2027-11-30T09:00Z', 3, ['2027-11-30', '2028-02-29', '2028-05-30', '2028-08-30', '2028-11-30']],
    ['2024-02-29T09:00Z', 12, ['2024-02-29', '2025-02-28', '2026-02-28', '2027-02-28', '2028-02-29']],
  ] as const)(
    "§22.2 In a month without the day of a series, the occurrence is on the month's last day. Longer months have the day again. %s, %d",
    (start, every, dates) => {
      const at = { startAt: Date.parse(start), endAt: Date.parse(start) + minute }
      const occurrences = occurrencesOf(at, { every, unit: 'month', count: 5 }, berlin)
      expect(occurrences.map(({ startAt }) => dateOf(startAt, berlin))).toEqual([...dates])
    },
  )

  test('§22.2 When the clocks skip the time of an occurrence, it starts at the jump. When the time occurs twice, it starts at the first.', () => {
    const night = (date: string, count: number) =>
      occurrencesOf(first(`${date}T00:30Z`, `${date}T02:30Z`), { every: 1, unit: 'day', count }, berlin)
    // The local times are 01:30 to 03:30 in winter. In the night of the 29th, the clocks skip 02:00 to 03:00.
    const spring = night('2026-03-28', 2)[1]!
    expect([spring.startAt, spring.endAt].map(formatInstant)).toEqual([
      '2026-03-29T00:30:00.000Z',
      '2026-03-29T01:30:00.000Z',
    ])
    const jump = { every: 1, unit: 'day', count: 2 } as const
    const [, missing] = occurrencesOf(first('2026-03-28T01:15Z', '2026-03-28T01:45Z'), jump, berlin)
    // The start and the end both move by the hour that the clocks skip. So the length stays the same.
    expect([missing!.startAt, missing!.endAt].map(formatInstant)).toEqual([
      '2026-03-29T01:00:00.000Z',
      '2026-03-29T01:30:00.000Z',
    ])
    const [, twice] = occurrencesOf(first('2026-10-24T00:15Z', '2026-10-24T01:30Z'), jump, berlin)
    expect([twice!.startAt, twice!.endAt].map(formatInstant)).toEqual([
      '2026-10-25T00:15:00.000Z',
      '2026-10-25T02:30:00.000Z',
    ])
  })

  test('a series ends on the day `until`, and may have an occurrence on this day', () => {
    const until = (day: string) =>
      occurrencesOf(
        first('2026-03-16T23:30Z', '2026-03-16T23:45Z'),
        { every: 1, unit: 'week', until: day },
        berlin,
      )
    // In Berlin, the first occurrence is on the 17th.
    expect(until('2026-03-31')).toHaveLength(3)
    expect(until('2026-03-30')).toHaveLength(2)
    expect(until('2026-03-17')).toHaveLength(1)
    expect(until('2026-03-16')).toEqual([])
  })

  test('a series has no occurrence on days to skip, and a series by count has more occurrences at its end instead', () => {
    const days = (repeat: Partial<Repeat>) =>
      occurrencesOf(
        // In Berlin, the first occurrence is on the 17th.
        first('2026-03-16T23:30Z', '2026-03-16T23:45Z'),
        { every: 1, unit: 'week', ...repeat },
        berlin,
      ).map(({ startAt }) => dateOf(startAt, berlin))
    const skip = ['2026-03-17', '2026-03-25', '2026-03-31']
    expect(days({ count: 3, skip })).toEqual(['2026-03-24', '2026-04-07', '2026-04-14'])
    expect(days({ until: '2026-04-07', skip })).toEqual(['2026-03-24', '2026-04-07'])
    expect(days({ until: '2026-03-17', skip })).toEqual([])
  })

  test('with a very late `until`, the result stops at one occurrence more than a series may have', () => {
    const repeat: Repeat = { every: 1, unit: 'day', until: '9999-12-31' }
    expect(occurrencesOf(first('2026-03-16T08:00Z', '2026-03-16T09:00Z'), repeat, berlin)).toHaveLength(
      mostOccurrences + 1,
    )
  })

  test('occurrences keep their local times around the clock changes of every zone', async () => {
    let shown = 0
    const round = () =>
      fc.assert(
        fc.property(anySeries, ({ zone, first, repeat }) => {
          const occurrences = occurrencesOf(first, repeat, zone)
          expect(occurrences).toHaveLength(repeat.count)
          expect(occurrences[0]).toEqual(first)
          const [start, end] = [timeOf(first.startAt, zone), timeOf(first.endAt, zone)]
          const length = days(dateOf(first.startAt, zone), dateOf(first.endAt, zone))
          for (const [i, { startAt, endAt }] of occurrences.entries()) {
            expect(endAt).toBeGreaterThan(startAt)
            const date = Temporal.PlainDate.from(dateOf(first.startAt, zone))
              .add({ [`${repeat.unit}s`]: i * repeat.every })
              .toString()
            const last = Temporal.PlainDate.from(date).add({ days: length }).toString()
            if (!isShown(date, start, zone) || !isShown(last, end, zone)) continue
            expect(wall(startAt, zone)).toBe(`${date} ${start}`)
            // Of two equal local times, the first is used. So an end may be before its start, and then the length is
            // kept.
            if (localTime(last, end, zone) > startAt) expect(wall(endAt, zone)).toBe(`${last} ${end}`)
            else expect(endAt - startAt).toBe(first.endAt - first.startAt)
            shown++
          }
        }),
        { numRuns: 1500 },
      )
    await drawUntil(() => shown > 5000, round)
  })
})

describe('an occurrence that moves along', () => {
  const at = (start: string, minutes: number): Interval => ({
    startAt: Date.parse(start),
    endAt: Date.parse(start) + minutes * minute,
  })
  const before = at('2026-03-23T08:00Z', 30)
  const shift = (startAt?: string, endAt?: string) => ({
    before,
    startAt: startAt === undefined ? undefined : Date.parse(startAt),
    endAt: endAt === undefined ? undefined : Date.parse(endAt),
  })
  const shown = ({ startAt, endAt }: Interval) => [startAt, endAt].map(formatInstant)

  test('an occurrence that moves along moves by the same number of days, to the same local time, and keeps its length', () => {
    const other = at('2026-04-06T07:00Z', 45)
    expect(shown(movedAlong(other, shift('2026-03-25T10:15Z'), berlin))).toEqual([
      '2026-04-08T09:15:00.000Z',
      '2026-04-08T10:00:00.000Z',
    ])
  })

  test('an occurrence that moves along ends at the local time of the given end', () => {
    const other = at('2026-04-06T07:00Z', 45)
    expect(shown(movedAlong(other, shift(undefined, '2026-03-23T10:00Z'), berlin))).toEqual([
      '2026-04-06T07:00:00.000Z',
      '2026-04-06T09:00:00.000Z',
    ])
    expect(shown(movedAlong(other, shift('2026-03-24T22:00Z', '2026-03-25T01:00Z'), berlin))).toEqual([
      '2026-04-07T21:00:00.000Z',
      '2026-04-08T00:00:00.000Z',
    ])
  })

  test('an occurrence that moves along stays when neither a start nor an end is given', () => {
    const other = at('2026-04-06T07:00Z', 45)
    expect(movedAlong(other, shift(), berlin)).toEqual(other)
    expect(movedTo(shift())).toEqual(before)
  })

  test('with only a new start, an occurrence keeps its length, and with only a new end, it keeps its start', () => {
    expect(shown(movedTo(shift('2026-03-30T08:00Z')))).toEqual([
      '2026-03-30T08:00:00.000Z',
      '2026-03-30T08:30:00.000Z',
    ])
    expect(shown(movedTo(shift(undefined, '2026-03-23T09:00Z')))).toEqual([
      '2026-03-23T08:00:00.000Z',
      '2026-03-23T09:00:00.000Z',
    ])
  })

  test('occurrences that move along are where a series that begins at the new time has them, in every zone', () => {
    fc.assert(
      fc.property(
        anySeries,
        fc.integer({ min: -10, max: 10 }),
        anyTime,
        ({ zone, first, repeat }, later, time) => {
          // Only days and weeks are tested here, because months differ in length.
          const series = { ...repeat, unit: repeat.unit === 'month' ? ('week' as const) : repeat.unit }
          const occurrences = occurrencesOf(first, series, zone)
          const date = Temporal.PlainDate.from(dateOf(first.startAt, zone)).add({ days: later }).toString()
          const to = { before: first, startAt: localTime(date, time, zone), endAt: undefined }
          fc.pre(isShown(date, time, zone))
          const anew = occurrencesOf(movedTo(to), series, zone)
          for (const [i, other] of occurrences.entries()) {
            const start = timeOf(other.startAt, zone)
            if (start !== timeOf(first.startAt, zone)) continue
            expect(movedAlong(other, to, zone).startAt).toBe(anew[i]!.startAt)
          }
        },
      ),
      { numRuns: 500 },
    )
  })
})
