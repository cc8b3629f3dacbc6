import { expect, test } from 'bun:test'
import { clinic } from '../support/clinic.ts'
import { bringMutated } from '../support/mutated-files.ts'

test('§35 Whatever is in a file, no answer is a fault, and nothing is half imported.', async () => {
  await using c = await clinic()
  const ended = await bringMutated(c, 120, 7)
  expect(ended.committed).toBeGreaterThan(10)
})
