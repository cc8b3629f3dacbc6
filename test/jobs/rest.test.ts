import { expect, test } from 'bun:test'
import { Rest } from '../../src/jobs/rest.ts'

test('a pause lasts for its set time, and does not last longer when the clock is set back', () => {
  const rest = new Rest(1_000)
  expect(rest.lasts(5_000)).toBe(false)
  rest.begin(5_000)
  expect([5_000, 5_999, 6_000, 4_999].map((now) => rest.lasts(now))).toEqual([true, true, false, false])
})
