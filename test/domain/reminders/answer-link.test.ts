import { expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  mayHaveSigned,
  noticeIn,
  signAnswerLink,
  signerOf,
  signUnsubscribeLink,
} from '../../../src/domain/reminders/answer-link.ts'

const key = new Uint8Array(32).fill(1)
const other = new Uint8Array(32).fill(2)
const signer = { key, replacedAt: null }
const reader = { key: other, replacedAt: 1 }

test('a signed link gives back the id of its notice, and has 43 characters that need no encoding', () => {
  fc.assert(
    fc.property(fc.uuid(), (noticeId) => {
      const token = signAnswerLink(key, noticeId)
      expect(token).toMatch(/^[\w-]{43}$/)
      expect(noticeIn(token)).toBe(noticeId)
      expect(signerOf([reader, signer], token, 'answer')).toBe(signer)
    }),
  )
})

test('a link that was signed with another key, or not signed, is not accepted', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.string(), (noticeId, text) => {
      expect(signerOf([reader], signAnswerLink(key, noticeId), 'answer')).toBeUndefined()
      expect(signerOf([reader, signer], text, 'answer')).toBeUndefined()
    }),
  )
})

test('an unsubscribe token cannot answer for the patient, and an answer token cannot unsubscribe', () => {
  fc.assert(
    fc.property(fc.uuid(), (noticeId) => {
      const answer = signAnswerLink(key, noticeId)
      const unsubscribe = signUnsubscribeLink(key, noticeId)
      expect(noticeIn(unsubscribe)).toBe(noticeId)
      expect(signerOf([signer], unsubscribe, 'unsubscribe')).toBe(signer)
      expect(signerOf([signer], unsubscribe, 'answer')).toBeUndefined()
      expect(signerOf([signer], answer, 'unsubscribe')).toBeUndefined()
    }),
  )
})

test.each([
  [null, 7, true],
  [8, 7, true],
  [7, 7, true],
  [6, 7, false],
])(
  'a key that was replaced at %p may have signed a link for a notice that was created at %d: %p',
  (replacedAt, createdAt, may) => {
    expect(mayHaveSigned({ key, replacedAt }, { createdAt })).toBe(may)
  },
)
