import { expect, test } from 'bun:test'
import { HeldRefusals } from '../../src/http/held-refusals.ts'

test('no more than a bounded number of refusals are held back, of one client and of all', () => {
  const refusals = new HeldRefusals({ each: 3, together: 4 })
  const held = Array.from({ length: 5 }, () => refusals.hold('a'))
  expect(held.map((one) => one !== undefined)).toEqual([true, true, true, false, false])
  expect(refusals.hold('b')).toBeInstanceOf(Promise)
  expect(refusals.hold('c')).toBeUndefined()
})

test('a client with no refusal held back is forgotten, and makes room', async () => {
  const refusals = new HeldRefusals({ each: 1, together: 1 })
  await refusals.hold('a')
  expect(refusals.remembered).toBe(0)
  expect(refusals.hold('b')).toBeInstanceOf(Promise)
})
