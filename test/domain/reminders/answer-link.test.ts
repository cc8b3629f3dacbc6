import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { readAnswerLink, signAnswerLink } from '../../../src/domain/reminders/answer-link.ts'

const key = new Uint8Array(32).fill(1)

test('a signed link is read back, and is 43 characters that need no encoding', () => {
  fc.assert(
    fc.property(fc.uuid(), (noticeId) => {
      const token = signAnswerLink(key, noticeId)
      expect(token).toMatch(/^[\w-]{43}$/)
      expect(readAnswerLink(key, token)).toBe(noticeId)
    }),
  )
})

test('a link that was signed with another key, or not at all, is not read', () => {
  const other = new Uint8Array(32).fill(2)
  fc.assert(
    fc.property(fc.uuid(), fc.string(), (noticeId, text) => {
      expect(readAnswerLink(other, signAnswerLink(key, noticeId))).toBeNull()
      expect(readAnswerLink(key, text)).toBeNull()
    }),
  )
})
