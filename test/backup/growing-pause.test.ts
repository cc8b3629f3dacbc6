import { expect, test } from 'bun:test'
import { GrowingPause } from '../../src/backup/growing-pause.ts'

test('pauses before the next try grow to a minute, and are one second again after a try that lasted a minute', () => {
  const pause = new GrowingPause()
  const pauses = Array.from({ length: 9 }, () => pause.after(0))
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60].map((seconds) => seconds * 1_000))
  expect(pause.after(59_999)).toBe(60_000)
  expect(pause.after(60_000)).toBe(1_000)
  expect(pause.after(0)).toBe(2_000)
})
