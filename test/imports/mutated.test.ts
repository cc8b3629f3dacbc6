import { expect, test } from 'bun:test'
import { clinic } from '../support/clinic.ts'
import { bringMutated } from '../support/mutated-files.ts'

test('§35 Whatever a file holds, no answer is a 5xx, and no row is imported in part.', async () => {
  await using c = await clinic()
  const ended = await bringMutated(c, 120, 7)
  expect(ended.committed).toBeGreaterThan(10)
})
