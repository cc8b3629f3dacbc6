import { expect, test } from 'bun:test'
import { tooLateFrom } from '../../../src/domain/reminders/window.ts'

const minute = 60_000
const start = Date.parse('2026-03-10T09:00:00Z')
const due = start - 1440 * minute

test('a notice is too late ten minutes before the start, or at the start if it falls due less than eleven minutes before the start', () => {
  const from = (dueAt: number) => tooLateFrom({ firstStartAt: start, dueAt })
  expect(from(due)).toBe(start - 10 * minute)
  expect(from(start - 11 * minute)).toBe(start - 10 * minute)
  expect(from(start - 11 * minute + 1)).toBe(start)
  expect(from(start - 10 * minute)).toBe(start)
  expect(from(start - 9 * minute)).toBe(start)
})
