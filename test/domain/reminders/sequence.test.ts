import { expect, test } from 'bun:test'
import { nextSequence } from '../../../src/domain/reminders/sequence.ts'

const now = Date.parse('2026-03-02T08:00:00Z')
const seconds = (now - Date.UTC(2025, 0, 1)) / 1000

test('a number grows whatever the clock says, and is above those of files that counted the seconds from 2025', () => {
  expect(nextSequence(0, now)).toBe(seconds)
  expect(nextSequence(seconds, now)).toBe(seconds + 1)
  expect(nextSequence(seconds + 500, now - 86_400_000)).toBe(seconds + 501)
  expect(nextSequence(seconds, now + 60_000)).toBe(seconds + 60)
})

test('a number always fits a calendar file', () => {
  expect(nextSequence(2 ** 31 - 1, now)).toBe(2 ** 31 - 1)
  expect(nextSequence(0, 8.64e15)).toBe(2 ** 31 - 1)
  expect(nextSequence(0, 0)).toBe(1)
})
