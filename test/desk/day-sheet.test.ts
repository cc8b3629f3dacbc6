/** Tests of the lines of the day sheet, and of the type size when the whole practice is printed. */
import { expect, test } from 'bun:test'
import type { DayEntry } from '../../src/desk/contract/names.ts'
import { chairRows, rowsOf } from '../../src/desk/screens/day-sheet/rows.ts'
import { typeOf } from '../../src/desk/screens/day-sheet/type-size.ts'
import { chairOn, dayIn, entryOf } from './board-days.ts'

const at = (time: string) => `2026-03-02T${time}:00.000Z`
const span = (from: string, to: string) => ({ startAt: at(from), endAt: at(to) })
const entry = (from: string, to: string, type = 'appointment') => ({ ...span(from, to), type }) as DayEntry

const shown = (hours: object[], entries: DayEntry[], closures: object[] = []) =>
  rowsOf({ hours, closures } as Parameters<typeof rowsOf>[0], entries).map(
    ({ kind, startAt, endAt }) => `${kind} ${startAt.slice(11, 16)}-${endAt.slice(11, 16)}`,
  )

test('the free lines of the day sheet are the open hours without the entries that take the chair', () => {
  const entries = [
    entry('08:30', '09:00'),
    entry('08:45', '08:50', 'reminder'),
    entry('11:30', '12:30', 'unavailable'),
    entry('13:00', '13:58'),
  ]
  expect(shown([span('08:00', '12:00'), span('13:00', '14:00')], entries)).toEqual([
    'free 08:00-08:30',
    'entry 08:30-09:00',
    'entry 08:45-08:50',
    'free 09:00-11:30',
    'entry 11:30-12:30',
    // The two free minutes until 14:00 make no line.
    'entry 13:00-13:58',
  ])
})

test('a day without entries has one free line for each open time and one line for each closure', () => {
  const closures = [{ id: '1', name: 'Training', ...span('12:00', '18:00') }]
  expect(shown([span('08:00', '12:00')], [], closures)).toEqual(['free 08:00-12:00', 'closed 12:00-18:00'])
  expect(shown([], [])).toEqual([])
})

test('an entry that is longer than the open time leaves no free line on the day sheet', () => {
  expect(shown([span('08:00', '12:00')], [entry('07:00', '13:00')])).toEqual(['entry 07:00-13:00'])
})

test('the type of the day sheet gets smaller with more rows, down to 5 points', () => {
  const chair = (rows: number) => Array.from({ length: rows }, () => [16, 10, 12])
  const [few, more, most] = [5, 30, 200].map((rows) => typeOf([chair(rows), chair(rows)]))
  expect(few).toEqual({ columns: 2, points: 10 })
  expect(more!.points).toBeLessThan(10)
  expect(more!.points).toBeGreaterThan(5)
  expect(most).toEqual({ columns: 2, points: 5 })
  expect(typeOf(Array.from({ length: 10 }, () => chair(5))).columns).toBe(6)
  expect(typeOf([])).toEqual({ columns: 1, points: 10 })
})

test("the day sheet of one practitioner has only this practitioner's entries, and entries of others are not free times", () => {
  const own = entryOf({ id: 'own', practitionerId: 'zoe', ...span('08:00', '08:30') })
  const other = entryOf({ id: 'other', practitionerId: 'jo', ...span('08:30', '09:00') })
  const loose = entryOf({ id: 'loose', chairId: null, practitionerId: 'jo' })
  const day = dayIn('2026-03-02', {
    chairs: [chairOn('a', [span('08:00', '10:00')])],
    entries: [own, other],
    withoutChair: [loose],
  })
  const lines = (practitionerId: string | null) =>
    chairRows(day, practitionerId).map(({ key, rows }) => [
      key,
      ...rows.map((row) =>
        row.kind === 'entry' ? row.entry.id : `${row.kind} ${row.startAt.slice(11, 16)}`,
      ),
    ])
  expect(lines('zoe')).toEqual([['a', 'own', 'free 09:00']])
  expect(lines('jo')).toEqual([
    ['a', 'other', 'free 09:00'],
    ['none', 'loose'],
  ])
  expect(lines(null)).toEqual([
    ['a', 'own', 'other', 'free 09:00'],
    ['none', 'loose'],
  ])
})
