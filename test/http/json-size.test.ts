import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { mostLevels, mostValues, requireModest } from '../../src/http/json-size.ts'

const isModest = (text: string): boolean => {
  try {
    requireModest(Buffer.from(text))
    return true
  } catch {
    return false
  }
}

/** The number of values in a JSON value, with the outer value. */
const valuesIn = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce<number>((sum, inner) => sum + valuesIn(inner), 1)
    : 1

const tricky = fc.constantFrom('"', '\\', '\\"', '[', ']{', ',', '":[', 'é', '\n')
const json = fc.jsonValue({ maxDepth: 4, stringUnit: fc.oneof(tricky, fc.string()) } as never)

test('the number of values in any JSON text is counted exactly, with any spaces and line breaks', () => {
  fc.assert(
    fc.property(json, fc.constantFrom(0, 1, 3), (value, indent) => {
      const rest = mostValues - valuesIn(value) - 1
      // First, the text has exactly the allowed number of values. Then it has one more.
      const text = (more: number) => `[${JSON.stringify(value, null, indent)}${',0'.repeat(more)}]`
      expect([isModest(text(rest)), isModest(text(rest + 1))]).toEqual([true, false])
    }),
  )
})

test('empty lists and objects count as one value each', () => {
  for (const empty of ['[]', '{}', '[ \n]', '{\t}']) {
    const list = (values: number) => `[${Array(values).fill(empty)}]`
    expect([isModest(list(mostValues - 1)), isModest(list(mostValues))], empty).toEqual([true, false])
  }
})

test('levels of nesting are counted, and brackets inside a JSON string do not count', () => {
  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
  expect([isModest(nested(mostLevels)), isModest(nested(mostLevels + 1))]).toEqual([true, false])
  expect(isModest(`${nested(mostLevels)},`.repeat(3))).toBe(true)
  expect(isModest(JSON.stringify({ a: '['.repeat(99) + '\\"{,'.repeat(99_999) }))).toBe(true)
})
