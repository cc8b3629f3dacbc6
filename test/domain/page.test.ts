import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { readPage } from '../../src/domain/page.ts'

test.each([
  [undefined, 50],
  ['', 50],
  [' ', 50],
  ['abc', 50],
  ['12abc', 50],
  ['0x10', 50],
  ['NaN', 50],
  ['Infinity', 50],
  ['1,5', 50],
  [['1', '2'], 50],
  [7, 50],
  ['1', 1],
  ['200', 200],
  ['201', 200],
  ['0', 1],
  ['-5', 1],
  ['+7', 7],
  [' 7 ', 7],
  ['007', 7],
  ['7.9', 7],
  ['1e2', 100],
  ['1e999', 200],
  ['-1e999', 1],
  ['99999999999999999999', 200],
])('a limit of %j is read as %d', (limit, expected) => {
  expect(readPage({ limit }).limit).toBe(expected)
})

test.each([
  [undefined, 0],
  ['x', 0],
  ['-1', 0],
  ['5', 5],
  ['123456789', 123_456_789],
  ['1e20', Number.MAX_SAFE_INTEGER],
  ['1e999', Number.MAX_SAFE_INTEGER],
])('an offset of %j is read as %d', (offset, expected) => {
  expect(readPage({ offset }).offset).toBe(expected)
})

test('a limit or offset in range stays, and one out of range becomes the nearest bound', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1000, max: 1000 }), (n) => {
      const text = String(n)
      expect(readPage({ limit: text, offset: text })).toEqual({
        limit: Math.min(200, Math.max(1, n)),
        offset: Math.max(0, n),
      })
    }),
  )
})

test('the limit and offset are whole numbers within bounds, whatever the request contains', () => {
  const anything = fc.oneof(fc.string(), fc.double().map(String), fc.bigInt().map(String), fc.anything())
  fc.assert(
    fc.property(anything, anything, (askedLimit, askedOffset) => {
      const { limit, offset } = readPage({ limit: askedLimit, offset: askedOffset })
      expect(Number.isSafeInteger(limit) && limit >= 1 && limit <= 200).toBe(true)
      expect(Number.isSafeInteger(offset) && offset >= 0 && !Object.is(offset, -0)).toBe(true)
    }),
    { numRuns: 500 },
  )
})
