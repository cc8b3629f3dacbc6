import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { fold, nameKey } from '../../src/domain/fold.ts'
import { type SearchWord, searchWords } from '../../src/domain/search.ts'

/** Every assigned character of Unicode, as text. Private-use characters and surrogates are left out. */
const everyCharacter = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code)).filter((c) =>
  /[^\p{Cn}\p{Co}\p{Cs}]/u.test(c),
)

const codes = (characters: string[]) => characters.map((character) => character.codePointAt(0)!.toString(16))

describe('for every character of Unicode', () => {
  test('folding twice gives the same as folding once', () => {
    expect(codes(everyCharacter.filter((c) => fold(fold(c)) !== fold(c)))).toEqual([])
  })

  test('folding ignores case', () => {
    // Folding treats the iota under a Greek vowel as an accent. In capitals, this iota is a separate letter.
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

test('§4.1 In a search, Latin letters count as the English letters that people type for them. So a search finds ø by o, ß by ss, ə by e, and ɓ by b.', () => {
  // The pairs follow the character names of Unicode, such as LATIN SMALL LETTER B WITH HOOK.
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

test('§4.1 In a search, all forms of an apostrophe count as the same sign, and so do all forms of a hyphen.', () => {
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

test('a search is split into folded words without repeats, and a blank search has no words', () => {
  expect(searchWords('  Zander ZOÉ zander ')).toEqual(['zander', 'zoe'])
  expect(searchWords(' \t\u200b ')).toEqual([])
})

/** The two spellings that a search for Müller looks for. */
const muller = ['muller', 'mueller'] as const

test.each<[string, SearchWord[]]>([
  ['MÜLLER', [muller]],
  ['mu\u0308ller', [muller]],
  ['Mueller Muller', ['mueller', 'muller']],
  ['Müller müller muller', [muller, 'muller']],
  [
    'Jäger, Ström',
    [
      ['jager', 'jaeger'],
      ['strom', 'stroem'],
    ],
  ],
  [
    'Åse Sørensen',
    [
      ['ase', 'aase'],
      ['sorensen', 'soerensen'],
    ],
  ],
  ['Groß Gross', ['gross']],
])(
  'a search for %s looks for a letter such as ü, ö or å as one letter and as two letters',
  (search, words) => {
    expect(searchWords(search)).toEqual(words)
  },
)

describe('punctuation in a search', () => {
  test.each<[string, SearchWord[]]>([
    ['Müller, Anna', [muller, 'anna']],
    ['Müller,Anna', [muller, 'anna']],
    ['Müller ,Anna.', [muller, 'anna']],
    ['مولر، آنا', [fold('مولر'), fold('آنا')]],
    ['山田、花子。', ['山田', fold('花子')]],
    ['Ｍüller，Anna；', [muller, 'anna']],
    ['Anna? Lena! Müller:', ['anna', 'lena', muller]],
  ])('punctuation at the end of a search word is left out: %j', (search, words) => {
    expect(searchWords(search)).toEqual(words)
  })

  test.each([
    ['J.R. Smith', ['j.r', 'smith']],
    ["O'Brien-Lee", ["o'brien-lee"]],
    ['100% a_b \\ "x" *', ['100%', 'a_b', '\\', '"x"', '*']],
    [',', [',']],
    ['...', ['...']],
  ])('punctuation inside a search word, or without a word, is kept: %j', (search, words) => {
    expect(searchWords(search)).toEqual(words)
  })
})

describe('names that grow longer when they are folded', () => {
  test('a name of 200 letters is kept whole', () => {
    const name = `${'x'.repeat(199)}y`
    expect(nameKey(name)).toBe(name)
  })

  test('a long word of a search is cut like a stored name, so a copied name finds its record', () => {
    const name = '㌖'.repeat(200)
    expect(searchWords(name)).toEqual([nameKey(name)])
  })
})
