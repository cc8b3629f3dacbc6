import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { readVisit, signVisit } from '../../src/domain/visit-link.ts'

const key = new Uint8Array(32).fill(1)

test('a signed link is read back, and its 43 characters need no encoding', () => {
  fc.assert(
    fc.property(fc.uuid(), (reminderId) => {
      const token = signVisit(key, reminderId)
      expect(token).toMatch(/^[\w-]{43}$/)
      expect(readVisit(key, token)).toBe(reminderId)
    }),
  )
})

test('a link that is signed with another key or not signed is not read', () => {
  const other = new Uint8Array(32).fill(2)
  fc.assert(
    fc.property(fc.uuid(), fc.string(), (reminderId, text) => {
      expect(readVisit(other, signVisit(key, reminderId))).toBeNull()
      expect(readVisit(key, text)).toBeNull()
    }),
  )
})
