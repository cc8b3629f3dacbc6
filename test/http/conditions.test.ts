import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { conditionPattern, readConditions } from '../../src/http/conditions.ts'
import { drawUntil } from '../support/draw-until.ts'

const pieces = ['"1"', 'W/"2"', 'w/"1"', '""', '"a,b"', '*', ',', ' ', '\t', '"', 'x', '\xe9', '"\xe9"']
const values = fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((parts) => parts.join('').trim())

const isTaken = (value: string): boolean => {
  // A real `Request` refuses some of these values, so the test uses a plain object.
  const request = { headers: { get: (name: string) => (name === 'If-Match' ? value : null) } }
  try {
    readConditions(request as unknown as Request)
    return true
  } catch {
    return false
  }
}

test('the pattern for `If-Match` in the OpenAPI document accepts exactly the values that the service accepts', async () => {
  const pattern = new RegExp(conditionPattern, 'u')
  const [taken, refused] = [[] as string[], [] as string[]]
  const round = () =>
    fc.assert(
      fc.property(values, (value) => {
        expect(pattern.test(value), JSON.stringify(value)).toBe(isTaken(value))
        ;(isTaken(value) ? taken : refused).push(value)
      }),
      { numRuns: 5_000 },
    )
  await drawUntil(() => Math.min(taken.length, refused.length) > 100, round)
})
