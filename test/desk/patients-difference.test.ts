import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { differences } from '../../src/desk/screens/patients/difference.ts'

/** The differences of two texts, in the form of `git diff --word-diff`: `[-gone-]` and `{+new+}`. */
const marked = (older: string, newer: string) =>
  differences(older, newer)
    .map(({ kind, text }) => ({ same: text, gone: `[-${text}-]`, new: `{+${text}+}` })[kind])
    .join('')

test('a replaced word is shown beside the new word', () => {
  expect(marked('Sensitive at 24.', 'Sensitive at 25.')).toBe('Sensitive at [-24-]{+25+}.')
})

test('an added sentence is one part of the difference', () => {
  expect(marked('Cold at 24.', 'Cold at 24. Corrected: 25.')).toBe('Cold at 24.{+ Corrected: 25.+}')
})

test('words between two changes are unchanged parts of the difference', () => {
  expect(marked('a b c d e', 'x b c d y')).toBe('[-a-]{+x+} b c d [-e-]{+y+}')
})

test('equal texts have no changes, and empty texts have no parts', () => {
  expect(marked('Größe', 'Größe')).toBe('Größe')
  expect(differences('', '')).toEqual([])
  expect(marked('', 'new')).toBe('{+new+}')
})

test('the parts of a difference together give both texts again', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'ä', ' ', '\n', '.', '🦷')).map((all) => all.join(''))
  fc.assert(
    fc.property(text, text, (older, newer) => {
      const pieces = differences(older, newer)
      const without = (kind: string) =>
        pieces
          .filter((piece) => piece.kind !== kind)
          .map((piece) => piece.text)
          .join('')
      expect(without('new')).toBe(older)
      expect(without('gone')).toBe(newer)
    }),
  )
})

test('long texts without a common word are compared as a whole', () => {
  const words = (letter: string) => Array.from({ length: 2000 }, (_, i) => `${letter}${i}`).join(' ')
  expect(differences(words('a'), words('b')).map(({ kind }) => kind)).toEqual(['gone', 'new'])
})
