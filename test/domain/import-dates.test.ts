import { expect, test } from 'bun:test'
import { countDate, noDates, ordersOf, readDate, readTime } from '../../src/domain/import/dates.ts'

const ordersIn = (...cells: string[]) => ordersOf(cells.reduce(countDate, noDates))

test.each([
  [
    ['03/04/1987', '12/11/2001'],
    ['day_first', 'month_first'],
  ],
  [['03/04/1987', '13/11/2001'], ['day_first']],
  [['03/04/1987', '11/13/2001'], ['month_first']],
  // Each order is impossible for one of the dates, so a person decides.
  [
    ['13/04/1987', '11/13/2001'],
    ['day_first', 'month_first'],
  ],
  // Both orders give the same date.
  [['03/03/1987', ''], ['day_first']],
  [['1987-04-03', '3 Apr 1987', 'no date'], []],
] as const)('the possible orders of day and month are found for the dates %j', (cells, orders) => {
  expect(ordersIn(...cells)).toEqual([...orders])
})

test.each([
  ['1987-04-23', null, '1987-04-23', null],
  ['19870423', null, '1987-04-23', null],
  ['03.04.1987', 'day_first', '1987-04-03', null],
  ['3/4/1987 9:05 pm', 'month_first', '1987-03-04', '21:05'],
  ['2020-07-31 08:30:00', null, '2020-07-31', '08:30'],
  ['23 Apr 1987', null, '1987-04-23', null],
  ['23. März 1987', null, '1987-03-23', null],
  ['April 23rd, 1987, 12:10 am', null, '1987-04-23', '00:10'],
] as const)('the date %j is read with the order %j', (cell, order, date, time) => {
  expect(readDate(cell, order)).toEqual({ date, time, instant: null })
})

test.each(['', 'soon', '23/04/87', '31.02.2001', '2001-02-30', '1987', '12/12/1987 25:00', 'x'.repeat(60)])(
  'the text %j is not a date',
  (cell) => expect(readDate(cell, 'day_first')).toBeNull(),
)

test('a date and time with an offset is read as the instant that they name', () => {
  const instant = Date.parse('2020-07-31T06:30:00.000Z')
  for (const cell of ['2020-07-31T08:30:00+02:00', '2020-07-31 06:30:00 UTC', '2020-07-31T06:30:00Z'])
    expect(readDate(cell, null)?.instant).toBe(instant)
})

test.each([
  ['9:05', '09:05'],
  ['09.05 Uhr', '09:05'],
  ['12:00 AM', '00:00'],
  ['12:30 p.m.', '12:30'],
  ['24:00', null],
  ['13:00 pm', null],
] as const)('the time %j is %j', (cell, time) => expect(readTime(cell)).toBe(time))
