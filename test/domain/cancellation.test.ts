import { expect, test } from 'bun:test'
import { isShortNotice } from '../../src/domain/cancellation.ts'

const hour = 3_600_000
const start = Date.parse('2026-03-10T09:00:00.000Z')

test('§23 A cancellation is at short notice when fewer hours are left than `shortNoticeHours`.', () => {
  expect(isShortNotice(start, 24, start - 24 * hour)).toBe(false)
  expect(isShortNotice(start, 24, start - 24 * hour + 1)).toBe(true)
  expect(isShortNotice(start, 1, start - 2 * hour)).toBe(false)
  expect(isShortNotice(start, 1, start + hour)).toBe(true)
})

test('§23 With `shortNoticeHours` 0, no cancellation is at short notice, not even a cancellation after the start.', () => {
  for (const now of [start - hour, start, start + hour]) expect(isShortNotice(start, 0, now)).toBe(false)
})
