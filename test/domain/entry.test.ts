import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { entryTypes, occupiesChair, overlaps } from '../../src/domain/entry.ts'

const stretch = fc
  .tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 1, max: 20 }))
  .map(([startAt, length]) => ({ startAt, endAt: startAt + length }))

test('two intervals overlap exactly when a moment is in both', () => {
  fc.assert(
    fc.property(stretch, stretch, (a, b) => {
      const moments = Array.from({ length: 61 }, (_, at) => at)
      const shared = moments.some((at) => at >= a.startAt && at < a.endAt && at >= b.startAt && at < b.endAt)
      expect(overlaps(a, b)).toBe(shared)
    }),
    { numRuns: 500 },
  )
})

test('overlapping is mutual, and every interval overlaps itself', () => {
  fc.assert(
    fc.property(stretch, stretch, (a, b) => {
      expect(overlaps(a, b)).toBe(overlaps(b, a))
      expect(overlaps(a, a)).toBe(true)
    }),
  )
})

test('intervals that touch at a boundary do not overlap', () => {
  fc.assert(
    fc.property(stretch, fc.integer({ min: 1, max: 20 }), (a, length) => {
      const next = { startAt: a.endAt, endAt: a.endAt + length }
      expect([overlaps(a, next), overlaps(next, a)]).toEqual([false, false])
    }),
  )
})

test('appointments and unavailable blocks occupy their chair, and reminders and entries without a chair do not', () => {
  const onChair = entryTypes.filter((type) => occupiesChair({ type, chairId: 'a chair' }))
  expect(onChair).toEqual(['appointment', 'unavailable'])
  expect(entryTypes.filter((type) => occupiesChair({ type, chairId: null }))).toEqual([])
})
