import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { type CountedEntry, DayCounter, lengthOf } from '../../src/domain/day-counts.ts'
import type { Interval } from '../../src/domain/time.ts'

/** Consecutive days of 23, 24 and 25 steps. */
const lengths = [24, 23, 24, 25, 24]
const days: Interval[] = lengths.map((length, i) => {
  const startAt = lengths.slice(0, i).reduce((sum, one) => sum + one, 100)
  return { startAt, endAt: startAt + length }
})
const end = days.at(-1)!.endAt

const interval = (longest: number) =>
  fc
    .tuple(fc.integer({ min: 60, max: end + 20 }), fc.integer({ min: 1, max: longest }))
    .map(([startAt, length]): Interval => ({ startAt, endAt: startAt + length }))

const meets = (a: Interval, b: Interval) => a.startAt < b.endAt && b.startAt < a.endAt

/** Leaves out entries, so that no two entries of one chair overlap. */
const withoutOverlaps = (entries: readonly CountedEntry[]) =>
  entries.filter(
    (entry, i) =>
      !entries.slice(0, i).some((other) => other.chairId === entry.chairId && meets(other, entry)),
  )

const entry = fc.record({
  during: interval(60),
  type: fc.constantFrom('appointment' as const, 'unavailable' as const, 'reminder' as const),
  chairId: fc.constantFrom('a', 'b', null),
})

/** Whether a step of time is in one of the intervals. */
const isIn = (step: number, intervals: readonly Interval[]) =>
  intervals.some(({ startAt, endAt }) => startAt <= step && step < endAt)

test('the counts of a day are the same as counts made step by step, for random entries and hours', () => {
  fc.assert(
    fc.property(
      fc.array(entry, { maxLength: 40 }),
      fc.array(interval(8), { maxLength: 12 }),
      (made, hours) => {
        const entries = withoutOverlaps(made.map(({ during, ...rest }) => ({ ...during, ...rest })))
        const open = hours.filter((one, i) => !hours.slice(0, i).some((other) => meets(one, other)))
        const openOn = (day: Interval, chairId: string) =>
          chairId === 'a' ? open.filter((one) => one.startAt >= day.startAt && one.endAt <= day.endAt) : []
        const counter = new DayCounter(
          days.map((day) => ({
            ...day,
            openOf: (id: string) => openOn(day, id),
            openMs: lengthOf(openOn(day, 'a')),
          })),
        )
        for (const one of entries.toSorted((a, b) => a.startAt - b.startAt)) counter.add(one)

        for (const [i, day] of days.entries()) {
          const steps = Array.from({ length: day.endAt - day.startAt }, (_, n) => day.startAt + n)
          const taking = (chair: string, ...types: string[]) =>
            entries.filter(({ type, chairId }) => types.includes(type) && chairId === chair)
          const lasting = (chair: string, ...types: string[]) =>
            steps.filter((step) => isIn(step, taking(chair, ...types)))
          const expected = {
            appointments: entries.filter(
              ({ type, startAt }) => type === 'appointment' && startAt >= day.startAt && startAt < day.endAt,
            ).length,
            takenMs: lasting('a', 'appointment', 'unavailable').filter((step) => isIn(step, openOn(day, 'a')))
              .length,
            bookedMs: lasting('a', 'appointment').length + lasting('b', 'appointment').length,
          }
          expect(counter.counts[i]).toEqual(expected)
        }
      },
    ),
    { numRuns: 500 },
  )
})

test('the length of several intervals is the sum of their lengths', () => {
  expect([
    lengthOf([]),
    lengthOf([
      { startAt: 1, endAt: 3 },
      { startAt: 5, endAt: 6 },
    ]),
  ]).toEqual([0, 3])
})
