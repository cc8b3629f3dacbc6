import { expect, test } from 'bun:test'
import { overlapDrill } from './overlap.ts'

test('two processes on one file never double-book, and every 409 is justified', async () => {
  const figures = await overlapDrill({ clients: 16, requestsEach: 125 })
  expect(figures.requests).toBe(2_000)
  expect(figures.booked).toBeGreaterThan(50)
  expect(figures.moved).toBeGreaterThan(50)
  expect(figures.conflicts).toBeGreaterThan(200)
})
