import { expect, test } from 'bun:test'
import { mostKept, withToast } from '../../src/desk/base/kept-toasts.ts'

test('only a bounded number of the newest messages is kept on the screen', () => {
  const many = Array.from({ length: mostKept + 5 }, (_, id) => ({ id }))
  const kept = many.reduce<readonly { id: number }[]>(withToast, [])
  expect(kept.length).toBe(mostKept)
  expect(kept.at(-1)!.id).toBe(mostKept + 4)
})
