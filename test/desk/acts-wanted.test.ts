import { expect, test } from 'bun:test'
import { clearOf, onDay, startingAt, type Wanted } from '../../src/desk/screens/board/acts/wanted.ts'
import { dayGrid } from '../../src/domain/day-grid.ts'
import { iso } from './acts-columns.ts'

const timezone = 'Europe/Berlin'
const dayOn = (date: string) => ({
  date,
  timezone,
  grid: dayGrid(date, timezone, 15).map((row) => ({ ...row, at: iso(row.at) })),
})
const night: Wanted = { startAt: '2026-03-02T01:30:00.000Z', endAt: '2026-03-02T02:15:00.000Z', chairId: 'a' }

test('an entry that moves to another day keeps its local time, its length and its chair', () => {
  const moved = onDay(night, dayOn('2026-07-01'))
  expect(clearOf(moved)).toEqual({
    startAt: '2026-07-01T00:30:00.000Z',
    endAt: '2026-07-01T01:15:00.000Z',
    chairId: 'a',
  })
})

test('a local time that the clocks skip is unclear until a member chooses another time or day', () => {
  const skipped = onDay(night, dayOn('2026-03-29'))
  expect(skipped.unclear).toEqual({ time: '02:30', times: [] })
  expect(skipped.startAt).toBe('2026-03-29T01:00:00.000Z')
  expect(clearOf(skipped)).toBeUndefined()
  expect(clearOf(startingAt(skipped, Date.parse('2026-03-29T05:00:00Z')))).toMatchObject({
    startAt: '2026-03-29T05:00:00.000Z',
    endAt: '2026-03-29T05:45:00.000Z',
  })
  // On the next day, the originally chosen time exists again.
  expect(clearOf(onDay(skipped, dayOn('2026-03-30')))!.startAt).toBe('2026-03-30T00:30:00.000Z')
})

test('a local time that the clocks show twice is unclear until a member chooses one of the two', () => {
  const twice = onDay(night, dayOn('2026-10-25'))
  const [first, second] = ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'].map(Date.parse) as [number, number]
  expect(twice.unclear).toEqual({ time: '02:30', times: [first, second] })
  expect(clearOf(twice)).toBeUndefined()
  expect(clearOf(startingAt(twice, second))!.startAt).toBe('2026-10-25T01:30:00.000Z')
})

test('a day that the time zone skips has no clear time', () => {
  const skipped = onDay(night, { date: '2011-12-30', timezone: 'Pacific/Apia', grid: [] })
  expect(skipped.unclear?.times).toEqual([])
  expect(clearOf(skipped)).toBeUndefined()
})
