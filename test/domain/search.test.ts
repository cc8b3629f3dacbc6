import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { fold, searchWords, wordEndings } from '../../src/domain/search.ts'

/** Every character that Unicode assigns a meaning to, as text. */
const everyCharacter = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code)).filter((c) =>
  /[^\p{Cn}\p{Co}\p{Cs}]/u.test(c),
)

const codes = (characters: string[]) => characters.map((character) => character.codePointAt(0)!.toString(16))

describe('for every character of Unicode', () => {
  test('folding twice gives the same as folding once', () => {
    expect(codes(everyCharacter.filter((c) => fold(fold(c)) !== fold(c)))).toEqual([])
  })

  test('folding ignores case', () => {
    // Folding treats the iota under a Greek vowel as an accent. Capitals write it as a letter of its own.
    const cased = everyCharacter.filter((c) => !c.normalize('NFD').includes('\u0345'))
    const differs = (c: string) => fold(c.toUpperCase()) !== fold(c) || fold(c.toLowerCase()) !== fold(c)
    expect(codes(cased.filter(differs))).toEqual([])
  })

  test('folding ignores how a character is composed', () => {
    const differs = (c: string) =>
      fold(c.normalize('NFD')) !== fold(c) || fold(c.normalize('NFC')) !== fold(c)
    expect(codes(everyCharacter.filter(differs))).toEqual([])
  })

  test('folding leaves only single inner spaces and no invisible characters', () => {
    const untidy = (c: string) => /[\p{Cc}\p{Cf}\p{Cs}]|[^\S ]| {2}|^ | $/u.test(fold(` ${c} x${c}${c}`))
    expect(codes(everyCharacter.filter(untidy))).toEqual([])
  })
})

test('folding a text of any length twice gives the same as folding it once', () => {
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
])('the text %j is folded to %j', (text, folded) => {
  expect(fold(text)).toBe(folded)
})

test('folding keeps the vowel signs of Indic scripts, because they make different names', () => {
  expect(fold('कि')).not.toBe(fold('का'))
  expect(fold('คิด')).not.toBe(fold('คาด'))
})

test('a search is split into different folded words, and blanks give no words', () => {
  expect(searchWords('  Müller ZOÉ muller ')).toEqual(['muller', 'zoe'])
  expect(searchWords(' \t\u200b ')).toEqual([])
})

test('the endings of a word begin at each of its letters, without repeats and without splitting a letter', () => {
  expect(wordEndings('anna').split(' ')).toEqual(['anna', 'nna', 'na', 'a'])
  expect(wordEndings('an na', 'na').split(' ')).toEqual(['an', 'n', 'na', 'a'])
  expect(wordEndings('😀x').split(' ')).toEqual(['😀x', 'x'])
  expect(wordEndings('', '')).toBe('')
})

describe('for names and searches of every kind', () => {
  const text = fc.oneof(
    fc.string({ unit: fc.constantFrom('a', 'b', 'ä', 'B', ' ', '%', '"', '😀', 'ß'), maxLength: 8 }),
    fc.string({ unit: 'grapheme', maxLength: 8 }),
    fc.string({ unit: 'binary', maxLength: 8 }),
  )
  const inside = fc
    .tuple(text, fc.nat(8), fc.nat(8))
    .map(([name, from, length]) => ({ name, search: [...name].slice(from, from + length).join('') }))

  test('a search word occurs in a name exactly when it begins an ending of the name', () => {
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
