import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { fold, searchWords, wordEndings } from '../../src/domain/search.ts'

/** Every character that Unicode assigns a meaning to, as text. */
const everyCharacter = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code)).filter((c) =>
  /[^\p{Cn}\p{Co}\p{Cs}]/u.test(c),
)

const codes = (characters: string[]) => characters.map((character) => character.codePointAt(0)!.toString(16))

describe('folding, for every character of Unicode,', () => {
  test('is done when it is done once', () => {
    expect(codes(everyCharacter.filter((c) => fold(fold(c)) !== fold(c)))).toEqual([])
  })

  test('takes no notice of case', () => {
    // The iota under a Greek vowel is an accent to us; capitals write it as a letter of its own.
    const cased = everyCharacter.filter((c) => !c.normalize('NFD').includes('\u0345'))
    const differs = (c: string) => fold(c.toUpperCase()) !== fold(c) || fold(c.toLowerCase()) !== fold(c)
    expect(codes(cased.filter(differs))).toEqual([])
  })

  test('takes no notice of how the character is composed', () => {
    const differs = (c: string) =>
      fold(c.normalize('NFD')) !== fold(c) || fold(c.normalize('NFC')) !== fold(c)
    expect(codes(everyCharacter.filter(differs))).toEqual([])
  })

  test('leaves no gap but single spaces inside, and nothing that cannot be seen', () => {
    const untidy = (c: string) => /[\p{Cc}\p{Cf}\p{Cs}]|[^\S ]| {2}|^ | $/u.test(fold(` ${c} x${c}${c}`))
    expect(codes(everyCharacter.filter(untidy))).toEqual([])
  })
})

test('folding is done once for text of any length too', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const folded = fold(text)
      expect(fold(folded)).toBe(folded)
    }),
    { numRuns: 1000 },
  )
})

test.each([
  ['Müller', 'muller'],
  ['MÜLLER', 'muller'],
  ['Zoé', 'zoe'],
  ['Zoe\u0301', 'zoe'],
  ['Groß', 'gross'],
  ['GROẞ', 'gross'],
  ['Søren Ærø', 'soren aero'],
  ['Łukasz', 'lukasz'],
  ['Đorđe', 'dorde'],
  ['Þór', 'thor'],
  ['İnci Işık', 'inci isik'],
  ['O’Brien', "o'brien"],
  ['Ὀδυσσεύς', 'οδυσσευσ'],
  ['Нгуе\u0301н', 'нгуен'],
  ['ﬁliz', 'filiz'],
  ['Ａｎｎａ', 'anna'],
  ['Nguyễn Thị', 'nguyen thi'],
  ['  Anna \t\u00a0 Lena ', 'anna lena'],
  ['Mül\u00adler', 'muller'],
  ['\u200fAnna\u200e', 'anna'],
  ['\ud800Anna', 'anna'],
  ['%_\\"*', '%_\\"*'],
])('%j is folded to %j', (text, folded) => {
  expect(fold(text)).toBe(folded)
})

test('vowel signs of Indic scripts are no accents: what differs in them is another name', () => {
  expect(fold('कि')).not.toBe(fold('का'))
  expect(fold('คิด')).not.toBe(fold('คาด'))
})

test('the words of a search are folded, each once, and none for a search of gaps', () => {
  expect(searchWords('  Müller ZOÉ muller ')).toEqual(['muller', 'zoe'])
  expect(searchWords(' \t\u200b ')).toEqual([])
})

test('the endings of a word are its letters from each on, each ending once, no letter halved', () => {
  expect(wordEndings('anna').split(' ')).toEqual(['anna', 'nna', 'na', 'a'])
  expect(wordEndings('an na', 'na').split(' ')).toEqual(['an', 'n', 'na', 'a'])
  expect(wordEndings('😀x').split(' ')).toEqual(['😀x', 'x'])
  expect(wordEndings('', '')).toBe('')
})

describe('a word of a search occurs in a word of the names', () => {
  const text = fc.oneof(
    fc.string({ unit: fc.constantFrom('a', 'b', 'ä', 'B', ' ', '%', '"', '😀', 'ß'), maxLength: 8 }),
    fc.string({ unit: 'grapheme', maxLength: 8 }),
    fc.string({ unit: 'binary', maxLength: 8 }),
  )
  const inside = fc
    .tuple(text, fc.nat(8), fc.nat(8))
    .map(([name, from, length]) => ({ name, search: [...name].slice(from, from + length).join('') }))

  test('exactly when it begins one of their endings', () => {
    const either = fc.oneof(inside, fc.record({ name: text, search: text }))
    fc.assert(
      fc.property(either, text, ({ name, search }, other) => {
        const names = [fold(name), fold(other)]
        const words = names.flatMap((folded) => folded.split(' '))
        const endings = wordEndings(...names).split(' ')
        for (const word of searchWords(search))
          expect(endings.some((ending) => ending.startsWith(word))).toBe(
            words.some((ofName) => ofName.includes(word)),
          )
      }),
      { numRuns: 2000 },
    )
  })
})
