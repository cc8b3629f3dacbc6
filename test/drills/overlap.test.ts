import { expect, test } from 'bun:test'
import { overlapDrill } from './overlap.ts'

test('§4.4 Two processes on one file never book a chair twice.', async () => {
  const figures = await overlapDrill({ clients: 16, requestsEach: 125 })
  expect(figures.requests).toBe(2_000)
  expect(figures.booked).toBeGreaterThan(50)
  expect(figures.moved).toBeGreaterThan(50)
  expect(figures.conflicts).toBeGreaterThan(200)
})
