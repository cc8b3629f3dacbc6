/**
 * Letters that carry their mark inside and so do not decompose in Unicode, with what people type for them.
 * (Unicode NFKD takes care of everything that does, `toUpperCase` of ß and ligatures.)
 */
const inseparable: Record<string, string> = {
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  ŋ: 'n',
  ƀ: 'b',
  ɨ: 'i',
  ʉ: 'u',
  ƶ: 'z',
  ǥ: 'g',
  ɉ: 'j',
  ɍ: 'r',
  ɏ: 'y',
  ȼ: 'c',
  ɇ: 'e',
  ⱥ: 'a',
  ⱦ: 't',
  ƚ: 'l',
  ς: 'σ',
  ʼ: "'",
  '’': "'",
}
const inseparableLetters = new RegExp(`[${Object.keys(inseparable).join('')}]`, 'gu')
/** Accents and points, but not the vowel signs of Indic scripts, without which those words are others. */
const marks = /[[\p{Diacritic}\p{Script=Inherited}]&&\p{M}]/gv
/** Soft hyphens, joiners and direction marks, which nobody sees or types. */
const unseen = /\p{Cf}/gu
const gaps = /[\s\p{Cc}\p{Cs}]+/gu

/**
 * The form in which names are compared and sorted: no case, no accents, compatibility forms made plain
 * (Unicode NFKD, then case folding by way of upper case), gaps of one space, none at the ends.
 */
export function fold(text: string): string {
  if (/^[a-z]*$/.test(text)) return text
  return text
    .normalize('NFKD')
    .replace(marks, '')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKD')
    .replace(marks, '')
    .replace(inseparableLetters, (letter) => inseparable[letter]!)
    .replace(unseen, '')
    .replace(gaps, ' ')
    .trim()
}

/** The folded words of a search, each once; every one of them must occur somewhere in a name. */
export const searchWords = (search: string): string[] => [...new Set(fold(search).split(' '))].filter(Boolean)

/**
 * Every ending of every word of the folded names, for the search index: a word occurs inside a name exactly
 * when it begins one of these, and beginnings are what an index can look up.
 */
export function wordEndings(...names: readonly string[]): string {
  const endings = new Set<string>()
  for (const name of names)
    for (const word of name.split(' ')) {
      const letters = [...word]
      for (let i = 0; i < letters.length; i++) endings.add(letters.slice(i).join(''))
    }
  return [...endings].join(' ')
}
