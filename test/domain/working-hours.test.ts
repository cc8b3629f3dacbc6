import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { formatInstant } from '../../src/domain/time.ts'
import {
  defaultWorkingHours,
  type OpenHours,
  openTimesOn,
  type WorkingHours,
  weekdays,
  workingHoursIssues,
} from '../../src/domain/working-hours.ts'
import { weekOf } from '../support/week.ts'

const closed: WorkingHours = weekOf([])
const every = (...hours: OpenHours[]): WorkingHours => weekOf(hours)
const open = (week: WorkingHours, date: string, zone: string) =>
  openTimesOn(week, date, zone).map(({ startAt, endAt }) => [formatInstant(startAt), formatInstant(endAt)])

describe('the open times of a day', () => {
  test('a day has the open times of its own weekday', () => {
    weekdays.forEach((day, i) => {
      const week = { ...closed, [day]: [{ start: '09:00', end: '17:00' }] }
      const opened = Array.from({ length: 7 }, (_, k) => openTimesOn(week, `2026-03-0${2 + k}`, 'UTC').length)
      expect(opened.indexOf(1)).toBe(i)
      expect(opened.filter(Boolean)).toHaveLength(1)
    })
  })

  test('a day has one open time for each of its intervals', () => {
    const week = every({ start: '09:00', end: '12:00' }, { start: '13:30', end: '24:00' })
    expect(open(week, '2026-03-02', 'Europe/Berlin')).toEqual([
      ['2026-03-02T08:00:00.000Z', '2026-03-02T11:00:00.000Z'],
      ['2026-03-02T12:30:00.000Z', '2026-03-02T23:00:00.000Z'],
    ])
  })

  test('intervals that touch make one open time', () => {
    const week = every(
      { start: '08:00', end: '09:00' },
      { start: '09:00', end: '12:00' },
      { start: '12:00', end: '13:00' },
      { start: '13:01', end: '14:00' },
    )
    expect(open(week, '2026-03-02', 'UTC')).toEqual([
      ['2026-03-02T08:00:00.000Z', '2026-03-02T13:00:00.000Z'],
      ['2026-03-02T13:01:00.000Z', '2026-03-02T14:00:00.000Z'],
    ])
  })

  test('two intervals make one open time when only the hour that the clocks skip is between them', () => {
    const week = every({ start: '01:00', end: '02:00' }, { start: '03:00', end: '04:00' })
    expect(open(week, '2026-03-29', 'Europe/Berlin')).toEqual([
      ['2026-03-29T00:00:00.000Z', '2026-03-29T02:00:00.000Z'],
    ])
    expect(open(week, '2026-03-30', 'Europe/Berlin')).toHaveLength(2)
  })

  test('a closed day and a day that the zone skipped have no open times', () => {
    expect(open(closed, '2026-03-02', 'UTC')).toEqual([])
    expect(open(every({ start: '00:00', end: '24:00' }), '2011-12-30', 'Pacific/Apia')).toEqual([])
  })

  test('an interval inside the hour that the clocks skip is left out, and an interval that ends in it is shortened', () => {
    const week = every({ start: '01:00', end: '02:30' }, { start: '02:30', end: '03:00' })
    expect(open(week, '2026-03-29', 'Europe/Berlin')).toEqual([
      ['2026-03-29T00:00:00.000Z', '2026-03-29T01:00:00.000Z'],
    ])
  })

  test('an open time lasts from the first occurrence of its start to the first occurrence of its end', () => {
    const night = (start: string, end: string) => open(every({ start, end }), '2026-10-25', 'Europe/Berlin')
    expect(night('01:00', '04:00')).toEqual([['2026-10-24T23:00:00.000Z', '2026-10-25T03:00:00.000Z']])
    expect(night('02:30', '04:00')).toEqual([['2026-10-25T00:30:00.000Z', '2026-10-25T03:00:00.000Z']])
    expect(night('01:00', '02:30')).toEqual([['2026-10-24T23:00:00.000Z', '2026-10-25T00:30:00.000Z']])
  })
})

test('a practice without settings is open from nine to five on all seven days', () => {
  expect(weekdays.map((day) => defaultWorkingHours[day])).toEqual(
    Array.from({ length: 7 }, () => [{ start: '09:00', end: '17:00' }]),
  )
})

describe('the issues of a week', () => {
  const paths = (...mon: OpenHours[]) => workingHoursIssues({ ...closed, mon }).map(({ path }) => path)

  test('§2.4.3 The intervals of each day are sorted and do not overlap. Two intervals may touch.', () => {
    expect(paths({ start: '00:00', end: '09:00' }, { start: '09:00', end: '24:00' })).toEqual([])
  })

  test('an end that is not later than its start is reported', () => {
    expect(paths({ start: '09:00', end: '09:00' })).toEqual(['mon.0.end'])
    expect(paths({ start: '17:00', end: '09:00' })).toEqual(['mon.0.end'])
  })

  test('an interval that begins before the earlier one ends is reported', () => {
    expect(paths({ start: '09:00', end: '12:00' }, { start: '11:59', end: '13:00' })).toEqual(['mon.1.start'])
    expect(paths({ start: '13:00', end: '17:00' }, { start: '09:00', end: '12:00' })).toEqual(['mon.1.start'])
  })

  test('the mistakes of every weekday are reported', () => {
    const backwards = every({ start: '12:00', end: '11:00' })
    expect(workingHoursIssues(backwards).map(({ path }) => path)).toEqual(
      weekdays.map((day) => `${day}.0.end`),
    )
  })
})

test('the open times of a valid week are in order and never overlap, in every zone', () => {
  const time = fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
    .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'))
  const hours = fc.array(time, { minLength: 2, maxLength: 8 }).map((times) => {
    const marks = [...new Set(times)].sort()
    return marks.slice(1).map((end, i) => ({ start: marks[i]!, end }))
  })
  const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'))
  const date = fc.date({ min: new Date('2000-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(hours, zone, date, (someHours, timeZone, someDate) => {
      const week = every(...someHours)
      expect(workingHoursIssues(week)).toEqual([])
      const opened = openTimesOn(week, someDate.toISOString().slice(0, 10), timeZone)
      for (const [i, openTime] of opened.entries()) {
        expect(openTime.startAt).toBeLessThan(openTime.endAt)
        if (i > 0) expect(opened[i - 1]!.endAt).toBeLessThan(openTime.startAt)
      }
    }),
    { numRuns: 300 },
  )
})
