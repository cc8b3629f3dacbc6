import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { fold, nameKey } from '../../src/domain/fold.ts'
import { indexedPart, searchWords, wordEndings } from '../../src/domain/search.ts'

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
    const untidy = (c: string) =>
      /[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]|[^\S ]| {2}|^ | $/u.test(
        fold(` ${c} x${c}${c}`),
      )
    expect(codes(everyCharacter.filter(untidy))).toEqual([])
  })
})

test('§4.1 Latin letters count as the English letters that people type for them: ø as o, ß as ss, ə as e, ɓ as b.', () => {
  // Character names such as LATIN SMALL LETTER B WITH HOOK, taken from the Unicode Character Database.
  const named = {
    a: 'ⱥ',
    b: 'ɓƀƃᶀ',
    c: 'ƈȼɕ',
    d: 'đɗɖƌȡ',
    e: 'ɇⱸᶒ',
    f: 'ƒᵮ',
    g: 'ɠǥᶃ',
    h: 'ħɦⱨ',
    i: 'ıɨᶖ',
    j: 'ɉʝȷ',
    k: 'ƙⱪꝁ',
    l: 'łƚɫⱡ',
    m: 'ɱᵯ',
    n: 'ɲƞɳȵ',
    o: 'øɵⱺ',
    p: 'ƥᵽ',
    q: 'ʠɋ',
    r: 'ɍɽɾ',
    s: 'ȿʂᵴ',
    t: 'ŧƭʈⱦ',
    u: 'ʉᶙ',
    v: 'ʋⱱ',
    w: 'ⱳ',
    x: 'ᶍ',
    y: 'ƴɏ',
    z: 'ƶȥɀʐ',
  }
  for (const [letter, variants] of Object.entries(named))
    for (const variant of variants)
      expect([variant, fold(variant), fold(variant.toUpperCase())]).toEqual([variant, letter, letter])
})

test('§4.1 All forms of an apostrophe count as one, and so do all forms of a hyphen.', () => {
  for (const apostrophe of "'’ʼ‘`´′ʹʻʽʾʿ‛＇｀ꞌ՚׳")
    expect([apostrophe, fold(`O${apostrophe}Brien`)]).toEqual([apostrophe, "o'brien"])
  for (const hyphen of '-‐‑‒–—―−﹘﹣－⁃֊־')
    expect([hyphen, fold(`Anna${hyphen}Lena`)]).toEqual([hyphen, 'anna-lena'])
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
  ['Əliyev', 'eliyev'],
  ['Ɓello Ɗanƙwambo', 'bello dankwambo'],
  ['محـــمد', 'محمد'],
  ['An\ufe0fna\u3164', 'anna'],
  ['Anna\u2800Lena', 'anna lena'],
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

describe('punctuation in a search', () => {
  test.each([
    ['Müller, Anna', ['muller', 'anna']],
    ['Müller,Anna', ['muller', 'anna']],
    ['Müller ,Anna.', ['muller', 'anna']],
    ['مولر، آنا', [fold('مولر'), fold('آنا')]],
    ['山田、花子。', ['山田', fold('花子')]],
    ['Ｍüller，Anna；', ['muller', 'anna']],
    ['Anna? Lena! Müller:', ['anna', 'lena', 'muller']],
  ])('at the end of a word is no letter: %j', (search, words) => {
    expect(searchWords(search)).toEqual(words)
  })

  test.each([
    ['J.R. Smith', ['j.r', 'smith']],
    ["O'Brien-Lee", ["o'brien-lee"]],
    ['100% a_b \\ "x" *', ['100%', 'a_b', '\\', '"x"', '*']],
    [',', [',']],
    ['...', ['...']],
  ])('means itself elsewhere: %j', (search, words) => {
    expect(searchWords(search)).toEqual(words)
  })
})

describe('however a name grows when it is folded,', () => {
  test('the endings of two names take at most 12,800 bytes, and 3,200 where the letters are plain', () => {
    const growing = fc.constantFrom('㌖', 'ﷺ', 'ﬃ', 'ß', '훟', '😀', '山', '𝕬', 'a', 'ﬁ', '㌀', ' ')
    const size = (...names: string[]) => Buffer.byteLength(wordEndings(...names.map(nameKey)).join(''))
    const nameOf = (unit: fc.Arbitrary<string> | 'binary') =>
      fc.string({ unit, minLength: 100, maxLength: 200, size: 'max' }).map((name) => name.slice(0, 200))
    const name = fc.oneof(nameOf(growing), nameOf('binary'))
    fc.assert(fc.property(name, name, (first, last) => size(first, last) <= 12_800))
    const plain = nameOf(fc.constantFrom(...'abcdefghijklmnop'))
    fc.assert(fc.property(plain, plain, (first, last) => size(first, last) <= 3_200))
  })

  test('a name of 200 letters is kept whole', () => {
    const name = `${'x'.repeat(199)}y`
    expect(nameKey(name)).toBe(name)
  })

  test('a word of a search is cut like a name, so that it finds the name it was copied from', () => {
    const name = '㌖'.repeat(200)
    expect(searchWords(name)).toEqual([nameKey(name)])
  })
})

test('the endings of a word begin at each of its letters, without repeats, and have at most eight letters', () => {
  expect(wordEndings('anna')).toEqual(['anna', 'nna', 'na', 'a'])
  expect(wordEndings('an na', 'na')).toEqual(['an', 'n', 'na', 'a'])
  expect(wordEndings('😀x')).toEqual(['😀x', 'x'])
  expect(wordEndings('abcdefghij').slice(0, 4)).toEqual(['abcdefgh', 'bcdefghi', 'cdefghij', 'defghij'])
  expect(wordEndings('', '')).toEqual([])
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
        const names = [nameKey(name), nameKey(other)]
        const words = names.flatMap((folded) => folded.split(' '))
        const endings = wordEndings(...names)
        for (const word of searchWords(search))
          expect(
            endings.some((ending) => ending.startsWith(indexedPart(word))) &&
              names.some((key) => key.includes(word)),
          ).toBe(words.some((ofName) => ofName.includes(word)))
      }),
      { numRuns: 2000 },
    )
  })
})
