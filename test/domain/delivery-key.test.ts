import { expect, test } from 'bun:test'
import { newId } from '../../src/domain/id.ts'
import { deliveryKey, noticeIdOf } from '../../src/domain/reminders/delivery-key.ts'

test('§6.3 The key of a message is the same for each try to one address. Another address has another key.', () => {
  const [one, other] = [newId(1), newId(2)]
  const key = deliveryKey(one, 'zoe@example.org')
  expect(key).toBe(deliveryKey(one, 'zoe@example.org'))
  const keys = new Set([key, deliveryKey(one, 'zoe@example.com'), deliveryKey(other, 'zoe@example.org')])
  expect(keys.size).toBe(3)
  expect(key).toMatch(/^[\da-f-]{36}-[\da-f]{8}$/)
  expect(key).not.toContain('zoe')
  expect(noticeIdOf(key)).toBe(one)
})
