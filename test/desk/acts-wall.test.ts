import { expect, test } from 'bun:test'
import { instantAtWall, wallAt } from '../../src/desk/board/acts/wall.ts'
import { columnOn } from './acts-columns.ts'

const rows = (date: string) => columnOn(date, 'Europe/Berlin').grid.rows
const utc = (date: string, time: string) =>
  new Date(instantAtWall(rows(date), time)!).toISOString().slice(11, 16)

test('a time on the clock is an instant, also between the rows', () => {
  expect(utc('2026-03-02', '09:30')).toBe('08:30')
  expect(utc('2026-03-02', '09:37')).toBe('08:37')
  expect(utc('2026-03-02', '23:59')).toBe('22:59')
})

test('a time that the clocks skip is the jump, and one that they show twice is the first', () => {
  expect(utc('2026-03-29', '02:30')).toBe('01:00')
  expect(utc('2026-03-29', '03:00')).toBe('01:00')
  expect(utc('2026-10-25', '02:30')).toBe('00:30')
  expect(utc('2026-10-25', '03:00')).toBe('02:00')
})

test('an instant is a time on the clock', () => {
  expect(wallAt(rows('2026-03-29'), Date.parse('2026-03-29T01:07:00Z'))).toBe('03:07')
  expect(wallAt(rows('2026-10-25'), Date.parse('2026-10-25T01:30:00Z'))).toBe('02:30')
})

test('a day without rows has no instants', () => {
  expect(instantAtWall([], '09:00')).toBeUndefined()
})
