import { expect, test } from 'bun:test'
import { nextSequence } from '../../../src/domain/reminders/sequence.ts'

const now = Date.parse('2026-03-02T08:00:00Z')
const seconds = (now - Date.UTC(2025, 0, 1)) / 1000

test('the sequence number of a calendar file grows even when the clock goes back, and starts at the seconds since 2025', () => {
  expect(nextSequence(0, now)).toBe(seconds)
  expect(nextSequence(seconds, now)).toBe(seconds + 1)
  expect(nextSequence(seconds + 500, now - 86_400_000)).toBe(seconds + 501)
  expect(nextSequence(seconds, now + 60_000)).toBe(seconds + 60)
})

test('the sequence number of a calendar file always fits 31 bits', () => {
  expect(nextSequence(2 ** 31 - 1, now)).toBe(2 ** 31 - 1)
  expect(nextSequence(0, 8.64e15)).toBe(2 ** 31 - 1)
  expect(nextSequence(0, 0)).toBe(1)
})
