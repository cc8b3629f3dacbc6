import { expect, test } from 'bun:test'
import { addDays, addMonths, isDate, nearestDate, weekOf } from '../../src/desk/base/time/dates.ts'
import { dateOf } from '../../src/desk/base/time/say.ts'
import { dayTowards, weeksOf } from '../../src/desk/screens/board/month-days.ts'

test('days and months end where the calendar of the API ends', () => {
  expect(addDays('9999-12-30', 1)).toBe('9999-12-31')
  expect(addDays('9999-12-31', 7)).toBe('9999-12-31')
  expect(addDays('0001-01-02', -1)).toBe('0001-01-01')
  expect(addDays('0001-01-01', -7)).toBe('0001-01-01')
  expect(addMonths('9999-12-01', 1)).toBe('9999-12-01')
  expect(addMonths('0001-01-01', -1)).toBe('0001-01-01')
  expect(addMonths('0001-01-01', 1)).toBe('0001-02-01')
  expect(isDate('0000-12-31')).toBe(false)
})

test('an address with an impossible date leads to the nearest day of the calendar', () => {
  for (const [text, day] of [
    ['2026-03-02', '2026-03-02'],
    ['9999-12-31', '9999-12-31'],
    ['10000-01-01', '9999-12-31'],
    ['275760-09-13', '9999-12-31'],
    ['0000-12-31', '0001-01-01'],
    ['2026-02-30', '2026-02-28'],
    ['2028-02-30', '2028-02-29'],
    ['2026-13-01', '2026-12-01'],
    ['2026-00-00', '2026-01-01'],
    ['0001-01-01', '0001-01-01'],
    ['0050-02-31', '0050-02-28'],
  ] as const)
    expect([text, nearestDate(text)]).toEqual([text, day])
  for (const text of [undefined, '', 'tomorrow', '2026-3-2', '2026-03-02T09:00'])
    expect(nearestDate(text)).toBeUndefined()
})

test('a week and a month at the end of the calendar have no days beyond it', () => {
  expect(weekOf('9999-12-31', 1)).toEqual([
    ...['9999-12-27', '9999-12-28', '9999-12-29', '9999-12-30', '9999-12-31'],
    ...[null, null],
  ])
  expect(weekOf('0001-01-01', 7)[0]).toBeNull()
  expect(weekOf('2026-03-04', 1)).toHaveLength(7)
  const last = weeksOf('9999-12-01', 1)
  expect([last.length, last[0]![0], last.at(-1)!.at(4)]).toEqual([5, '9999-11-29', '9999-12-31'])
  // When weeks begin on Friday, the last day is the only one in its week.
  expect(weeksOf('9999-12-01', 5).at(-1)!.filter(Boolean)).toEqual(['9999-12-31'])
  expect(dayTowards('9999-12-31', 'PageDown', 1)).toBe('9999-12-31')
  expect(dayTowards('9999-12-31', 'End', 1)).toBe('9999-12-31')
  expect(dayTowards('0001-01-01', 'Home', 7)).toBe('0001-01-01')
})

test('a day of the first years has four digits for its year', () => {
  expect(dateOf('0050-03-02T12:00:00Z', 'UTC')).toBe('0050-03-02')
})
