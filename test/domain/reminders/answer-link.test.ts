import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { readAnswerLink, signAnswerLink } from '../../../src/domain/reminders/answer-link.ts'

const key = new Uint8Array(32).fill(1)

test('what was signed is read again, in 43 signs that need no encoding', () => {
  fc.assert(
    fc.property(fc.uuid(), (reminderId) => {
      const token = signAnswerLink(key, reminderId)
      expect(token).toMatch(/^[\w-]{43}$/)
      expect(readAnswerLink(key, token)).toBe(reminderId)
    }),
  )
})

test('nothing that was signed with another key, or not at all, is read', () => {
  const other = new Uint8Array(32).fill(2)
  fc.assert(
    fc.property(fc.uuid(), fc.string(), (reminderId, text) => {
      expect(readAnswerLink(other, signAnswerLink(key, reminderId))).toBeNull()
      expect(readAnswerLink(key, text)).toBeNull()
    }),
  )
})
