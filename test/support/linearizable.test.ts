import { expect, test } from 'bun:test'
import { disorderIn, type Operation } from './linearizable.ts'

/** A register that holds one value. `from` and `to` are the moments of the call and of the return. */
const write = (value: string, from: number, to: number): Operation => ({
  name: `write ${value}`,
  called: from,
  returned: to,
  next: (state) => (to === Number.POSITIVE_INFINITY ? [...new Set([state, value])] : [value]),
})
const read = (value: string, from: number, to: number): Operation => ({
  name: `read ${value}`,
  called: from,
  returned: to,
  next: (state) => (state === value ? [state] : []),
})
const never = Number.POSITIVE_INFINITY

test('operations one after another are in order', () => {
  expect(
    disorderIn([write('a', 0, 1), read('a', 2, 3), write('b', 4, 5), read('b', 6, 7)], ''),
  ).toBeUndefined()
})

test('a read after a write must see it', () => {
  expect(disorderIn([write('a', 0, 1), read('', 2, 3)], '')![0]).toContain('read')
})

test('a read beside a write may see it or not', () => {
  expect(disorderIn([write('a', 0, 10), read('', 1, 2), read('a', 3, 4)], '')).toBeUndefined()
})

test('two reads one after another never go back', () => {
  expect(disorderIn([write('a', 0, 10), read('a', 1, 2), read('', 3, 4)], '')).toBeDefined()
})

test('two reads at once may see two writes only in one order', () => {
  const writes = [write('a', 0, 10), write('b', 0, 10)]
  const one = [read('a', 11, 12), read('a', 13, 14)]
  expect(disorderIn([...writes, ...one], '')).toBeUndefined()
  expect(disorderIn([...writes, read('a', 11, 12), read('b', 13, 14)], '')).toBeDefined()
})

test('a write whose answer nobody got may count at any later time, once, or never', () => {
  const lost = write('a', 0, never)
  expect(disorderIn([lost, read('', 1, 2), read('a', 3, 4), read('a', 5, 6)], '')).toBeUndefined()
  expect(disorderIn([lost, read('', 1, 2), read('', 3, 4)], '')).toBeUndefined()
  expect(disorderIn([lost, read('a', 1, 2), write('b', 3, 4), read('a', 5, 6)], '')).toBeDefined()
})

test('a long history with much at once is decided', () => {
  const operations = Array.from({ length: 120 }, (_, i) => write(`${i}`, i, i + 8))
  expect(disorderIn([...operations, read('119', 600, 601)], '')).toBeUndefined()
  expect(disorderIn([...operations, read('3', 600, 601)], '')).toBeDefined()
})
