import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { readVisit, signVisit } from '../../src/domain/visit-link.ts'

const key = new Uint8Array(32).fill(1)
const link = fc.record({
  reminderId: fc.uuid(),
  expiresAt: fc.integer({ min: 0, max: 253_402_300_799 }).map((seconds) => seconds * 1000),
})

test('what was signed is read again, in fifty signs that need no encoding', () => {
  fc.assert(
    fc.property(link, (link) => {
      const token = signVisit(key, link)
      expect(token).toMatch(/^[\w-]{50}$/)
      expect(readVisit(key, token)).toEqual(link)
    }),
  )
})

test('nothing that was signed with another key, or not at all, is read', () => {
  const other = new Uint8Array(32).fill(2)
  fc.assert(
    fc.property(link, fc.string(), (link, text) => {
      expect(readVisit(other, signVisit(key, link))).toBeNull()
      expect(readVisit(key, text)).toBeNull()
    }),
  )
})
